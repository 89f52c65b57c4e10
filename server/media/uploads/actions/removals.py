"""Removal of stored files: queued in the database first, so that a failed one is repeated."""

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa
import structlog

from server.database.engine import Sessions
from server.database.transaction import Transaction, transaction
from server.errors import reason
from server.media.storage.interface import BUCKETS, Bucket, Storage, StorageFailure
from server.media.uploads.tables import PendingRemoval

AT_ONCE = 200
AVATARS: Bucket = "avatar-url"
CARDS: Bucket = "cards"


async def queue_removals(
    opened: Transaction, names: Collection[str], *, bucket: Bucket, now: datetime
) -> None:
    """Queues files for removal in the transaction; of CARDS, folders with all their files.

    Call `remove_files` after its commit, for avatars `remove_avatars`.
    """
    if names:
        rows = [{"bucket": bucket, "name": name, "created_at": now} for name in names]
        await opened.session.execute(sa.insert(PendingRemoval), rows)


def delete_queued(names: Collection[str], *, bucket: Bucket) -> sa.Delete:
    """Returns the statement that takes files off the queue of removals."""
    return sa.delete(PendingRemoval).where(
        PendingRemoval.bucket == bucket, PendingRemoval.name.in_(names)
    )


async def remove_files(
    database: Sessions, storage: Storage, names: Collection[str], *, bucket: Bucket
) -> None:
    """Removes queued files now, until one fails; the others stay queued for the cleanup.

    Not for avatars, whose names are used again: `remove_avatars` removes those.
    """
    removed = []
    for name in names:
        # After one failure the others would only add their timeouts to the request.
        if not await _is_removed(storage, bucket, name):
            break
        removed.append(name)
    async with transaction(database) as opened:
        # A statement has a limited number of values.
        for start in range(0, len(removed), AT_ONCE):
            is_removed = PendingRemoval.name.in_(removed[start : start + AT_ONCE])
            await opened.session.execute(
                sa.delete(PendingRemoval).where(PendingRemoval.bucket == bucket, is_removed)
            )


async def remove_avatars(database: Sessions, storage: Storage, names: Collection[str]) -> None:
    """Removes queued avatars now; those that fail stay queued for the cleanup.

    The next avatar has the same name, so each removal holds its row of the queue, and `keep_avatar`
    waits for it.
    """
    for name in names:
        try:
            await _remove_avatar(database, storage, name)
        except (StorageFailure, TimeoutError) as error:
            _log_failure(error)


async def keep_avatar(opened: Transaction, name: str) -> None:
    """Takes an avatar off the queue, before a file of this name is stored.

    The member's profile must be locked, so that no removal is queued meanwhile.
    """
    await opened.session.execute(_dequeue(name))


async def remove_pending(database: Sessions, storage: Storage, *, now: datetime) -> int:
    """Removes files queued for `now` or earlier, at most AT_ONCE, the oldest first.

    Those that fail stay queued. Returns the number of removed ones without avatars.
    """
    select = (
        sa.select(PendingRemoval.id, PendingRemoval.bucket, PendingRemoval.name)
        # Uploads in progress are queued with a later time.
        .where(PendingRemoval.created_at <= now)
        .order_by(PendingRemoval.created_at, PendingRemoval.id)
        .limit(AT_ONCE)
    )
    async with transaction(database) as opened:
        rows = (await opened.session.execute(select)).all()
    await remove_avatars(database, storage, [row.name for row in rows if row.bucket == AVATARS])
    others = [row for row in rows if row.bucket != AVATARS]
    removed = [row.id for row in others if await _is_removed(storage, row.bucket, row.name)]
    if removed:
        async with transaction(database) as opened:
            await opened.session.execute(
                sa.delete(PendingRemoval).where(PendingRemoval.id.in_(removed))
            )
    return len(removed)


async def remove_folder(storage: Storage, bucket: Bucket, name: str) -> None:
    """Deletes all files of a folder, such as the versions of a card; raises StorageFailure."""
    for stored in await storage.names_of(bucket, name):
        await storage.delete(bucket, stored)


async def _remove_avatar(database: Sessions, storage: Storage, name: str) -> None:
    """Takes an avatar off the queue and deletes its file, if it is queued still."""
    async with transaction(database) as opened:
        queued = await opened.session.execute(_dequeue(name).returning(PendingRemoval.id))
        if queued.first() is not None:
            await storage.delete(AVATARS, name)


async def _is_removed(storage: Storage, bucket: str, name: str) -> bool:
    """Deletes a queued file or folder; returns False and logs the reason if the storage fails.

    Nothing can be stored in a bucket that the site does not know: its files count as removed.
    """
    known: Bucket | None = next((one for one in BUCKETS if one == bucket), None)
    try:
        if bucket == CARDS:
            await remove_folder(storage, CARDS, name)
        elif known is not None:
            await storage.delete(known, name)
    except StorageFailure as error:
        _log_failure(error)
        return False
    return True


def _dequeue(name: str) -> sa.Delete:
    """Returns the statement that takes an avatar off the queue."""
    return sa.delete(PendingRemoval).where(
        PendingRemoval.bucket == AVATARS, PendingRemoval.name == name
    )


def _log_failure(error: Exception) -> None:
    """Logs why a file could not be removed."""
    structlog.get_logger("chanoki.uploads").warning("file_not_removed", reason=reason(error))
