"""Poll of the sessions of open pages: a page's live connection ends with its session."""

import asyncio
from contextlib import AbstractAsyncContextManager

import structlog

from server.accounts.sessions.queries import find_open_sessions
from server.database.background import in_background, pause
from server.database.clock import Clock
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.realtime.subscribers import Subscribers

INTERVAL_S = 5.0
TIMEOUT_S = 5.0


async def close_ended(database: Sessions, subscribers: Subscribers, now: Clock) -> None:
    """Closes the live connections whose session has ended or whose member is suspended.

    One query for all open pages of this host; none while no member has a page open.
    """
    if not (ids := subscribers.session_ids):
        return
    async with transaction(database) as opened:
        found = await find_open_sessions(opened.session, ids, now=now())
    subscribers.close_pages_of(ids - found)


def live_sessions_poll(
    database: Sessions, subscribers: Subscribers, now: Clock
) -> AbstractAsyncContextManager[None]:
    """Runs `close_ended` every INTERVAL_S seconds while the block is active."""

    async def run(stopped: asyncio.Event) -> None:
        """Polls until `stopped` is set; logs only the first of failures in a row."""
        is_failing = False
        while not stopped.is_set():
            try:
                async with asyncio.timeout(TIMEOUT_S):
                    await close_ended(database, subscribers, now)
                is_failing = False
            except Exception as error:
                # A session that could not be read may be open; the next poll reads it.
                if not is_failing:
                    log = structlog.get_logger("chanoki.sessions")
                    log.warning("live_sessions_not_read", reason=type(error).__name__)
                is_failing = True
            await pause(stopped, seconds=INTERVAL_S)

    return in_background(run)
