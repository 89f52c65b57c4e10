"""Carries events from a change to every open page, on this host and the others."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from secrets import token_hex

import msgspec
import structlog
from litestar.channels import ChannelsBackend, ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend

from server.realtime.audience import Audience
from server.realtime.events import Announced, Event, PostChanged
from server.realtime.postgresql import Connect, PostgresCarrier

NAME = "community"
# Events wait this long to be merged: fifty likes of a post in a moment
# become one event.
GATHER_S = 0.05
WAITING_MOST = 2_000
# NOTIFY carries at most 8,000 bytes; an event has at most 150.
TOGETHER_MOST = 50

Hear = Callable[[Sequence[Announced]], None]


class Batch(msgspec.Struct, frozen=True):
    """Events as hosts exchange them, with the host that published them."""

    origin: str
    events: list[Announced]


_BATCHES = msgspec.json.Decoder(Batch)


def channel_over(connect: Connect | None) -> "Channel":
    """A channel over the database that several hosts share, or within the only host."""
    carrier = PostgresCarrier(connect) if connect else MemoryChannelsBackend()
    return Channel(carrier, Audience())


class Channel:
    """Channel of events. Publishing never blocks or raises; a lost event costs freshness only."""

    def __init__(self, carrier: ChannelsBackend, audience: Audience) -> None:
        self.audience = audience
        self._channels = ChannelsPlugin(carrier, channels=[NAME])
        self._waiting: dict[object, Announced] = {}
        self._hearers: list[Hear] = []
        self._is_running = False
        self._origin = token_hex(8)

    def listen(self, hear: Hear) -> None:
        """Registers a subscriber of this host for the events of other hosts."""
        self._hearers.append(hear)

    def announce(self, event: Announced) -> None:
        """Queues an event and returns at once; never raises."""
        if not self._is_running or len(self._waiting) >= WAITING_MOST:
            return
        if not self._waiting:
            asyncio.get_running_loop().call_later(GATHER_S, self._send_waiting)
        # Only the newest numbers of a post are kept.
        key: object = (PostChanged, event.id) if isinstance(event, PostChanged) else event
        self._waiting.pop(key, None)
        self._waiting[key] = event

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Carries events for the duration of the block."""
        async with self._channels, self._channels.start_subscription(NAME) as subscriber:
            task = asyncio.create_task(self._pass_on(subscriber.iter_events()))
            self._is_running = True
            try:
                yield
            finally:
                self._is_running = False
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    def _send_waiting(self) -> None:
        waiting, self._waiting = list(self._waiting.values()), {}
        if not self._is_running:
            return
        for start in range(0, len(waiting), TOGETHER_MOST):
            batch = Batch(self._origin, waiting[start : start + TOGETHER_MOST])
            self._channels.publish(msgspec.json.encode(batch), NAME)

    async def _pass_on(self, carried: AsyncIterator[bytes]) -> None:
        async for encoded in carried:
            try:
                batch = _BATCHES.decode(encoded)
            except msgspec.DecodeError:
                # A host of a newer version may send unknown events.
                structlog.get_logger("chanoki.realtime").warning("events_not_understood")
                continue
            if batch.origin == self._origin:
                # The publisher purged its own cache before it published.
                self._tell_pages(batch.events)
            else:
                self.tell_here(batch.events)

    def tell_here(self, events: Sequence[Announced]) -> None:
        """Passes events to this host's subscribers and open pages, not to other hosts."""
        for hear in self._hearers:
            hear(events)
        self._tell_pages(events)

    def _tell_pages(self, events: Sequence[Announced]) -> None:
        for event in events:
            if isinstance(event, Event):
                self.audience.tell(msgspec.json.encode(event).decode())
