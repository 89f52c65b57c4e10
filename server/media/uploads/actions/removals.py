"""Stored files that nothing points at any longer: written down first, so that none is forgotten."""

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa
import structlog

from server.database.engine import Sessions
from server.database.transaction import Transaction, transaction
from server.media.storage.interface import BUCKETS, Bucket, Storage, StorageFailure
from server.media.uploads.tables import PendingRemoval

AT_ONCE = 200


async def queue_removals(
    opened: Transaction, names: Collection[str], *, bucket: Bucket, now: datetime
) -> None:
    """Part of the change that lets go of the files; who makes it removes them afterwards."""
    if names:
        rows = [{"bucket": bucket, "name": name, "created_at": now} for name in names]
        await opened.session.execute(sa.insert(PendingRemoval), rows)


async def remove_files(
    database: Sessions, storage: Storage, names: Collection[str], *, bucket: Bucket
) -> None:
    """At once, as far as the store lets it; what fails stays written down for the sweeper."""
    removed = []
    for name in names:
        # A store that refused one file would let whoever waits wait for each of the others.
        if not await _is_removed(storage, bucket, name):
            break
        removed.append(name)
    async with transaction(database) as opened:
        await opened.session.execute(
            sa.delete(PendingRemoval).where(
                PendingRemoval.bucket == bucket, PendingRemoval.name.in_(removed)
            )
        )


async def remove_pending(database: Sessions, storage: Storage, *, now: datetime) -> None:
    """Removes what is still written down, the oldest first; a file that resists keeps its line."""
    select = (
        sa.select(PendingRemoval.id, PendingRemoval.bucket, PendingRemoval.name)
        # What is only being stored is written down for later.
        .where(PendingRemoval.created_at <= now)
        .order_by(PendingRemoval.created_at, PendingRemoval.id)
        .limit(AT_ONCE)
    )
    async with transaction(database) as opened:
        rows = (await opened.session.execute(select)).all()
    removed = [row.id for row in rows if await _is_removed(storage, row.bucket, row.name)]
    if removed:
        async with transaction(database) as opened:
            await opened.session.execute(
                sa.delete(PendingRemoval).where(PendingRemoval.id.in_(removed))
            )


async def _is_removed(storage: Storage, bucket: str, name: str) -> bool:
    known: Bucket | None = next((one for one in BUCKETS if one == bucket), None)
    try:
        if known is not None:
            await storage.delete(known, name)
    except StorageFailure as error:
        structlog.get_logger("chanoki.uploads").warning("file_not_removed", reason=str(error))
        return False
    return True
