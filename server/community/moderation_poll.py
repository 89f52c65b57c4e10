"""Poll of the moderation log: its entries are written by commands, in other processes."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager

import structlog

from server.community.actions.moderation import events_of_entry
from server.database.background import in_background, pause
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.moderation.queries import entries_above, highest_entry
from server.realtime.events import HostEvent

INTERVAL_S = 1.0
TIMEOUT_S = 5.0
# Entries of concurrent transactions can become visible in another order than that of their ids.
LOOK_BACK = 20

Publish = Callable[[Sequence[HostEvent]], None]


class ModerationPoll:
    """Poll of the moderation log that publishes on this host the realtime events of each entry.

    Each entry is published once, save that the first poll repeats up to LOOK_BACK older ones, which
    changes nothing.
    """

    def __init__(self, database: Sessions, publish: Publish) -> None:
        self._database = database
        self._publish = publish
        self._highest: int | None = None
        self._seen: frozenset[int] = frozenset()
        self._is_failing = False

    async def poll(self) -> None:
        """Publishes the events of the log entries that were added since the last poll."""
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
        if events:
            self._publish(events)
        self._seen = frozenset(entry.id for entry in entries)
        self._highest = max(self._seen, default=self._highest)

    async def run(self, stopped: asyncio.Event) -> None:
        """Polls every second until `stopped` is set; logs only the first of failures in a row."""
        while not stopped.is_set():
            try:
                async with asyncio.timeout(TIMEOUT_S):
                    await self.poll()
                self._is_failing = False
            except Exception as error:
                # The next successful poll finds the entries that were written meanwhile.
                if not self._is_failing:
                    log = structlog.get_logger("chanoki.moderation")
                    log.warning("moderation_log_not_read", reason=type(error).__name__)
                self._is_failing = True
            await pause(stopped, seconds=INTERVAL_S)


def moderation_poll(database: Sessions, publish: Publish) -> AbstractAsyncContextManager[None]:
    """Polls the moderation log every second while the block runs."""
    return in_background(ModerationPoll(database, publish).run)
