"""A small TCP proxy that causes network faults: refusal, reset, silence, latency, cut-off."""

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
ANSWER_WAIT_S = 0.3

Upstream = tuple[str, int] | Path
Side = Literal["asking", "answering"]
T = TypeVar("T")


@dataclass(frozen=True)
class Manner:
    """How the proxy treats new and open connections."""

    door: Literal["open", "refuse", "reset"] = "open"
    is_silent: bool = False
    latency_s: float = 0.0
    bytes_per_s: float = 0.0
    # A connection is reset after this many bytes of its responses.
    cut_after_bytes: int | None = None
    # A request with these bytes arrives, but its response is lost with the connection.
    lose_answer_to: bytes | None = None


PASS = Manner()
# Connections are refused, and open ones are reset.
REFUSE = Manner(door="refuse")
# Connections are accepted, and reset at once.
RESET = Manner(door="reset")
# Connections are accepted, but no data passes until the manner changes.
BLACKHOLE = Manner(is_silent=True)


def latency(seconds: float) -> Manner:
    """Return a manner that delays each piece by this time, in both directions."""
    return Manner(latency_s=seconds)


def rate(bytes_per_s: float) -> Manner:
    return Manner(bytes_per_s=bytes_per_s)


def cut(after_bytes: int) -> Manner:
    return Manner(cut_after_bytes=after_bytes)


def lose_answer_to(asked: bytes) -> Manner:
    return Manner(lose_answer_to=asked)


@dataclass(eq=False)
class _Link:
    """One proxied connection: its client side and its upstream side."""

    near: asyncio.StreamWriter
    far: asyncio.StreamWriter | None = None
    answered_bytes: int = 0
    is_losing: bool = False
    pumps: list[asyncio.Task[None]] = field(default_factory=list)

    def reset(self) -> None:
        for task in self.pumps:
            if task is not asyncio.current_task():
                task.cancel()
        _reset(self.near)
        if self.far is not None:
            self.far.transport.abort()


class Proxy:
    """Runs on a loop and a thread of its own, so that it works while a test waits."""

    def __init__(self, upstream: Upstream) -> None:
        self._upstream = upstream
        self._manner = PASS
        self._links: set[_Link] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._is_talking = asyncio.Event()
        # Bound but not listening, so that the port stays reserved.
        self._place = _bound(0)
        self.port: int = self._place.getsockname()[1]
        self.accepted = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def links(self) -> int:
        """Number of open connections."""
        return len(self._links)

    def behave(self, manner: Manner) -> None:
        """Change the manner; it applies when this returns."""
        self._on_loop(self._behave(manner))

    def start(self) -> None:
        self._thread.start()
        self.behave(PASS)

    def stop(self) -> None:
        self.behave(REFUSE)
        self._on_loop(self._settle())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._place.close()

    def _on_loop(self, work: Awaitable[T]) -> T:
        async def run() -> T:
            return await work

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(10)

    async def _behave(self, manner: Manner) -> None:
        self._manner = manner
        (self._is_talking.clear if manner.is_silent else self._is_talking.set)()
        if manner.door != "open":
            for link in list(self._links):
                link.reset()
        if manner.door == "refuse" and self._server is not None:
            self._server.close()
            self._server = None
        if manner.door != "refuse" and self._server is None:
            self._server = await asyncio.start_server(self._take, sock=_bound(self.port))

    async def _settle(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        if self._manner.door == "reset":
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

    async def _connect(self, link: _Link, near: asyncio.StreamReader) -> None:
        await self._is_talking.wait()
        if isinstance(self._upstream, Path):
            far, link.far = await asyncio.open_unix_connection(str(self._upstream))
        else:
            far, link.far = await asyncio.open_connection(*self._upstream)
        pumps = [
            asyncio.ensure_future(self._pump(link, near, link.far, side="asking")),
            asyncio.ensure_future(self._pump(link, far, link.near, side="answering")),
        ]
        link.pumps += pumps
        try:
            await asyncio.gather(*pumps)
        finally:
            for pump in pumps:
                pump.cancel()
            link.far.close()
            link.near.close()

    async def _pump(
        self,
        link: _Link,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        side: Side,
    ) -> None:
        while piece := await reader.read(CHUNK):
            manner = self._manner
            if manner.latency_s:
                await asyncio.sleep(manner.latency_s)
            if manner.bytes_per_s:
                await asyncio.sleep(len(piece) / manner.bytes_per_s)
            await self._is_talking.wait()
            if side == "answering" and self._is_cut(link, len(piece)):
                raise ConnectionResetError
            writer.write(piece)
            await writer.drain()
            lost = self._manner.lose_answer_to
            if side == "asking" and lost is not None and lost in piece:
                link.is_losing = True
                # Long enough for the upstream to act on the request.
                await asyncio.sleep(ANSWER_WAIT_S)
                raise ConnectionResetError
        with suppress(OSError, RuntimeError):
            writer.write_eof()

    def _is_cut(self, link: _Link, size: int) -> bool:
        link.answered_bytes += size
        most = self._manner.cut_after_bytes
        return link.is_losing or (most is not None and link.answered_bytes > most)


@contextmanager
def proxy_to(upstream: Upstream) -> Iterator[Proxy]:
    """A proxy before a port, or before a socket in the file system."""
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
    taken: socket.socket | None = writer.get_extra_info("socket")
    if taken is not None:
        with suppress(OSError):
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
    writer.transport.abort()
