"""Actions that store and remove a member's avatar: its file, and its address in the profile."""

from contextlib import suppress
from dataclasses import dataclass

from server.accounts.profiles.actions import lock_profile, save_avatar_url, save_profile
from server.accounts.profiles.queries import CountContributions
from server.accounts.profiles.rules import ValidatedProfile
from server.database.transaction import transaction
from server.errors import Refusal
from server.media.imaging.image_pool import ImagePool, ImagePoolBusy
from server.media.imaging.worker_protocol import ImageRefused, SquareImage, SquareSize
from server.media.storage.interface import (
    Bucket,
    BucketMissing,
    Storage,
    StorageFailure,
    StorageForbidden,
)
from server.media.uploads.actions.post_images import log_denied
from server.media.uploads.actions.refused_pictures import check_picture
from server.media.uploads.actions.removals import keep_avatar
from server.media.uploads.dependencies import Uploads
from server.media.uploads.rules import (
    MEDIA_TYPES,
    avatar_name,
    avatar_name_in,
    avatar_too_large,
    avatar_url,
    check_avatar_bytes,
)
from server.media.uploads.schemas import AvatarView
from server.web.viewer import Member

BUCKET: Bucket = "avatar-url"
REFUSED = "profileEdit.errors.refusedPicture"
ORDERS = (SquareSize(still=512, moving=256), SquareSize(still=256, moving=128))


@dataclass(frozen=True, slots=True)
class ProfileSaver:
    """Changed profile fields that are saved with the avatar, and the counter of contributions."""

    change: ValidatedProfile
    count: CountContributions


async def accept_avatar(uploads: Uploads, data: bytes) -> SquareImage:
    """Encodes an uploaded picture as an avatar; stores nothing.

    Raises Refusal 413, 415 or 422 for a picture that is not accepted, such as one that moderators
    have removed, 503 if the image pool is busy.
    """
    check_avatar_bytes(len(data))
    picture = await _encode(uploads.image_pool, data)
    async with transaction(uploads.database) as opened:
        await check_picture(opened.session, picture.fingerprint, code=REFUSED)
    return picture


async def save_avatar(
    uploads: Uploads, member: Member, *, picture: SquareImage, profile: ProfileSaver | None = None
) -> AvatarView:
    """Stores an accepted avatar, saves profile changes with it, and removes earlier files.

    Raises Refusal 404 without a profile, 503 if the storage is unavailable; if only the removal
    fails, the new avatar is saved.
    """
    name = avatar_name(member.id, picture.ending)
    url = avatar_url(name, picture.data)
    try:
        async with uploads.locks.of(member.id):
            exchanged = _Exchange(name, picture, url, profile)
            await _exchange(uploads, member, exchanged)
            await _remove_all_but(uploads.storage, member, name)
    except StorageFailure as error:
        raise _refusal_of_storage(error) from error
    return AvatarView(url)


async def remove_avatar(uploads: Uploads, member: Member) -> None:
    """Deletes the member's avatar: its address in the profile first, then its files.

    Raises Refusal 404 without a profile, 503 if the storage is unavailable. Files left over after a
    failure are deleted by the next attempt.
    """
    try:
        async with uploads.locks.of(member.id):
            async with transaction(uploads.database) as opened:
                await lock_profile(opened, member)
                await save_avatar_url(opened, member, url=None, now=uploads.now())
            await _remove_all_but(uploads.storage, member, None)
    except StorageFailure as error:
        raise _refusal_of_storage(error) from error


@dataclass(frozen=True, slots=True)
class _Exchange:
    """New avatar (file name, picture, address in the profile), and the profile saved with it."""

    name: str
    picture: SquareImage
    url: str
    profile: ProfileSaver | None


async def _exchange(uploads: Uploads, member: Member, new: _Exchange) -> None:
    """Stores an avatar's file, its address, and the profile saved with it, in one transaction.

    After a failure it restores an overwritten file or deletes the new one, unless that fails too.
    """
    name, picture, profile = new.name, new.picture, new.profile
    media_type = MEDIA_TYPES[picture.ending]
    replaced: bytes | None = None
    is_stored = False
    try:
        # The row stays locked during the upload, so that another host waits.
        async with transaction(uploads.database) as opened:
            if avatar_name_in(await lock_profile(opened, member)) == name:
                replaced = await uploads.storage.get(BUCKET, name)
            await keep_avatar(opened, name)
            is_stored = True
            await uploads.storage.put(BUCKET, name, data=picture.data, media_type=media_type)
            now = uploads.now()
            known = (picture.fingerprint, *picture.file_fingerprints)
            await save_avatar_url(opened, member, url=new.url, fingerprints=known, now=now)
            if profile:
                change, count = profile.change, profile.count
                await save_profile(opened, member, change=change, now=now, count=count)
    except Exception:
        # An unavailable storage has already raised; its second failure is ignored.
        with suppress(StorageFailure):
            if replaced is not None:
                await uploads.storage.put(BUCKET, name, data=replaced, media_type=media_type)
            elif is_stored:
                await uploads.storage.delete(BUCKET, name)
        raise


async def _remove_all_but(storage: Storage, member: Member, kept: str | None) -> None:
    """Deletes a member's stored avatars except the file `kept`; None keeps no file."""
    for name in await storage.names_of(BUCKET, member.id):
        if name != kept:
            await storage.delete(BUCKET, name)


async def _encode(image_pool: ImagePool, data: bytes) -> SquareImage:
    """Encodes at the usual size, or smaller if the result exceeds the storage limit.

    Raises Refusal 413 if even the smallest is too large, 415 or 422 for a picture that is not
    accepted, 503 if the image pool is busy.
    """
    for order in ORDERS:
        try:
            picture = await image_pool.square(data, order)
            check_avatar_bytes(len(picture.data))
        except ImageRefused as refused:
            raise _refusal_of_image(refused) from refused
        except ImagePoolBusy as busy:
            raise Refusal("app.unavailable", 503, params={"seconds": 5}) from busy
        except Refusal:
            continue
        return picture
    raise avatar_too_large()


def _refusal_of_image(refused: ImageRefused) -> Refusal:
    """Returns the refusal of an image that cannot be decoded, or is too complex."""
    if refused.reason == "complex":
        return Refusal("profileEdit.errors.imageTooComplex", 422)
    return Refusal("profileEdit.errors.invalidFileType", 415)


def _refusal_of_storage(error: StorageFailure) -> Refusal:
    """Returns the refusal of a storage failure, and logs missing permissions."""
    if isinstance(error, BucketMissing):
        return Refusal("profileEdit.errors.avatarBucketMissing", 503)
    if isinstance(error, StorageForbidden):
        log_denied(error)
        return Refusal("profileEdit.errors.notAllowed", 503)
    return Refusal("profileEdit.errors.uploadFailed", 503)
