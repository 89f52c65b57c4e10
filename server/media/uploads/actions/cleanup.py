"""Periodic removal of unused images, and of files whose removal failed before."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

import sqlalchemy as sa
import structlog

from server.database.transaction import transaction
from server.media.storage.interface import StorageFailure
from server.media.uploads.actions.kept_pictures import move_kept_pictures
from server.media.uploads.actions.post_images import BUCKET
from server.media.uploads.actions.removals import queue_removals, remove_pending
from server.media.uploads.dependencies import Uploads
from server.media.uploads.queries import IS_REPLACED
from server.media.uploads.rules import UNUSED_LIFE
from server.media.uploads.tables import PostImage

PAUSE_S = 600.0
AT_ONCE = 100


async def clean_up(uploads: Uploads) -> None:
    """Removes images unused for UNUSED_LIFE, at most AT_ONCE, and files that are queued still.

    Then it moves the pictures of former members that the removal of the account left where they
    were.
    """
    await _remove_unused(uploads)
    await remove_pending(uploads.database, uploads.storage, now=uploads.now())
    move = partial(move_kept_pictures, uploads.database, uploads.storage, uploads.now)
    while await move(most=AT_ONCE):
        pass


@asynccontextmanager
async def periodic_cleanup(uploads: Uploads) -> AsyncIterator[None]:
    """Runs the cleanup every ten minutes while the block is active.

    At the start it deletes partial files.
    """
    try:
        await uploads.storage.delete_unfinished()
    except StorageFailure as error:
        structlog.get_logger("chanoki.uploads").warning(
            "partial_files_not_deleted", reason=str(error)
        )
    task = asyncio.create_task(_clean_up_forever(uploads))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _remove_unused(uploads: Uploads) -> None:
    """Deletes the rows of images that no post uses, and queues their files for removal.

    The queue is stored, so that an unreachable store loses nothing.
    """
    now = uploads.now()
    is_unused = (PostImage.post_id.is_(None), ~IS_REPLACED)
    is_old = PostImage.created_at <= now - UNUSED_LIFE
    images = sa.select(PostImage.id).where(*is_unused, is_old)
    oldest = images.order_by(PostImage.created_at).limit(AT_ONCE)
    # Checked again in the DELETE: a post may have taken the image meanwhile.
    delete = (
        sa.delete(PostImage).where(PostImage.id.in_(oldest), *is_unused).returning(PostImage.files)
    )
    async with transaction(uploads.database) as opened:
        files = [name for names in await opened.session.scalars(delete) for name in names]
        await queue_removals(opened, files, bucket=BUCKET, now=now)


async def _clean_up_forever(uploads: Uploads) -> None:
    """Runs the cleanup after each pause; logs a failure and goes on."""
    while True:
        await asyncio.sleep(PAUSE_S)
        try:
            await clean_up(uploads)
        except Exception:
            structlog.get_logger("chanoki.uploads").exception("uploads_not_swept")
