"""Periodic removal of expired sessions and sign-ins."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import structlog

from server.accounts.sessions.actions.sessions import remove_expired
from server.database.clock import Clock
from server.database.engine import Sessions
from server.database.transaction import transaction

PAUSE_S = 600.0


async def clean_once(database: Sessions, now: Clock) -> None:
    """Deletes in one transaction all that `remove_expired` names."""
    async with transaction(database) as opened:
        await remove_expired(opened, now())


@asynccontextmanager
async def session_cleanup(database: Sessions, now: Clock) -> AsyncIterator[None]:
    """Removes expired sessions every PAUSE_S seconds while the block is active."""
    task = asyncio.create_task(_clean_periodically(database, now))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _clean_periodically(database: Sessions, now: Clock) -> None:
    """Deletes expired sessions after each pause; a failure is logged and the next round follows."""
    while True:
        await asyncio.sleep(PAUSE_S)
        try:
            await clean_once(database, now)
        except Exception:
            # Expired sessions are refused anyway, so the next run can delete them.
            structlog.get_logger("chanoki.sessions").exception("expired_not_removed")
