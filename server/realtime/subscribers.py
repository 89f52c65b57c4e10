"""Subscribers of this host: open pages, each with a bounded queue."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from typing import NamedTuple

SUBSCRIBERS_MOST = 2_000
# A household, a school or a mobile network can share one address.
SUBSCRIBERS_PER_ADDRESS = 40
QUEUE_MOST = 64


class MemberSession(NamedTuple):
    """Session with which a member opened a page."""

    member_id: str
    session_id: str


class Subscriber:
    """Open page with its queue of messages; `session` is None for a visitor's page.

    `must_close` is set when a message does not fit into the queue, or the session has ended.
    """

    def __init__(self, session: MemberSession | None = None) -> None:
        self.session = session
        self._waiting: asyncio.Queue[str] = asyncio.Queue(QUEUE_MOST)
        self.must_close = asyncio.Event()

    @property
    def member_id(self) -> str | None:
        return self.session.member_id if self.session else None

    def send(self, text: str) -> None:
        """Queues a message.

        If the queue is full, closes the page's connection.
        """
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.must_close.set()

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
        self._networks: Counter[str] = Counter()

    @property
    def size(self) -> int:
        return len(self._subscribers)

    @property
    def has_members(self) -> bool:
        return any(subscriber.member_id for subscriber in self._subscribers)

    @property
    def session_ids(self) -> frozenset[str]:
        """The sessions of the open pages of members."""
        return frozenset(each.session.session_id for each in self._subscribers if each.session)

    def close_pages_of(self, session_ids: Set[str]) -> None:
        """Closes the connections of all pages that were opened with these sessions."""
        for subscriber in self._subscribers:
            if subscriber.session and subscriber.session.session_id in session_ids:
                subscriber.must_close.set()

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
        self, networks: Mapping[str, int], session: MemberSession | None = None
    ) -> Iterator[Subscriber | None]:
        """Subscribes a page while the block is active; yields None if there are too many.

        Each of the client's networks may use the limit of as many addresses as its number says.
        """
        is_full = any(
            self._networks[network] >= addresses * self._per_address
            for network, addresses in networks.items()
        )
        if self.size >= self._most or is_full:
            yield None
            return
        subscriber = Subscriber(session)
        self._subscribers.add(subscriber)
        self._networks.update([*networks])
        try:
            yield subscriber
        finally:
            self._subscribers.discard(subscriber)
            self._networks -= Counter([*networks])
