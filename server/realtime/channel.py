"""Channel of events from changes of data to open pages, and to the page caches of other hosts."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from secrets import token_hex

import msgspec
import structlog
from litestar.channels import ChannelsBackend, ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend

from server.realtime.events import (
    CommentAdded,
    CommentEdited,
    Event,
    ForOneMember,
    HostEvent,
    LiveMessage,
    NotificationsChanged,
    PostChanged,
    PostCreated,
    WithheldCommentEdited,
)
from server.realtime.postgresql import Connect, PostgresChannels
from server.realtime.subscribers import Subscribers

NAME = "community"
# Events wait this long, so that fifty likes of a post in a moment become one event.
MERGE_S = 0.05
# Queued events; further ones are dropped.
WAITING_MOST = 2_000
# NOTIFY carries at most 8,000 bytes; an event has at most 150.
BATCH_MOST = 50
# Events about something new, which some members do not see.
ADDED = (PostCreated, CommentAdded)

Listener = Callable[[Sequence[HostEvent]], None]
# Returns the members who do not see what an event is about.
HiddenFrom = Callable[[Event], Awaitable[frozenset[str]]]


class Batch(msgspec.Struct, frozen=True):
    """Events as hosts exchange them, with the id of the host that published them."""

    origin: str
    events: list[HostEvent]


_BATCHES = msgspec.json.Decoder(Batch)


async def hide_from_nobody(_event: Event) -> frozenset[str]:
    """Returns no members: the default `HiddenFrom`, with which all members see every event."""
    return frozenset()


def create_channel(
    connect: Connect | None, hidden_from: HiddenFrom = hide_from_nobody
) -> "Channel":
    """Creates a channel: over PostgreSQL with `connect`, otherwise (SQLite) in this host's memory.

    `hidden_from` names the members who do not get the event of a new post or comment.
    """
    backend = PostgresChannels(connect) if connect else MemoryChannelsBackend()
    return Channel(backend, Subscribers(), hidden_from)


class Channel:
    """Channel of events. Publishing never blocks or raises; a lost event costs freshness only."""

    def __init__(
        self,
        backend: ChannelsBackend,
        subscribers: Subscribers,
        hidden_from: HiddenFrom = hide_from_nobody,
    ) -> None:
        self.subscribers = subscribers
        self._hidden_from = hidden_from
        self._sending: set[asyncio.Task[None]] = set()
        self._channels = ChannelsPlugin(backend, channels=[NAME])
        self._waiting: dict[object, HostEvent] = {}
        self._listeners: list[Listener] = []
        self._is_running = False
        self._origin = token_hex(8)

    def listen(self, listener: Listener) -> None:
        """Registers a function that receives other hosts' events, and those of `publish_here`.

        What this host publishes does not reach the function: the host's cache is purged before.
        """
        self._listeners.append(listener)

    def publish(self, event: HostEvent) -> None:
        """Queues an event for all hosts and returns at once; never raises.

        Drops it while the channel is not running, or if WAITING_MOST events are queued.
        """
        if not self._is_running or len(self._waiting) >= WAITING_MOST:
            return
        if not self._waiting:
            asyncio.get_running_loop().call_later(MERGE_S, self._send_waiting)
        # Only the newest numbers of a post are kept.
        key: object = (PostChanged, event.id) if isinstance(event, PostChanged) else event
        self._waiting.pop(key, None)
        self._waiting[key] = event

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Receives and sends events while the block is active."""
        async with self._channels, self._channels.start_subscription(NAME) as subscriber:
            task = asyncio.create_task(self._deliver(subscriber.iter_events()))
            self._is_running = True
            try:
                yield
            finally:
                self._is_running = False
                await _cancel(task, *self._sending)

    def _send_waiting(self) -> None:
        """Publishes the queued events in batches; drops them if the channel has stopped."""
        waiting, self._waiting = list(self._waiting.values()), {}
        if not self._is_running:
            return
        for start in range(0, len(waiting), BATCH_MOST):
            batch = Batch(self._origin, waiting[start : start + BATCH_MOST])
            self._channels.publish(msgspec.json.encode(batch), NAME)

    async def _deliver(self, received: AsyncIterator[bytes]) -> None:
        """Passes received events to open pages, and those of other hosts to listeners."""
        async for encoded in received:
            try:
                batch = _BATCHES.decode(encoded)
            except msgspec.DecodeError:
                # A host of a newer version may send unknown events.
                structlog.get_logger("chanoki.realtime").warning("events_not_understood")
                continue
            if batch.origin == self._origin:
                # The publisher purged its own cache before it published.
                self._send_to_pages(batch.events)
            else:
                self.publish_here(batch.events)

    def publish_here(self, events: Sequence[HostEvent]) -> None:
        """Passes events to this host's listeners and open pages, not to other hosts.

        For events that other hosts published, and for those that each host reads by itself from
        the moderation log.
        """
        for listener in self._listeners:
            listener(events)
        self._send_to_pages(events)

    def _send_to_pages(self, events: Sequence[HostEvent]) -> None:
        """Queues events for the open pages of this host.

        Members' pages receive them in order: a new post or comment first waits for the list of
        members it is hidden from, and later events wait for it. Visitors' pages never wait.
        """
        for event in events:
            if isinstance(event, ForOneMember):
                self._send_to_member(event)
            if not isinstance(event, Event):
                continue
            text = msgspec.json.encode(event).decode()
            may_be_hidden = isinstance(event, ADDED) and self.subscribers.has_members
            if not may_be_hidden and not self._sending:
                self.subscribers.send(text)
                continue
            self.subscribers.send_to_visitors(text)
            task = asyncio.create_task(self._send_to_members(event, text, tuple(self._sending)))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    def _send_to_member(self, event: ForOneMember) -> None:
        """Queues an event for the open pages of the member that it is for."""
        message: LiveMessage
        match event:
            case NotificationsChanged():
                message = event
            case WithheldCommentEdited():
                message = CommentEdited(event.post_id, event.id)
        text = msgspec.json.encode(message).decode()
        self.subscribers.send_to_member(event.member_id, text)

    async def _send_to_members(
        self, event: Event, text: str, earlier: Sequence["asyncio.Task[None]"]
    ) -> None:
        """Sends an event to members' pages after the `earlier` tasks, so that events keep order.

        A new post or comment skips members it is hidden from; if those cannot be read, it is not
        sent to any member.
        """
        if earlier:
            await asyncio.wait(earlier)
        try:
            is_new = isinstance(event, ADDED)
            without = await self._hidden_from(event) if is_new else frozenset[str]()
        except Exception:
            # A lost event costs freshness only.
            structlog.get_logger("chanoki.realtime").warning("readers_not_read")
            return
        self.subscribers.send_to_members(text, without=without)


async def _cancel(*tasks: "asyncio.Task[None]") -> None:
    """Cancels tasks and waits for their end."""
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
