"""Poll of the sessions of open pages: a page's live connection ends with its session."""

from contextlib import AbstractAsyncContextManager
from functools import partial

from server.accounts.sessions.queries import find_open_sessions
from server.database.background import repeated
from server.database.clock import Clock
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.realtime.subscribers import Subscribers

INTERVAL_S = 5.0
TIMEOUT_S = 5.0


async def close_ended(database: Sessions, subscribers: Subscribers, now: Clock) -> None:
    """Closes the live connections whose session has ended, by a suspension too.

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
    """Runs `close_ended` every INTERVAL_S seconds while the block is active.

    A session that cannot be read may be open; the next poll reads it.
    """
    return repeated(
        partial(close_ended, database, subscribers, now),
        interval_s=INTERVAL_S,
        timeout_s=TIMEOUT_S,
        logger="chanoki.sessions",
        failure="live_sessions_not_read",
    )
