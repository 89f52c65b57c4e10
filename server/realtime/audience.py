"""Subscribers of this host: open pages, each with a bounded queue."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

SEATS_MOST = 2_000
# A household, a school or a mobile network can share one address.
SEATS_PER_ADDRESS = 40
BACKLOG_MOST = 64


class Seat:
    """One open page and its queue of messages."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[str] = asyncio.Queue(BACKLOG_MOST)
        self.fell_behind = asyncio.Event()

    def tell(self, text: str) -> None:
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.fell_behind.set()

    async def next(self) -> str:
        return await self._waiting.get()


class Audience:
    """All open pages of this host."""

    def __init__(self, *, most: int = SEATS_MOST, per_address: int = SEATS_PER_ADDRESS) -> None:
        self._most = most
        self._per_address = per_address
        self._seats: set[Seat] = set()
        self._addresses: Counter[str] = Counter()

    @property
    def size(self) -> int:
        return len(self._seats)

    def tell(self, text: str) -> None:
        for seat in self._seats:
            seat.tell(text)

    @contextmanager
    def seat_for(self, address: str) -> Iterator[Seat | None]:
        """A place for the duration of the block, or None at the limit."""
        if self.size >= self._most or self._addresses[address] >= self._per_address:
            yield None
            return
        seat = Seat()
        self._seats.add(seat)
        self._addresses[address] += 1
        try:
            yield seat
        finally:
            self._seats.discard(seat)
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]
