"""Load generator in its own process: JSON lines of jobs on stdin, of results on stdout."""

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter

import msgspec

from tests.benchmarks.jobs import Job, LoadResult, latencies_of

RESPONSE_TIMEOUT_S = 5.0
RECONNECT_DELAY_S = 0.02
SEQUENCE_TIMEOUT_S = 60.0


@dataclass(slots=True)
class Totals:
    """Counts and times, in seconds, of all connections of a job."""

    failed: int = 0
    without_page: int = 0
    last_bytes: list[float] = field(default_factory=list)
    first_bytes: list[float] = field(default_factory=list)


class Connection(asyncio.Protocol):
    """Persistent connection: sends a request, reads the whole response, sends the next one."""

    def __init__(self, job: Job, requests: Iterator[bytes], totals: Totals) -> None:
        self._job = job
        self._requests = requests
        self._totals = totals
        self._transport: asyncio.Transport | None = None
        self._head = b""
        self._bytes_left: int | None = None
        self._sent_at = 0.0
        self._first_byte = 0.0
        self.is_finished = False
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._send_next()

    def data_received(self, data: bytes) -> None:
        self._first_byte = self._first_byte or perf_counter()
        if self._bytes_left is not None:
            self._bytes_left -= len(data)
        else:
            self._head += data
            self._read_head()
        if self._bytes_left is not None and self._bytes_left <= 0:
            self._record_response()

    def connection_lost(self, _error: Exception | None) -> None:
        if self._sent_at:
            self._totals.failed += 1
        if not self.closed.done():
            self.closed.set_result(None)

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _send_next(self) -> None:
        assert self._transport is not None
        request = None if self._transport.is_closing() else next(self._requests, None)
        if request is None:
            self.is_finished = not self._transport.is_closing()
            self._transport.close()
            return
        self._head, self._bytes_left, self._first_byte = b"", None, 0.0
        self._sent_at = perf_counter()
        self._transport.write(request)

    def _read_head(self) -> None:
        head, separator, body = self._head.partition(b"\r\n\r\n")
        if not separator:
            return
        length = _length(head)
        if length is None or head[9:12] != b"200":
            # `connection_lost` counts the request as failed.
            self.abort()
            return
        if self._job.size and length != self._job.size:
            self._totals.without_page += 1
        self._bytes_left = length - len(body)

    def _record_response(self) -> None:
        self._totals.last_bytes.append(perf_counter() - self._sent_at)
        self._totals.first_bytes.append(self._first_byte - self._sent_at)
        self._sent_at = 0.0
        if self._job.pause_s:
            asyncio.get_running_loop().call_later(self._job.pause_s, self._send_next)
        else:
            self._send_next()


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


async def run_job(job: Job) -> LoadResult:
    totals = Totals()
    started = perf_counter()
    until = started + (SEQUENCE_TIMEOUT_S if job.requests else job.seconds)
    requests = _requests_of(job, until)
    await asyncio.gather(
        *(_run_connection(job, requests, until, totals) for _ in range(job.connections))
    )
    return LoadResult(
        responses=len(totals.last_bytes),
        failed=totals.failed,
        without_page=totals.without_page,
        seconds=perf_counter() - started,
        last_byte=latencies_of(totals.last_bytes),
        first_byte=latencies_of(totals.first_bytes),
    )


async def _run_connection(
    job: Job, requests: Iterator[bytes], until: float, totals: Totals
) -> None:
    """Opens a new connection for a lost one, until the requests have been sent."""
    loop = asyncio.get_running_loop()
    new_connection = partial(Connection, job, requests, totals)
    while perf_counter() < until:
        try:
            _, connection = await loop.create_connection(new_connection, "127.0.0.1", job.port)
        except OSError:
            totals.failed += 1
            await asyncio.sleep(RECONNECT_DELAY_S)
            continue
        limit = until - perf_counter() + RESPONSE_TIMEOUT_S
        done, _ = await asyncio.wait([connection.closed], timeout=limit)
        if not done:
            connection.abort()
            await connection.closed
        if connection.is_finished:
            return


def main() -> None:
    for line in sys.stdin:
        load = asyncio.run(run_job(msgspec.json.decode(line, type=Job)))
        print(msgspec.json.encode(load).decode(), flush=True)


if __name__ == "__main__":
    main()
