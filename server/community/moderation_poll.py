"""Poll of the moderation log: its entries are written by commands, in other processes."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager

from server.community.actions.moderation import events_of_entry
from server.database.background import repeated
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


def moderation_poll(database: Sessions, publish: Publish) -> AbstractAsyncContextManager[None]:
    """Polls the moderation log every second while the block runs.

    After a failure the next poll finds the entries that were written meanwhile.
    """
    return repeated(
        ModerationPoll(database, publish).poll,
        interval_s=INTERVAL_S,
        timeout_s=TIMEOUT_S,
        logger="chanoki.moderation",
        failure="moderation_log_not_read",
    )
