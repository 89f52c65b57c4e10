"""Limits of uploads, and names of stored files."""

import hashlib
import re
from datetime import datetime, timedelta

from server.contracts.limits import LIMITS
from server.errors import Refusal

MEDIA_TYPES = {
    "avif": "image/avif",
    "gif": "image/gif",
    "jpg": "image/jpeg",
    "png": "image/png",
    "webp": "image/webp",
}
VERSION_CHARACTERS = 16
MEGABYTE = 1024 * 1024
MEMBER_BYTES_MOST = 500 * MEGABYTE
UNUSED_LIFE = timedelta(hours=24)
# Longer than any upload takes; an upload that is incomplete by then failed.
STORING_MOST = timedelta(hours=1)

_DERIVED = re.compile(rf"[0-9a-f]{{{VERSION_CHARACTERS}}}-[0-9]+\.(?:avif|webp)")


def check_avatar_bytes(size: int) -> None:
    """Raises Refusal 413 for an avatar above its size, 415 for an empty file."""
    if size > LIMITS.avatar_bytes_storage:
        raise avatar_too_large()
    if size == 0:
        raise Refusal("profileEdit.errors.invalidFileType", 415)


def avatar_too_large() -> Refusal:
    most = LIMITS.avatar_bytes_storage // MEGABYTE
    return Refusal("profileEdit.errors.avatarTooLarge", 413, params={"most": most})


def check_post_image_bytes(size: int) -> None:
    """Raises Refusal 413 for a post's image above its size, 415 for an empty file."""
    if size > LIMITS.post_image_bytes:
        raise post_image_too_large()
    if size == 0:
        raise Refusal("upload.unsupportedType", 415)


def post_image_too_large() -> Refusal:
    most = LIMITS.post_image_bytes // MEGABYTE
    return Refusal("upload.postImageTooLarge", 413, params={"most": most})


def check_room_for_more(stored_bytes: int) -> None:
    """Raises Refusal 403 if the member's images take all of the allowed bytes."""
    if stored_bytes >= MEMBER_BYTES_MOST:
        raise Refusal("upload.storageFull", 403)


def post_image_name(member_id: str, taken_at: datetime, *, ending: str) -> str:
    """Returns the name of a post's image, made of the time in milliseconds."""
    return f"{member_id}/{int(taken_at.timestamp() * 1000)}.{ending}"


def derived_name(post_image: str, data: bytes, *, width: int, ending: str) -> str:
    """Returns the name of a variant, with a hash of its content and the image's name.

    So no two images share a file.
    """
    owner, _, file = post_image.partition("/")
    version = hashlib.sha256(file.encode() + b"\n" + data).hexdigest()[:VERSION_CHARACTERS]
    return f"{owner}/{version}-{width}.{ending}"


def is_derived(file: str) -> bool:
    """Returns whether the file name contains a hash of the content."""
    return _DERIVED.fullmatch(file) is not None


def avatar_name(member_id: str, ending: str) -> str:
    return f"{member_id}/avatar.{ending}"


def avatar_url(name: str, data: bytes) -> str:
    """Returns an avatar's address, with a version that changes with the content.

    Browsers therefore load a new avatar at once.
    """
    return f"/media/avatar-url/{name}?v={content_version(data)}"


def content_version(data: bytes) -> str:
    """Returns the first digits of the content's hash."""
    return hashlib.sha256(data).hexdigest()[:VERSION_CHARACTERS]


def avatar_name_in(url: str | None) -> str | None:
    """Returns the name of the stored file in an avatar's address; None without an address."""
    if url is None:
        return None
    return url.partition("?")[0].removeprefix("/media/avatar-url/")


def media_type_of(name: str) -> str | None:
    """Returns the media type by a file name's ending; None for an unknown one."""
    return MEDIA_TYPES.get(name.rpartition(".")[2])
