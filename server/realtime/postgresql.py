"""Channel backend over PostgreSQL with LISTEN and NOTIFY."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any, Protocol

import structlog
from litestar.channels import ChannelsBackend

# Messages that wait in each direction; further ones are dropped.
QUEUE_MOST = 1_000
# An idle connection is checked after this time; a lost one is noticed ANSWER_S later at most.
CHECK_S = 2.0
ANSWER_S = 5.0
RETRY_S = (0.5, 1.0, 2.0, 5.0)

OnNotification = Callable[[Any, int, str, Any], None]


class Connection(Protocol):
    """Methods of the driver's connection that are used here."""

    async def execute(self, query: str, *values: object, timeout: float | None = None) -> str: ...

    def add_listener(self, channel: str, callback: OnNotification) -> Awaitable[None]: ...


Connect = Callable[[], AbstractAsyncContextManager[Connection]]


class PostgresChannels(ChannelsBackend):
    """Backend with one connection, which it opens again when it breaks.

    Meanwhile this host's messages wait in a queue, and those of other hosts are lost.
    """

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._names: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        self._outgoing: asyncio.Queue[tuple[str, str]] = asyncio.Queue(QUEUE_MOST)
        self._incoming: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(QUEUE_MOST)
        self._failures = 0

    async def on_startup(self) -> None:
        """Does nothing: the first subscription starts the connection."""

    async def on_shutdown(self) -> None:
        """Ends the connection's task; called by Litestar's plugin."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Queues a message for all hosts, this one included; drops it if the queue is full."""
        with suppress(asyncio.QueueFull):
            for name in channels:
                self._outgoing.put_nowait((name, data.decode()))

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Adds channels, and starts the connection at the first call.

        An open connection hears added channels only after it has reconnected.
        """
        self._names.update(channels)
        if self._task is None:
            self._task = asyncio.create_task(self._stay_connected())

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        self._names.difference_update(channels)

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        while True:
            yield await self._incoming.get()

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        del channel, limit
        return []

    async def _stay_connected(self) -> None:
        """Connects again for ever, with growing pauses; logs only the first of several failures."""
        log = structlog.get_logger("chanoki.realtime")
        while True:
            try:
                async with self._connect() as connection:
                    await self._exchange(connection)
            except Exception as error:
                if self._failures == 0:
                    log.warning("events_not_carried", reason=type(error).__name__)
            self._failures += 1
            await asyncio.sleep(RETRY_S[min(self._failures, len(RETRY_S)) - 1])

    async def _exchange(self, connection: Connection) -> None:
        """Listens and sends until the connection is lost, which raises an exception.

        An idle connection is tested by a query, because it can break without a sign.
        """
        for name in self._names:
            await connection.add_listener(name, self._on_notification)
        self._failures = 0
        while True:
            try:
                async with asyncio.timeout(CHECK_S):
                    name, text = await self._outgoing.get()
            except TimeoutError:
                await connection.execute("SELECT 1", timeout=ANSWER_S)
                continue
            await connection.execute("SELECT pg_notify($1, $2)", name, text, timeout=ANSWER_S)

    def _on_notification(self, _connection: object, _pid: int, name: str, text: object) -> None:
        with suppress(asyncio.QueueFull):
            self._incoming.put_nowait((name, str(text).encode()))
