"""HTTP over plain sockets, and readers who request pages during a fault."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic

ANSWER_LIMIT_S = 20.0
PATHS = ("/", "/ja", "/about", "/ja/cultivars", "/cultivars/saemidori", "/ja/cultivars/yabukita")


class IncompleteResponseError(Exception):
    """Raised when a connection ended before its response was complete."""


@dataclass(frozen=True)
class Response:
    """Complete response, with the seconds that it took."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float = 0.0

    @property
    def is_rendered(self) -> bool:
        return b'<div id="root"></div>' not in self.body


@dataclass
class LoadResult:
    """Responses and failures of all readers."""

    responses: list[Response] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def statuses(self) -> set[int]:
        return {answer.status for answer in self.responses}

    @property
    def slowest_s(self) -> float:
        return max(answer.seconds for answer in self.responses)


async def exchange(port: int, request: bytes) -> Response:
    """Sends a request on a new connection; reads the response until the server closes."""
    started = monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        raw = await asyncio.wait_for(reader.read(-1), ANSWER_LIMIT_S)
    finally:
        writer.close()
    return parse_response(raw, monotonic() - started)


def parse_response(raw: bytes, seconds: float = 0.0) -> Response:
    head, separator, body = raw.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)
    }
    if not separator or len(body) != int(headers.get("content-length", "-1")):
        raise IncompleteResponseError(f"{len(raw)} bytes: {raw[:80]!r}")
    return Response(int(first.split()[1]), headers, body, seconds)


def get(path: str, host: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n".encode()


async def request_pages(
    port: int, host: str, result: LoadResult, *, until: Callable[[], bool]
) -> None:
    """Requests page after page as one reader, until the fault ends."""
    number = 0
    while not until():
        number += 1
        path = PATHS[number % len(PATHS)]
        try:
            result.responses.append(await exchange(port, get(path, host)))
        except (OSError, TimeoutError, IncompleteResponseError) as error:
            result.failures.append(f"{path}: {error!r}")
            await asyncio.sleep(0.01)


async def under_load(
    port: int, host: str, fault: Callable[[], Awaitable[object]], *, readers: int = 8
) -> LoadResult:
    """Runs readers from 0.3 s before a fault to its end; returns their responses and failures."""
    result, is_over = LoadResult(), asyncio.Event()
    reading = [
        asyncio.ensure_future(request_pages(port, host, result, until=is_over.is_set))
        for _ in range(readers)
    ]
    await asyncio.sleep(0.3)
    try:
        await fault()
    finally:
        is_over.set()
        await asyncio.gather(*reading)
    return result
