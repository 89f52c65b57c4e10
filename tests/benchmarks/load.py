"""Load generator in a process of its own: reads a job a line, writes a result a line."""

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter

import msgspec

from tests.benchmarks.jobs import Job, Load, spread

ANSWER_LIMIT_S = 5.0
RETRY_S = 0.02
SEQUENCE_LIMIT_S = 60.0


@dataclass(slots=True)
class Tally:
    """What all connections of a job saw."""

    failed: int = 0
    undrawn: int = 0
    wholes: list[float] = field(default_factory=list)
    first_bytes: list[float] = field(default_factory=list)


class Visitor(asyncio.Protocol):
    """One persistent connection: sends a request, reads the whole response, sends the next."""

    def __init__(self, job: Job, requests: Iterator[bytes], tally: Tally) -> None:
        self._job = job
        self._requests = requests
        self._tally = tally
        self._transport: asyncio.Transport | None = None
        self._head = b""
        self._left: int | None = None
        self._asked = 0.0
        self._first_byte = 0.0
        self.is_finished = False
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._ask()

    def data_received(self, data: bytes) -> None:
        self._first_byte = self._first_byte or perf_counter()
        if self._left is not None:
            self._left -= len(data)
        else:
            self._head += data
            self._read_head()
        if self._left is not None and self._left <= 0:
            self._answered()

    def connection_lost(self, _error: Exception | None) -> None:
        if self._asked:
            self._tally.failed += 1
        if not self.over.done():
            self.over.set_result(None)

    def give_up(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _ask(self) -> None:
        assert self._transport is not None
        request = None if self._transport.is_closing() else next(self._requests, None)
        if request is None:
            self.is_finished = not self._transport.is_closing()
            self._transport.close()
            return
        self._head, self._left, self._first_byte = b"", None, 0.0
        self._asked = perf_counter()
        self._transport.write(request)

    def _read_head(self) -> None:
        head, separator, body = self._head.partition(b"\r\n\r\n")
        if not separator:
            return
        length = _length(head)
        if length is None or head[9:12] != b"200":
            # The loss of the connection is what counts it as failed.
            self.give_up()
            return
        if self._job.size and length != self._job.size:
            self._tally.undrawn += 1
        self._left = length - len(body)

    def _answered(self) -> None:
        self._tally.wholes.append(perf_counter() - self._asked)
        self._tally.first_bytes.append(self._first_byte - self._asked)
        self._asked = 0.0
        if self._job.pause_s:
            asyncio.get_running_loop().call_later(self._job.pause_s, self._ask)
        else:
            self._ask()


def _length(head: bytes) -> int | None:
    for line in head.lower().split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name == b"content-length":
            return int(value)
    return None


def _requests_of(job: Job, until: float) -> Iterator[bytes]:
    if job.requests:
        yield from (request.encode() for request in job.requests)
        return
    lines = [f"GET {job.path} HTTP/1.1", f"Host: 127.0.0.1:{job.port}"]
    lines += [f"Accept-Encoding: {job.coding}"] if job.coding else []
    request = "\r\n".join([*lines, "", ""]).encode()
    while perf_counter() < until:
        yield request


async def do(job: Job) -> Load:
    tally = Tally()
    started = perf_counter()
    until = started + (SEQUENCE_LIMIT_S if job.requests else job.seconds)
    requests = _requests_of(job, until)
    await asyncio.gather(*(_visit(job, requests, until, tally) for _ in range(job.connections)))
    return Load(
        answers=len(tally.wholes),
        failed=tally.failed,
        undrawn=tally.undrawn,
        seconds=perf_counter() - started,
        whole=spread(tally.wholes),
        first_byte=spread(tally.first_bytes),
    )


async def _visit(job: Job, requests: Iterator[bytes], until: float, tally: Tally) -> None:
    """Opens a new connection for a lost one, until the requests have been sent."""
    loop = asyncio.get_running_loop()
    while perf_counter() < until:
        visitor = Visitor(job, requests, tally)
        try:
            await loop.create_connection(lambda: visitor, "127.0.0.1", job.port)  # noqa: B023
        except OSError:
            tally.failed += 1
            await asyncio.sleep(RETRY_S)
            continue
        limit = until - perf_counter() + ANSWER_LIMIT_S
        done, _ = await asyncio.wait([visitor.over], timeout=limit)
        if not done:
            visitor.give_up()
            await visitor.over
        if visitor.is_finished:
            return


def main() -> None:
    for line in sys.stdin:
        load = asyncio.run(do(msgspec.json.decode(line, type=Job)))
        print(msgspec.json.encode(load).decode(), flush=True)


if __name__ == "__main__":
    main()
