"""Storing and discarding of post images: rows and files together, or neither."""

import asyncio
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple
from uuid import uuid4

import sqlalchemy as sa
import structlog

from server.database.transaction import transaction
from server.errors import Refusal
from server.media.imaging.image_pool import ImagePool, ImagePoolBusy
from server.media.imaging.worker_protocol import ImageFile, ImageRefused, ResponsiveImage
from server.media.storage.interface import (
    Bucket,
    BucketMissing,
    StorageAway,
    StorageFailure,
    StorageForbidden,
)
from server.media.uploads.actions.refused_pictures import REFUSED, check_picture
from server.media.uploads.actions.removals import delete_queued, queue_removals, remove_files
from server.media.uploads.dependencies import Uploads
from server.media.uploads.queries import (
    IS_REPLACED,
    bytes_of_member,
    image_view,
    is_name_taken,
    lock_names,
    select_queued,
)
from server.media.uploads.rules import (
    MEDIA_TYPES,
    STORING_MOST,
    check_post_image_bytes,
    check_room_for_more,
    derived_name,
    post_image_name,
)
from server.media.uploads.schemas import UploadView
from server.media.uploads.tables import PostImage
from server.web.viewer import Member

BUCKET: Bucket = "post-images"
MOMENT = timedelta(milliseconds=1)


class Files(NamedTuple):
    """Names of an image's files: the original format, and the variants."""

    name: str
    derived: Mapping[str, ImageFile]

    @property
    def names(self) -> list[str]:
        """Returns the names of all files."""
        return [self.name, *self.derived]


async def save_post_image(uploads: Uploads, member: Member, *, data: bytes) -> UploadView:
    """Checks, encodes and stores a post's image.

    Raises Refusal 413, 415 or 422 if the file or its picture is refused, 403 if the member has no
    room left, 401 if the account was deleted, 503 if pool or storage is unavailable.
    """
    check_post_image_bytes(len(data))
    async with transaction(uploads.database) as opened:
        check_room_for_more(await bytes_of_member(opened.session, member.id))
    picture = await _encode_variants(uploads.image_pool, data)
    async with transaction(uploads.database) as opened:
        await check_picture(opened.session, picture.fingerprint, code=REFUSED)
    try:
        # The removal of the account waits for this lock, so it finds this file too.
        async with uploads.locks.of(member.id):
            return await store_picture(uploads, member, picture=picture, moment=uploads.now())
    except BucketMissing as error:
        raise Refusal("upload.postBucketMissing", 503) from error
    except StorageForbidden as error:
        log_denied(error)
        raise Refusal("upload.notAllowed", 503) from error
    except StorageFailure as error:
        raise Refusal("upload.postImageFailed", 503, params={"reason": str(error)}) from error


def log_denied(error: StorageForbidden) -> None:
    """Logs for the operator that the store denies access; members cannot change that."""
    structlog.get_logger("chanoki.uploads").error("storage_denies_access", reason=str(error))


async def discard_post_image(uploads: Uploads, member: Member, *, image_id: str) -> None:
    """Removes the member's image that is in no post; raises Refusal 404 otherwise."""
    delete = (
        sa.delete(PostImage)
        .where(
            PostImage.id == image_id,
            PostImage.user_id == member.id,
            PostImage.post_id.is_(None),
            ~IS_REPLACED,
        )
        .returning(PostImage.files)
    )
    async with transaction(uploads.database) as opened:
        files = (await opened.session.scalars(delete)).one_or_none()
        if files is None:
            raise Refusal("not-found", 404)
        await queue_removals(opened, files, bucket=BUCKET, now=uploads.now())
        opened.after_commit(
            partial(remove_files, uploads.database, uploads.storage, files, bucket=BUCKET)
        )


async def _encode_variants(image_pool: ImagePool, data: bytes) -> ResponsiveImage:
    """Encodes an image in its sizes.

    Raises Refusal 422 (too complex), 415 (none of the four formats) or 503 (the pool is busy).
    """
    try:
        return await image_pool.responsive(data)
    except ImageRefused as refused:
        if refused.reason == "complex":
            raise Refusal("upload.imageTooComplex", 422) from refused
        raise Refusal("upload.unsupportedType", 415) from refused
    except ImagePoolBusy as busy:
        raise Refusal("app.unavailable", 503, params={"seconds": 5}) from busy


async def store_picture(
    uploads: Uploads, member: Member, *, picture: ResponsiveImage, moment: datetime
) -> UploadView:
    """Stores an encoded picture's files and row, and returns its view.

    The files are first queued for removal, so that a crash leaves no unknown file. `moment` is
    the time in their names, moved forward while a name is taken. Raises StorageFailure if a file
    cannot be stored, and Refusal 401 if the account was deleted.
    """
    files = await _reserve_names(uploads, member, picture=picture, moment=moment)
    try:
        media_type = MEDIA_TYPES[picture.fallback.ending]
        is_new = await uploads.storage.create(
            BUCKET, files.name, data=picture.fallback.data, media_type=media_type
        )
        if is_new:
            await _put_all(uploads, files.derived)
            return await _store_row(uploads, member, picture=picture, files=files)
    except StorageAway:
        # The store may still complete the write; the cleanup removes the file later.
        raise
    except BaseException:
        await asyncio.shield(_remove_pending_files(uploads, files.names))
        raise
    # Another host stored an image of this member in the same millisecond.
    await _cancel_removals(uploads, files.names)
    return await store_picture(uploads, member, picture=picture, moment=moment + MOMENT)


