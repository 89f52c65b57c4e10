"""What all members are told alike is read once for everybody who asks in the same moment."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from server.cache.purging import EVERYTHING, Purge, Tags

Answer = TypeVar("Answer")

# As long as a kept page is fresh, which visitors are shown meanwhile.
FRESH_S = 2.0
ANSWERS_MOST = 64


@dataclass(frozen=True, slots=True)
class _Kept:
    answer: Any
    tags: Tags
    until: float


class Shared:
    """Answers that are the same whoever asks, dropped by the tags of their page."""

    def __init__(self, purge: Purge, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._turns: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()
        self._purges = 0
        purge.listen(self._drop)

    async def read(
        self, key: Hashable, tags: Tags, read: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        """What was read a moment ago, or is being read; `key` says all that is asked."""
        kept = self._find(key)
        if kept is not None:
            answer: Answer = kept.answer
            return answer
        turn = self._turns.setdefault(key, asyncio.Lock())
        if turn.locked():
            return await self._read_behind(key, turn, read)
        async with turn:
            before = self._purges
            answer = await read()
            # Begun before a change, it may not say the truth of after it.
            if before == self._purges:
                self._keep(key, _Kept(answer, tags, self._now() + FRESH_S))
            return answer

    async def _read_behind(
        self, key: Hashable, turn: asyncio.Lock, read: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        """Whoever reads just now may fail, leave or be overtaken: then each reads alone."""
        async with turn:
            kept = self._find(key)
        if kept is None:
            return await read()
        answer: Answer = kept.answer
        return answer

    def _find(self, key: Hashable) -> _Kept | None:
        kept = self._kept.get(key)
        return kept if kept is not None and self._now() < kept.until else None

    def _keep(self, key: Hashable, kept: _Kept) -> None:
        self._kept[key] = kept
        self._kept.move_to_end(key)
        if len(self._kept) > ANSWERS_MOST:
            self._kept.popitem(last=False)

    def _drop(self, tags: Tags) -> None:
        self._purges += 1
        for key, kept in list(self._kept.items()):
            if EVERYTHING in tags or not tags.isdisjoint(kept.tags):
                del self._kept[key]
