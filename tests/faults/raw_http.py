"""Readers that send raw HTTP over sockets and record status, body and time of each response."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic

ANSWER_LIMIT_S = 20.0
PATHS = ("/", "/ja", "/about", "/ja/cultivars", "/cultivars/saemidori", "/ja/cultivars/yabukita")


class Broken(Exception):
    """The connection ended before the response was complete."""


@dataclass(frozen=True)
class Answer:
    """A complete response."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float = 0.0

    @property
    def is_rendered(self) -> bool:
        return b'<div id="root"></div>' not in self.body


@dataclass
class Seen:
    """Responses and failures of all readers."""

    answers: list[Answer] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def statuses(self) -> set[int]:
        return {answer.status for answer in self.answers}

    @property
    def slowest_s(self) -> float:
        return max(answer.seconds for answer in self.answers)


async def exchange(port: int, request: bytes) -> Answer:
    """Sends the bytes, and reads until the other side closes."""
    started = monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        raw = await asyncio.wait_for(reader.read(-1), ANSWER_LIMIT_S)
    finally:
        writer.close()
    return read_answer(raw, monotonic() - started)


def read_answer(raw: bytes, seconds: float = 0.0) -> Answer:
    head, separator, body = raw.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)
    }
    if not separator or len(body) != int(headers.get("content-length", "-1")):
        raise Broken(f"{len(raw)} bytes: {raw[:80]!r}")
    return Answer(int(first.split()[1]), headers, body, seconds)


def get(path: str, host: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n".encode()


async def read_on(port: int, host: str, seen: Seen, *, until: Callable[[], bool]) -> None:
    """Read page after page, until the test ends."""
    number = 0
    while not until():
        number += 1
        path = PATHS[number % len(PATHS)]
        try:
            seen.answers.append(await exchange(port, get(path, host)))
        except (OSError, TimeoutError, Broken) as error:
            seen.failures.append(f"{path}: {error!r}")
            await asyncio.sleep(0.01)


async def under_load(
    port: int, host: str, fault: Callable[[], Awaitable[object]], *, readers: int = 8
) -> Seen:
    """Run readers during a fault, and 0.3 s before; return their responses and failures."""
    seen, is_over = Seen(), asyncio.Event()
    reading = [
        asyncio.ensure_future(read_on(port, host, seen, until=is_over.is_set))
        for _ in range(readers)
    ]
    await asyncio.sleep(0.3)
    try:
        await fault()
    finally:
        is_over.set()
        await asyncio.gather(*reading)
    return seen