async def _reserve_names(
    uploads: Uploads, member: Member, *, picture: ResponsiveImage, moment: datetime
) -> Files:
    """Returns file names that no other upload of the member has.

    They are queued for removal after STORING_MOST, when the upload has ended or failed.
    """
    async with transaction(uploads.database) as opened:
        # Not every store supports conditional writes, so the database decides about names.
        await lock_names(opened.session, member.id)
        name = post_image_name(member.id, moment, ending=picture.fallback.ending)
        while await is_name_taken(opened.session, name):
            moment += MOMENT
            name = post_image_name(member.id, moment, ending=picture.fallback.ending)
        derived = {
            derived_name(name, one.data, width=one.width, ending=one.ending): one
            for one in picture.derived
        }
        files = Files(name, derived)
        later = uploads.now() + STORING_MOST
        await queue_removals(opened, files.names, bucket=BUCKET, now=later)
    return files


async def _put_all(uploads: Uploads, derived: Mapping[str, ImageFile]) -> None:
    """Stores the variants concurrently; raises one failure, an unreachable storage first."""
    try:
        async with asyncio.TaskGroup() as group:
            for name, one in derived.items():
                media_type = MEDIA_TYPES[one.ending]
                group.create_task(
                    uploads.storage.put(BUCKET, name, data=one.data, media_type=media_type)
                )
    # Not `except*`: before Python 3.11.4 it wraps what is raised in it in a group of its own.
    except ExceptionGroup as raised:
        failures, others = raised.split(StorageFailure)
        if failures is None or others is not None:
            raise
        is_away = failures.subgroup(StorageAway)
        raise (is_away or failures).exceptions[0] from raised


async def _store_row(
    uploads: Uploads, member: Member, *, picture: ResponsiveImage, files: Files
) -> UploadView:
    """Stores the row of an uploaded picture, cancels the removal of its files, returns its view.

    Raises Refusal 401 if the account was deleted.
    """
    image = PostImage(
        id=str(uuid4()),
        user_id=member.id,
        post_id=None,
        position=0,
        alt=None,
        name=files.name,
        files=files.names,
        width=picture.fallback.width,
        height=picture.fallback.height,
        placeholder=picture.placeholder,
        srcset=_srcset({files.name: picture.fallback}),
        sources=_list_sources(files.derived),
        bytes=sum(len(one.data) for one in (picture.fallback, *picture.derived)),
        created_at=uploads.now(),
        fingerprint=picture.fingerprint,
        file_fingerprints=list(picture.file_fingerprints),
    )
    try:
        async with transaction(uploads.database) as opened:
            opened.session.add(image)
            await opened.session.flush()
            await opened.session.execute(delete_queued(files.names, bucket=BUCKET))
    except sa.exc.IntegrityError as error:
        # The account was removed in another tab.
        raise Refusal("upload.notAuthenticated", 401) from error
    return UploadView(image.id, image_view(image))


def _list_sources(derived: Mapping[str, ImageFile]) -> list[dict[str, str]]:
    """Returns the variants of each format, in the order in which the formats were encoded.

    Browsers take the first format that they know, so AVIF comes before the larger WebP.
    """
    endings = list(dict.fromkeys(one.ending for one in derived.values()))
    return [
        {
            "type": MEDIA_TYPES[ending],
            "srcset": _srcset({name: one for name, one in derived.items() if one.ending == ending}),
        }
        for ending in endings
    ]


def _srcset(files: Mapping[str, ImageFile]) -> str:
    """Returns the `srcset` of files: address and width of each."""
    return ", ".join(f"/media/{BUCKET}/{name} {one.width}w" for name, one in files.items())


async def _cancel_removals(uploads: Uploads, names: list[str]) -> None:
    """Deletes the queued removals of these files."""
    async with transaction(uploads.database) as opened:
        await opened.session.execute(delete_queued(names, bucket=BUCKET))


async def _remove_pending_files(uploads: Uploads, names: list[str]) -> None:
    """Removes those of the files that are still queued for removal.

    None are if the commit succeeded after all.
    """
    try:
        async with transaction(uploads.database) as opened:
            pending = await select_queued(opened.session, names, bucket=BUCKET)
        await remove_files(uploads.database, uploads.storage, pending, bucket=BUCKET)
    except Exception:
        # Store or database is unreachable: the cleanup tries again.
        structlog.get_logger("chanoki.uploads").warning("upload_not_undone")
