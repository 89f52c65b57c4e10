"""Coalesced reads in random order: a request after a change never gets data from before it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from server.database.coalesced_reads import CoalescedReads

KEYS = 3
Step = tuple[str, int]
STEPS = st.lists(
    st.tuples(st.sampled_from(["request", "change", "end", "cancel"]), st.integers(0, 20)),
    max_size=40,
)


@dataclass
class Run:
    """State of one random run: versions of three values, running reads and waiting requests."""

    coalesced: CoalescedReads = field(default_factory=CoalescedReads)
    versions: list[int] = field(default_factory=lambda: [0] * KEYS)
    reads: list[asyncio.Event] = field(default_factory=list)
    requests: list[tuple["asyncio.Future[int]", int]] = field(default_factory=list)

    async def take(self, step: Step) -> None:
        """Carries out a random step: a request, a change, a cancellation or the end of a read."""
        kind, number = step
        key = number % KEYS
        if kind == "request":
            reading = self.coalesced.read(key, self._load(key))
            self.requests.append((asyncio.ensure_future(reading), self.versions[key]))
        elif kind == "change":
            self.versions[key] += 1
        elif kind == "cancel" and self.requests:
            self.requests.pop(number % len(self.requests))[0].cancel()
        elif kind == "end" and self.reads:
            self.reads.pop(number % len(self.reads)).set()
        await settled()

    async def end(self) -> None:
        """Ends all reads, until every request has its data."""
        while not all(request.done() for request, _ in self.requests):
            for read in self.reads:
                read.set()
            await settled()

    def _load(self, key: int) -> Callable[[], Awaitable[int]]:
        """Returns a read of a key that ends when a step ends it."""

        async def load() -> int:
            found, may_end = self.versions[key], asyncio.Event()
            self.reads.append(may_end)
            await may_end.wait()
            return found

        return load


async def settled() -> None:
    """Lets the event loop run all tasks that are ready."""
    for _ in range(5):
        await asyncio.sleep(0)


@given(STEPS)
@settings(max_examples=200, deadline=None)
def test_request_after_a_change_never_gets_older_data(steps: list[Step]) -> None:
    async def run() -> Run:
        run = Run()
        for step in steps:
            await run.take(step)
        await run.end()
        return run

    for request, version in asyncio.run(run()).requests:
        assert request.result() >= version
