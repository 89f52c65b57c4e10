"""One drawing of a page at a time, however many wait for it; outlives whoever asked first."""

import asyncio
from collections.abc import Callable
from contextvars import Context
from dataclasses import dataclass, field
from time import monotonic

import structlog

from server.cache.drawing import Drawn, draw
from server.cache.entries import Entries, Entry, make_entry
from server.cache.plan import Plan
from server.cache.purging import EVERYTHING, Tags
from server.web.asgi import App, Header

# While the site can't draw a page, a kept one is not tried anew for every reader.
RETRY_S = 1.0
BRIEFLY_S = 1.0


@dataclass(slots=True)
class Counts:
    """What became of the requests that the cache looked at."""

    hits: int = 0
    stale: int = 0
    misses: int = 0
    rescued: int = 0
    drawings: int = 0
    failures: int = 0
    purged: int = 0


@dataclass(frozen=True, slots=True)
class Landed:
    """What a flight brought: a page for all who waited, unless it is theirs to ask again."""

    entry: Entry | None
    is_failure: bool


@dataclass(slots=True, eq=False)
class Flight:
    """A page that is being drawn."""

    plan: Plan
    task: asyncio.Task[Landed | None] | None = None
    # What it is made of has changed since it began.
    is_outdated: bool = False


@dataclass(slots=True)
class Flights:
    """Draws pages through the site's inner part, and keeps what may be kept."""

    site: App
    host: bytes
    headers: tuple[Header, ...]
    entries: Entries
    now: Callable[[], float] = monotonic
    counts: Counts = field(default_factory=Counts)
    _flying: dict[tuple[bytes, bytes], Flight] = field(default_factory=dict)
    _tasks: set[asyncio.Task[Landed | None]] = field(default_factory=set)

    @property
    def is_busy(self) -> bool:
        return bool(self._tasks)

    async def join(self, plan: Plan) -> Landed | None:
        """Waits for the page; a reader who leaves does not take it away from the others."""
        flight = self._flying.get(plan.key) or self._start(plan)
        assert flight.task is not None
        return await asyncio.shield(flight.task)

    async def join_briefly(self, plan: Plan) -> Landed | None:
        """For whoever has an old page at hand."""
        try:
            async with asyncio.timeout(BRIEFLY_S):
                return await self.join(plan)
        except TimeoutError:
            return None

    def refresh(self, entry: Entry) -> None:
        """Draws a page anew while its readers are shown the old one."""
        if entry.plan.key not in self._flying and self.now() >= entry.retry_at:
            self._start(entry.plan)

    def purge(self, tags: Tags) -> None:
        self.counts.purged += self.entries.purge(tags)
        for flight in list(self._flying.values()):
            if EVERYTHING in tags or not tags.isdisjoint(flight.plan.tags):
                flight.is_outdated = True
                # Whoever comes now must not be given what was begun before the change.
                del self._flying[flight.plan.key]

    def _start(self, plan: Plan) -> Flight:
        flight = Flight(plan)
        self._flying[plan.key] = flight
        # In an empty context: nothing of the reader who happened to be first goes along.
        flight.task = asyncio.create_task(self._fly(flight), context=Context())
        self._tasks.add(flight.task)
        flight.task.add_done_callback(self._tasks.discard)
        return flight

    async def _fly(self, flight: Flight) -> Landed | None:
        self.counts.drawings += 1
        try:
            drawn = await draw(self.site, flight.plan, host=self.host)
            if not drawn.is_shared:
                return self._land(flight, drawn, None)
            entry = await asyncio.to_thread(self._make, drawn, flight.plan)
            return self._land(flight, drawn, entry)
        except Exception:
            structlog.get_logger("chanoki.cache").exception("page_not_drawn")
            self._put_off(flight)
            return None
        finally:
            if self._flying.get(flight.plan.key) is flight:
                del self._flying[flight.plan.key]

    def _make(self, drawn: Drawn, plan: Plan) -> Entry:
        return make_entry(drawn, plan, headers=self.headers)

    def _land(self, flight: Flight, drawn: Drawn, entry: Entry | None) -> Landed:
        if flight.is_outdated:
            return Landed(entry, drawn.is_failure)
        if drawn.is_failure:
            self._put_off(flight)
        elif entry is not None and drawn.is_kept:
            entry.age(self.now())
            self.entries.keep(entry)
        else:
            # It is gone, or is elsewhere now.
            self.entries.drop(flight.plan)
        return Landed(entry, drawn.is_failure)

    def _put_off(self, flight: Flight) -> None:
        self.counts.failures += 1
        kept = self.entries.find(flight.plan)
        if kept is not None:
            kept.retry_at = self.now() + RETRY_S
