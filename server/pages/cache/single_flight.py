"""One render of a page at a time, however many requests wait for it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import dataclass, field
from time import monotonic

import structlog

from server.pages.cache.entries import CapturedResponse, Entries, Entry, make_entry
from server.pages.cache.policy import CachePolicy, Tags

# Least time from a failed render to the next one, so that not every request starts another.
RETRY_S = 1.0
# Longest wait for a render while an expired copy could be sent.
BRIEFLY_S = 1.0

Render = Callable[[], Awaitable[CapturedResponse]]


@dataclass(slots=True)
class CacheCounts:
    """Counters: requests by cache status, renders, failed renders, purged entries.

    `stale_if_error` counts expired copies that were sent because the render failed or was slow.
    """

    hits: int = 0
    stale: int = 0
    misses: int = 0
    stale_if_error: int = 0
    renders: int = 0
    failures: int = 0
    purged: int = 0


@dataclass(frozen=True, slots=True)
class RenderOutcome:
    """Result of a shared render; without an entry each waiting request renders for itself."""

    entry: Entry | None
    is_failure: bool


@dataclass(slots=True, eq=False)
class RunningRender:
    """Render in progress, and whether a purge has made it outdated."""

    policy: CachePolicy
    task: asyncio.Task[RenderOutcome | None] | None = None
    # A purge since the render began: its result is not cached.
    is_outdated: bool = False


@dataclass(slots=True)
class SingleFlight:
    """Running renders, one at a time for each address, whose results are cached."""

    entries: Entries
    now: Callable[[], float] = monotonic
    counts: CacheCounts = field(default_factory=CacheCounts)
    _running: dict[tuple[bytes, bytes], RunningRender] = field(default_factory=dict)
    _tasks: set[asyncio.Task[RenderOutcome | None]] = field(default_factory=set)

    @property
    def is_busy(self) -> bool:
        """Returns whether a render is running, including one that a purge made outdated."""
        return bool(self._tasks)

    async def join(self, policy: CachePolicy, render: Render) -> RenderOutcome | None:
        """Waits for the page's running render, or starts one; returns its result.

        The render goes on when a waiting client disconnects. None if the render raised.
        """
        running = self._running.get(policy.key) or self._start(policy, render)
        assert running.task is not None
        return await asyncio.shield(running.task)

    async def join_briefly(self, policy: CachePolicy, render: Render) -> RenderOutcome | None:
        """Waits like `join`, for BRIEFLY_S at most; None after that, or if the render raised."""
        try:
            async with asyncio.timeout(BRIEFLY_S):
                return await self.join(policy, render)
        except TimeoutError:
            return None

    def refresh(self, entry: Entry, render: Render) -> None:
        """Renders a stale page in the background, unless one runs or failed within RETRY_S."""
        if entry.policy.key not in self._running and self.now() >= entry.retry_at:
            self._start(entry.policy, render)

    def purge(self, tags: Tags) -> None:
        """Removes the cached pages with these tags and makes running renders of them outdated."""
        self.counts.purged += self.entries.purge(tags)
        for running in list(self._running.values()):
            if not tags.isdisjoint(running.policy.tags):
                running.is_outdated = True
                # Later requests must not get a page whose data was read before the change.
                del self._running[running.policy.key]

    def _start(self, policy: CachePolicy, render: Render) -> RunningRender:
        """Starts the shared render of a page as a task."""
        running = RunningRender(policy)
        self._running[policy.key] = running
        # An empty context: the request id of the first request must not reach shared work.
        running.task = asyncio.create_task(self._run(running, render), context=Context())
        self._tasks.add(running.task)
        running.task.add_done_callback(self._tasks.discard)
        return running

    async def _run(self, running: RunningRender, render: Render) -> RenderOutcome | None:
        """Renders a page and stores it.

        Returns None and delays the next try if the render raises.
        """
        self.counts.renders += 1
        try:
            return self._store(running, await render())
        except Exception:
            structlog.get_logger("chanoki.cache").exception("page_not_rendered")
            self._postpone(running)
            return None
        finally:
            if self._running.get(running.policy.key) is running:
                del self._running[running.policy.key]

    def _store(self, running: RunningRender, response: CapturedResponse) -> RenderOutcome:
        """Stores a rendered page if it may be cached, and returns it for the waiting requests.

        An outdated one is not stored; a failed one leaves the stored page and delays the next try.
        """
        entry = make_entry(response, running.policy) if response.is_shared else None
        if running.is_outdated:
            return RenderOutcome(entry, response.is_failure)
        if response.is_failure:
            self._postpone(running)
        elif entry is not None and response.is_cacheable:
            entry.start_life(self.now())
            self.entries.add(entry)
        else:
            # 404, 410 or a redirect: the stored page, if there is one, is wrong.
            self.entries.remove(running.policy)
        return RenderOutcome(entry, response.is_failure)

    def _postpone(self, running: RunningRender) -> None:
        """Counts a failed render and delays the next try; the cached page is sent meanwhile."""
        self.counts.failures += 1
        cached = self.entries.find(running.policy)
        if cached is not None:
            cached.retry_at = self.now() + RETRY_S
