"""Many readers on keep-alive connections, whose responses are counted and checked."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import cycle
from time import monotonic

from server.contracts.catalogue import CULTIVARS
from tests.faults.raw_http import ANSWER_LIMIT_S, IncompleteResponseError

PAGES = (
    *("/", "/ja", "/about", "/ja/about", "/cultivars", "/ja/cultivars", "/cultivars?search=midori"),
    *("/community", "/ja/community", "/legal", "/ja/terms", "/privacy", "/ja/contact"),
    *(f"/cultivars/{id}" for id in CULTIVARS),
    *(f"/ja/cultivars/{id}" for id in CULTIVARS),
)
READERS = 32


@dataclass
class Tally:
    """Responses and failures of all readers."""

    statuses: Counter[int] = field(default_factory=Counter)
    by_host: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    slowest_s: float = 0.0
    seconds: float = 0.0

    @property
    def count(self) -> int:
        """Number of complete responses."""
        return self.statuses.total()


@dataclass
class Crowd:
    """Readers who together send a number of requests for the pages of a site."""

    port: int
    host: str
    total: int
    tally: Tally = field(default_factory=Tally)
    sent: int = 0

    async def read(self, fault: Callable[["Crowd"], Awaitable[object]]) -> Tally:
        """Sends all requests while the fault runs."""
        started = monotonic()
        running_fault = asyncio.ensure_future(fault(self))
        await asyncio.gather(*(self._reader(number) for number in range(READERS)))
        await running_fault
        self.tally.seconds = monotonic() - started
        return self.tally

    async def until(self, share: float) -> None:
        """Waits until this share of all requests was sent."""
        while self.sent < self.total * share:
            await asyncio.sleep(0.02)

    async def _reader(self, number: int) -> None:
        # Each reader begins at another page, so that they do not request the same page together.
        first = number * len(PAGES) // READERS
        paths = cycle([*PAGES[first:], *PAGES[:first]])
        while self.sent < self.total:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError as error:
                self.sent += 1
                self.tally.failures.append(repr(error))
                continue
            try:
                while self.sent < self.total:
                    self.sent += 1
                    await self._request(reader, writer, next(paths))
            except (OSError, EOFError, TimeoutError, IncompleteResponseError) as error:
                self.tally.failures.append(f"{self.sent}: {error!r}")
            finally:
                writer.close()

    async def _request(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str
    ) -> None:
        started = monotonic()
        request = f"GET {path} HTTP/1.1\r\nhost: {self.host}\r\naccept-encoding: br\r\n\r\n"
        writer.write(request.encode())
        async with asyncio.timeout(ANSWER_LIMIT_S):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            lines = [line.partition(": ") for line in head.split("\r\n")[1:]]
            headers = {name: value for name, _, value in lines}
            await reader.readexactly(int(headers["content-length"]))
        status = int(head.split(maxsplit=2)[1])
        self.tally.statuses[status] += 1
        self.tally.by_host[headers.get("x-answered-by", "")] += 1
        self.tally.slowest_s = max(self.tally.slowest_s, monotonic() - started)
        if status != 200:
            self.tally.failures.append(f"{path}: {status}")
