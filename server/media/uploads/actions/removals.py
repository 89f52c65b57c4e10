"""Removal of stored files: queued in the database first, so that a failed one is repeated."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

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
        if not await _try_delete(storage, bucket, name):
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
    """Removes queued avatars now; those that fail stay queued for the cleanup."""
    for name in names:
        await _try_delete_avatar(database, storage, name)


async def keep_avatar(opened: Transaction, name: str) -> None:
    """Takes an avatar off the queue, before a file of this name is stored.

    The member's profile must be locked, so that no removal is queued meanwhile.
    """
    await opened.session.execute(_dequeue(name))


async def remove_pending(database: Sessions, storage: Storage, *, now: datetime) -> None:
    """Removes files queued for `now` or earlier, the oldest first; those that fail stay queued.

    Ends early after AT_ONCE failures with no success among them: the store is away.
    """
    last: Any = None
    while rows := await _list_due(database, now=now, after=last):
        if not await _remove_rows(database, storage, rows):
            break
        last = rows[-1]


async def _list_due(database: Sessions, *, now: datetime, after: Any) -> Sequence[Any]:
    """Returns the next rows of the queue after this one, or the first if it is None."""
    removal = PendingRemoval
    # Uploads in progress are queued with a later time.
    select = sa.select(removal.id, removal.bucket, removal.name, removal.created_at)
    select = select.where(removal.created_at <= now)
    if after is not None:
        is_same_time = removal.created_at == after.created_at
        is_later = removal.created_at > after.created_at
        select = select.where(sa.or_(is_later, sa.and_(is_same_time, removal.id > after.id)))
    async with transaction(database) as opened:
        oldest = select.order_by(removal.created_at, removal.id).limit(AT_ONCE)
        return (await opened.session.execute(oldest)).all()


async def _remove_rows(database: Sessions, storage: Storage, rows: Sequence[Any]) -> int:
    """Removes the files of these rows of the queue; returns how many succeeded."""
    avatars = [row.name for row in rows if row.bucket == AVATARS]
    avatars_removed = [await _try_delete_avatar(database, storage, name) for name in avatars]
    others = [row for row in rows if row.bucket != AVATARS]
    removed = [row.id for row in others if await _try_delete(storage, row.bucket, row.name)]
    if removed:
        async with transaction(database) as opened:
            await opened.session.execute(
                sa.delete(PendingRemoval).where(PendingRemoval.id.in_(removed))
            )
    return sum(avatars_removed) + len(removed)


async def remove_folder(storage: Storage, bucket: Bucket, name: str) -> None:
    """Deletes all files of a folder, such as the versions of a card; raises StorageFailure."""
    for stored in await storage.names_of(bucket, name):
        await storage.delete(bucket, stored)


async def _try_delete_avatar(database: Sessions, storage: Storage, name: str) -> bool:
    """Takes an avatar off the queue and deletes its file, if it is queued still.

    The next avatar has the same name, so this holds the row of the queue, and `keep_avatar` waits
    for it. Returns False and logs the reason if the storage fails.
    """
    try:
        async with transaction(database) as opened:
            queued = await opened.session.execute(_dequeue(name).returning(PendingRemoval.id))
            if queued.first() is not None:
                await storage.delete(AVATARS, name)
    except (StorageFailure, TimeoutError) as error:
        _log_failure(error)
        return False
    return True


async def _try_delete(storage: Storage, bucket: str, name: str) -> bool:
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
