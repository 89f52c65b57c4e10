"""What a picture that a member sends must be, and what a stored one is called."""

import hashlib

from server.contracts.limits import LIMITS
from server.errors import Refusal

ENDINGS = {"jpg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp"}
VERSION_CHARACTERS = 16


def check_avatar_bytes(size: int) -> None:
    if size > LIMITS.avatar_bytes_storage:
        raise too_large()
    if size == 0:
        raise Refusal("profileEdit.errors.invalidFileType", 415)


def too_large() -> Refusal:
    return Refusal("profileEdit.errors.avatarTooLarge", 413)


def avatar_name(member_id: str, ending: str) -> str:
    return f"{member_id}/avatar.{ending}"


def avatar_url(name: str, data: bytes) -> str:
    """The version changes with the bytes, so that a new avatar is seen at once."""
    return f"/media/avatar-url/{name}?v={version_of(data)}"


def version_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:VERSION_CHARACTERS]


def name_in(url: str | None) -> str | None:
    """The stored file that an avatar's address names."""
    if url is None:
        return None
    return url.partition("?")[0].removeprefix("/media/avatar-url/")


def media_type_of(name: str) -> str | None:
    return ENDINGS.get(name.rpartition(".")[2])
