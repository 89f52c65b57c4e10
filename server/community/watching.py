"""Hears of what a command removed: it is a process of its own, so its record is looked at."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import structlog

from server.community.queries.moderation_events import events_of_entry
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.moderation.queries import entries_above, highest_entry
from server.realtime.events import Event

LOOK_S = 1.0
ANSWER_S = 5.0
# Two who remove something at the same moment may be seen in another order than they are numbered.
LOOK_BACK = 20

Tell = Callable[[Event], None]


class Watch:
    """Tells this host of each entry once; those that are older than the host do no harm."""

    def __init__(self, database: Sessions, tell: Tell) -> None:
        self._database = database
        self._tell = tell
        self._highest: int | None = None
        self._seen: frozenset[int] = frozenset()
        self._is_blind = False

    async def look(self) -> None:
        async with transaction(self._database) as opened:
            if self._highest is None:
                self._highest = await highest_entry(opened.session)
            entries = await entries_above(opened.session, self._highest - LOOK_BACK)
            events = [
                event
                for entry in entries
                if entry.id not in self._seen
                for event in await events_of_entry(opened.session, entry)
            ]
        for event in events:
            self._tell(event)
        self._seen = frozenset(entry.id for entry in entries)
        self._highest = max(self._seen, default=self._highest)

    async def look_until(self, over: asyncio.Event) -> None:
        while not over.is_set():
            try:
                async with asyncio.timeout(ANSWER_S):
                    await self.look()
                self._is_blind = False
            except Exception as error:
                # Whatever was removed meanwhile is still in the record when the database is back.
                if not self._is_blind:
                    log = structlog.get_logger("chanoki.moderation")
                    log.warning("record_not_read", reason=type(error).__name__)
                self._is_blind = True
            await _pause(over)


@asynccontextmanager
async def watching(database: Sessions, tell: Tell) -> AsyncIterator[None]:
    """Looks as long as the block lasts."""
    over = asyncio.Event()
    task = asyncio.create_task(Watch(database, tell).look_until(over))
    try:
        yield
    finally:
        over.set()
        # A question that is under way is let finish: its connection goes back whole.
        await task


async def _pause(over: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(LOOK_S):
            await over.wait()
    except TimeoutError:
        return
