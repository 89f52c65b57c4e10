"""TCP proxy that causes network faults: refusal, reset, silence, latency, bandwidth, cut-off."""

import asyncio
import socket
import struct
import threading
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeVar

CHUNK = 65_536
RESET_ON_CLOSE = struct.pack("ii", 1, 0)
ACTION_WAIT_S = 0.3

Upstream = tuple[str, int] | Path
Side = Literal["client", "upstream"]
T = TypeVar("T")


@dataclass(frozen=True)
class Behaviour:
    """Behaviour of the proxy towards new and open connections."""

    on_connect: Literal["accept", "refuse", "reset"] = "accept"
    # No data passes in either direction.
    is_silent: bool = False
    latency_s: float = 0.0
    bytes_per_s: float = 0.0
    # Each connection is reset after so many bytes from upstream.
    cut_after_bytes: int | None = None
    # A request that contains these bytes reaches upstream; then its connection is reset.
    lose_response_to: bytes | None = None


PASS = Behaviour()
# New connections are refused, open ones are reset.
REFUSE = Behaviour(on_connect="refuse")
# New connections are accepted and reset at once, open ones are reset.
RESET = Behaviour(on_connect="reset")
# New connections are accepted; no data passes until the behaviour changes.
BLACKHOLE = Behaviour(is_silent=True)


def latency(seconds: float) -> Behaviour:
    """Returns a behaviour that delays each chunk by this time, in both directions."""
    return Behaviour(latency_s=seconds)


def rate(bytes_per_s: float) -> Behaviour:
    return Behaviour(bytes_per_s=bytes_per_s)


def cut(after_bytes: int) -> Behaviour:
    return Behaviour(cut_after_bytes=after_bytes)


def lose_response_to(request: bytes) -> Behaviour:
    return Behaviour(lose_response_to=request)


@dataclass(eq=False)
class _Link:
    """Proxied connection, with its streams to the client and to upstream."""

    client: asyncio.StreamWriter
    upstream: asyncio.StreamWriter | None = None
    received_bytes: int = 0
    is_response_lost: bool = False
    pumps: list[asyncio.Task[None]] = field(default_factory=list)

    def reset(self) -> None:
        for task in self.pumps:
            if task is not asyncio.current_task():
                task.cancel()
        _reset(self.client)
        if self.upstream is not None:
            self.upstream.transport.abort()


class Proxy:
    """TCP proxy with an event loop and a thread of its own, so that tests may block."""

    def __init__(self, upstream: Upstream) -> None:
        self._upstream = upstream
        self._behaviour = PASS
        self._links: set[_Link] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._may_pass = asyncio.Event()
        # Bound but not listening: reserves the port while connections are refused.
        self._reserved = _bound(0)
        self.port: int = self._reserved.getsockname()[1]
        self.accepted = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def links(self) -> int:
        """Number of open connections."""
        return len(self._links)

    def behave(self, behaviour: Behaviour) -> None:
        """Changes the behaviour, also of open connections, before it returns."""
        self._on_loop(self._behave(behaviour))

    def start(self) -> None:
        self._thread.start()
        self.behave(PASS)

    def stop(self) -> None:
        self.behave(REFUSE)
        self._on_loop(self._cancel_tasks())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._reserved.close()

    def _on_loop(self, work: Awaitable[T]) -> T:
        async def run() -> T:
            return await work

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(10)

    async def _behave(self, behaviour: Behaviour) -> None:
        self._behaviour = behaviour
        (self._may_pass.clear if behaviour.is_silent else self._may_pass.set)()
        if behaviour.on_connect != "accept":
            for link in list(self._links):
                link.reset()
        if behaviour.on_connect == "refuse" and self._server is not None:
            self._server.close()
            self._server = None
        if behaviour.on_connect != "refuse" and self._server is None:
            self._server = await asyncio.start_server(self._accept, sock=_bound(self.port))

    async def _cancel_tasks(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        if self._behaviour.on_connect == "reset":
            _reset(writer)
            return
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        link = _Link(writer, pumps=[task])
        self._links.add(link)
        try:
            await self._connect(link, reader)
        except (OSError, asyncio.CancelledError):
            link.reset()
        finally:
            self._links.discard(link)
            self._tasks.discard(task)

    async def _connect(self, link: _Link, client: asyncio.StreamReader) -> None:
        await self._may_pass.wait()
        if isinstance(self._upstream, Path):
            upstream, link.upstream = await asyncio.open_unix_connection(str(self._upstream))
        else:
            upstream, link.upstream = await asyncio.open_connection(*self._upstream)
        pumps = [
            asyncio.ensure_future(self._pump(link, client, link.upstream, side="client")),
            asyncio.ensure_future(self._pump(link, upstream, link.client, side="upstream")),
        ]
        link.pumps += pumps
        try:
            await asyncio.gather(*pumps)
        finally:
            for pump in pumps:
                pump.cancel()
            link.upstream.close()
            link.client.close()

    async def _pump(
        self,
        link: _Link,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        side: Side,
    ) -> None:
        """Passes data on in one direction; `side` is its sender."""
        while chunk := await reader.read(CHUNK):
            behaviour = self._behaviour
            if behaviour.latency_s:
                await asyncio.sleep(behaviour.latency_s)
            if behaviour.bytes_per_s:
                await asyncio.sleep(len(chunk) / behaviour.bytes_per_s)
            await self._may_pass.wait()
            if side == "upstream" and self._is_cut(link, len(chunk)):
                raise ConnectionResetError
            writer.write(chunk)
            await writer.drain()
            lost = self._behaviour.lose_response_to
            if side == "client" and lost is not None and lost in chunk:
                link.is_response_lost = True
                # Upstream has time to act on the request.
                await asyncio.sleep(ACTION_WAIT_S)
                raise ConnectionResetError
        with suppress(OSError, RuntimeError):
            writer.write_eof()

    def _is_cut(self, link: _Link, size: int) -> bool:
        link.received_bytes += size
        most = self._behaviour.cut_after_bytes
        return link.is_response_lost or (most is not None and link.received_bytes > most)


@contextmanager
def proxy_to(upstream: Upstream) -> Iterator[Proxy]:
    """Runs a proxy to a host and port, or to a Unix socket."""
    proxy = Proxy(upstream)
    proxy.start()
    try:
        yield proxy
    finally:
        proxy.stop()


def _bound(port: int) -> socket.socket:
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    bound.bind(("127.0.0.1", port))
    return bound


def _reset(writer: asyncio.StreamWriter) -> None:
    connection: socket.socket | None = writer.get_extra_info("socket")
    if connection is not None:
        with suppress(OSError):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
    writer.transport.abort()
