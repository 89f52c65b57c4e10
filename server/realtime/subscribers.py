"""Subscribers of this host: open pages, each with a bounded queue."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Set
from contextlib import contextmanager

SUBSCRIBERS_MOST = 2_000
# A household, a school or a mobile network can share one address.
SUBSCRIBERS_PER_ADDRESS = 40
QUEUE_MOST = 64


class Subscriber:
    """Open page with its queue of messages; `member_id` is None for a visitor's page.

    `is_behind` is set when a message does not fit into the queue.
    """

    def __init__(self, member_id: str | None = None) -> None:
        self.member_id = member_id
        self._waiting: asyncio.Queue[str] = asyncio.Queue(QUEUE_MOST)
        self.is_behind = asyncio.Event()

    def send(self, text: str) -> None:
        """Queues a message.

        If the queue is full, marks the page as behind, which closes its connection.
        """
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.is_behind.set()

    async def next(self) -> str:
        """Waits for the next message."""
        return await self._waiting.get()


class Subscribers:
    """Open pages of this host, limited in all and for each client address."""

    def __init__(
        self, *, most: int = SUBSCRIBERS_MOST, per_address: int = SUBSCRIBERS_PER_ADDRESS
    ) -> None:
        self._most = most
        self._per_address = per_address
        self._subscribers: set[Subscriber] = set()
        self._addresses: Counter[str] = Counter()

    @property
    def size(self) -> int:
        return len(self._subscribers)

    @property
    def has_members(self) -> bool:
        return any(subscriber.member_id for subscriber in self._subscribers)

    def send(self, text: str) -> None:
        """Queues a message for all open pages."""
        for subscriber in self._subscribers:
            subscriber.send(text)

    def send_to_visitors(self, text: str) -> None:
        """Queues a message for the pages of visitors."""
        for subscriber in self._subscribers:
            if subscriber.member_id is None:
                subscriber.send(text)

    def send_to_member(self, member_id: str, text: str) -> None:
        """Queues a message for all open pages of one member."""
        for subscriber in self._subscribers:
            if subscriber.member_id == member_id:
                subscriber.send(text)

    def send_to_members(self, text: str, *, without: Set[str]) -> None:
        """Queues a message for the pages of members, except those `without`."""
        for subscriber in self._subscribers:
            if subscriber.member_id is not None and subscriber.member_id not in without:
                subscriber.send(text)

    @contextmanager
    def subscription(
        self, address: str, member_id: str | None = None
    ) -> Iterator[Subscriber | None]:
        """Subscribes a page while the block is active; yields None if there are too many."""
        if self.size >= self._most or self._addresses[address] >= self._per_address:
            yield None
            return
        subscriber = Subscriber(member_id)
        self._subscribers.add(subscriber)
        self._addresses[address] += 1
        try:
            yield subscriber
        finally:
            self._subscribers.discard(subscriber)
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]
