"""Tells every host of the site which kept pages no longer say the truth."""

from collections.abc import Callable, Iterable
from typing import Protocol

import structlog

Tags = frozenset[str]
# Said when it is not known what has changed.
EVERYTHING = "*"
Drop = Callable[[Tags], None]


class Channel(Protocol):
    """Carries tags to the other hosts of the site."""

    async def publish(self, tags: Tags) -> None:
        """Raises when the others can't be told."""
        ...


class Purge:
    """What an action calls once its change is true: `transaction.after_commit(...)`."""

    def __init__(self, channel: Channel | None = None) -> None:
        self._channel = channel
        self._drops: list[Drop] = []

    def listen(self, drop: Drop) -> None:
        """A cache of this host; what the other hosts publish reaches it by `hear`."""
        self._drops.append(drop)

    def hear(self, tags: Tags) -> None:
        for drop in self._drops:
            drop(tags)

    async def __call__(self, tags: Iterable[str]) -> None:
        purged = frozenset(tags)
        self.hear(purged)
        if self._channel is None:
            return
        try:
            await self._channel.publish(purged)
        except Exception:
            # The change itself is stored, and what others keep is soon too old to be shown.
            structlog.get_logger("chanoki.cache").exception("purge_not_published")
