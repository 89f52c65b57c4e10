"""Answers that are the same for everybody: asked for once, however many wait, and kept briefly."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from time import monotonic
from typing import Any, NamedTuple, Protocol, TypeVar

from server.cache.purging import EVERYTHING, Tags

# Counted from before the database was asked: older than this no answer is.
LIFE_S = 2.0
ANSWERS_MOST = 512
BYTES_MOST = 8 * 1024 * 1024


class Weighed(Protocol):
    """An answer that can say how much room it takes."""

    @property
    def size(self) -> int: ...


Value = TypeVar("Value", bound=Weighed)


class Subject(NamedTuple):
    """Key and tags of an answer."""

    key: Hashable
    tags: Tags


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer, and until when it holds."""

    value: Any
    tags: Tags
    until: float


@dataclass(slots=True, eq=False)
class Flight:
    """A question on its way; it brings an answer, an error, or nothing when its asker left."""

    tags: Tags
    until: float
    landed: asyncio.Future[tuple[Any, Exception | None] | None]


class Answers:
    """Bounded in number and in bytes; the oldest make room."""

    def __init__(
        self,
        *,
        now: Callable[[], float] = monotonic,
        most: int = ANSWERS_MOST,
        bytes_most: int = BYTES_MOST,
    ) -> None:
        self._now = now
        self._most = most
        self._bytes_most = bytes_most
        # In the order of their age, so that those that have expired come first.
        self._kept: dict[Hashable, Kept] = {}
        self._flying: dict[Hashable, Flight] = {}
        self.size = 0

    def __len__(self) -> int:
        return len(self._kept)

    async def find(
        self, subject: Subject, ask: Callable[[], Awaitable[Value]], *, anew: bool = False
    ) -> Value:
        """`anew` ignores a stored answer, for members who may know of newer changes."""
        while not anew:
            kept = self._kept.get(subject.key)
            if kept is not None and self._now() < kept.until:
                found: Value = kept.value
                return found
            flight = self._flying.get(subject.key)
            if flight is None or self._now() >= flight.until:
                break
            landed = await asyncio.shield(flight.landed)
            if landed is not None:
                error: Exception | None
                value: Value
                value, error = landed
                if error is not None:
                    raise error
                return value
        return await self._fly(subject, ask)

    def purge(self, tags: Tags) -> None:
        """Also what is on its way: it reaches those who wait for it, and nobody who comes now."""
        for key in [key for key, kept in self._kept.items() if _is_of(kept.tags, tags)]:
            self._drop(key)
        for key in [key for key, flight in self._flying.items() if _is_of(flight.tags, tags)]:
            del self._flying[key]

    async def _fly(self, subject: Subject, ask: Callable[[], Awaitable[Value]]) -> Value:
        """Reads in the task of the first request, with its limits and its trace."""
        landed = asyncio.get_running_loop().create_future()
        flight = Flight(subject.tags, self._now() + LIFE_S, landed)
        self._flying[subject.key] = flight
        try:
            value = await ask()
        except BaseException as error:
            landed.set_result((None, error) if isinstance(error, Exception) else None)
            self._end(subject, flight)
            raise
        landed.set_result((value, None))
        if self._end(subject, flight):
            self._keep(subject, Kept(value, subject.tags, flight.until))
        return value

    def _end(self, subject: Subject, flight: Flight) -> bool:
        """Whether nothing has changed since it began."""
        is_current = self._flying.get(subject.key) is flight
        if is_current:
            del self._flying[subject.key]
        return is_current

    def _keep(self, subject: Subject, kept: Kept) -> None:
        self._drop(subject.key)
        self._kept[subject.key] = kept
        self.size += kept.value.size
        while self._kept:
            key, oldest = next(iter(self._kept.items()))
            is_full = self.size > self._bytes_most or len(self._kept) > self._most
            if not is_full and self._now() < oldest.until:
                return
            self._drop(key)

    def _drop(self, key: Hashable) -> None:
        kept = self._kept.pop(key, None)
        if kept is not None:
            self.size -= kept.value.size


def _is_of(own: Tags, purged: Tags) -> bool:
    return EVERYTHING in purged or not own.isdisjoint(purged)
