"""Render pool: least busy worker first, one bounded queue, one deadline for all pages."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import msgspec
import structlog

from server.rendering.circuit_breaker import CircuitBreaker
from server.rendering.process import RenderJob
from server.rendering.protocol import PAYLOAD_BYTES_MOST, RenderedPage
from server.rendering.render_times import RenderTimes
from server.rendering.worker_pool import WorkerPool, WorkerPoolEvents

# After the event loop was blocked, a response may have arrived in time without being read:
# the sockets are read before its page counts as late.
LAST_READ_S = 0.001

# A restart costs about as much as a few hundred renders; a leak needs many more to matter.
RENDERS_MOST = 50_000
# While pages are rendered quickly, more may wait than the usual queue holds.
QUEUED_QUICKLY_MOST = 512
# Their expected wait may be at most this part of the deadline.
WAIT_OF_MANY = 1 / 3
STACK_CHARACTERS_MOST = 8000
Reason = Literal[
    "stopped",
    "payload_too_large",
    "no_worker",
    "queue_full",
    "breaker_open",
    "deadline",
    "crash",
    "exception",
]
log: structlog.typing.FilteringBoundLogger = structlog.get_logger()


class RenderUnavailable(Exception):
    """Raised when no page can be rendered now; the browser then renders it."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class PoolSnapshot(msgspec.Struct, frozen=True):
    """State of the pool at one moment."""

    workers: int
    ready: int
    queued: int
    restarts: int
    is_breaker_open: bool


class RenderPool:
    """Pool of render workers with one queue of pages and a circuit breaker."""

    def __init__(
        self,
        bundle: Path,
        workers: int,
        *,
        deadline_s: float = 1.5,
        queue_most: int = 64,
        renders_most: int = RENDERS_MOST,
    ) -> None:
        events = WorkerPoolEvents(self._receive, self._requeue, self._dispatch)
        self._workers = WorkerPool(bundle, workers, renders_most=renders_most, events=events)
        self._breaker = CircuitBreaker()
        self._deadline_s = deadline_s
        self._queue_most = queue_most
        self._queue: deque[RenderJob] = deque()
        self._render_times = RenderTimes()
        self._deadlines = Deadlines(deadline_s, self._time_out)
        self._is_running = False

    async def start(self) -> None:
        """Starts the workers.

        Never raises: the site runs without them, and their start is retried.
        """
        self._is_running = True
        await self._workers.start()
        log.info("render_pool_started", workers=self._workers.size, ready=self._workers.ready)

    async def stop(self) -> None:
        """Ends every worker and refuses all waiting pages."""
        self._is_running = False
        for job in self._deadlines:
            refuse(job, "stopped")
        self._deadlines.close()
        self._queue.clear()
        await self._workers.stop()
        log.info("render_pool_stopped")

    async def render(self, payload: bytes) -> RenderedPage:
        """Renders a payload; raises RenderUnavailable at the deadline at the latest.

        Earlier if the page is refused, if it loses two workers, or if its render throws.
        """
        loop = asyncio.get_running_loop()
        now = loop.time()
        if reason := self._find_refusal(payload, now):
            log.info("render_refused", reason=reason)
            raise RenderUnavailable(reason)
        job = RenderJob(payload, loop.create_future())
        self._deadlines.begin(job, now)
        self._queue.append(job)
        self._dispatch()
        try:
            return await job.page
        except asyncio.CancelledError:
            # The client has gone; a worker that hangs on its page must still be found.
            self._abandon(job, silence_most_s=self._deadline_s)
            raise
        finally:
            self._deadlines.end(job)

    def snapshot(self) -> PoolSnapshot:
        """Returns the state of the pool, for metrics and the doctor."""
        return PoolSnapshot(
            workers=self._workers.size,
            ready=self._workers.ready,
            queued=len(self._queue),
            restarts=self._workers.restarts,
            is_breaker_open=self._breaker.is_open,
        )

    def _find_refusal(self, payload: bytes, now: float) -> Reason | None:
        """Returns why a page cannot be rendered now; None if it can."""
        if not self._is_running:
            return "stopped"
        if len(payload) > PAYLOAD_BYTES_MOST:
            return "payload_too_large"
        if self._workers.has_no_worker:
            return "no_worker"
        if self._is_full(now):
            return "queue_full"
        # Checked last: a half-open breaker admits one page, which must then be rendered.
        return None if self._breaker.allows(now) else "breaker_open"

    def _is_full(self, now: float) -> bool:
        """Returns whether the queue takes no further page.

        Beyond `queue_most` it takes up to QUEUED_QUICKLY_MOST while their expected wait is short.
        """
        waiting = len(self._queue)
        if waiting < self._queue_most or waiting >= QUEUED_QUICKLY_MOST:
            return waiting >= self._queue_most
        wait_s = self._render_times.expected_wait_s(
            now, waiting=waiting, workers=self._workers.ready
        )
        return wait_s > self._deadline_s * WAIT_OF_MANY

    def _dispatch(self) -> None:
        """Sends queued pages to the least busy workers; refuses them if none can be expected."""
        if self._workers.has_no_worker:
            for job in self._queue:
                refuse(job, "no_worker")
            self._queue.clear()
        while self._queue and (worker := self._workers.least_busy()) is not None:
            job = self._queue.popleft()
            if not job.page.done():
                worker.send(job)

    def _receive(self, job: RenderJob, page: RenderedPage) -> None:
        """Delivers a worker's response unless its page was refused, and sends the next pages."""
        self._render_times.add(asyncio.get_running_loop().time(), page.render_s)
        if not job.page.done():
            if self._breaker.record_success():
                log.info("render_breaker_closed")
            self._deliver(job, page)
        self._dispatch()

    def _deliver(self, job: RenderJob, page: RenderedPage) -> None:
        """Resolves the page's future with the HTML, or the failure that the worker reported."""
        if page.is_exception:
            log.error("render_exception", stack=stack_in(page))
            refuse(job, "exception")
        else:
            job.page.set_result(page)

    def _requeue(self, jobs: list[RenderJob]) -> None:
        """Queues the pages of a lost worker again; refuses one that lost two workers.

        A render has no side effects, so it may be repeated.
        """
        if jobs and jobs[0].was_lost:
            refuse(jobs[0], "crash")
        for job in reversed(jobs):
            if not job.page.done():
                job.worker = None
                self._queue.appendleft(job)
        # A worker renders one page at a time, in order: only the oldest may have crashed
        # it. The one behind it keeps its second attempt.
        if jobs:
            jobs[0].was_lost = True
        self._dispatch()

    def _time_out(self, job: RenderJob) -> None:
        """Refuses a page after its deadline; many timeouts in a row open the breaker.

        Its worker is killed if it stays silent for half the deadline.
        """
        worker = job.worker
        log.warning("render_late", is_queued=worker is None, pid=worker.pid if worker else None)
        # Under load a page may be sent to a worker just before its deadline. So
        # a worker is judged by how long it was silent, not by how long the page waited.
        self._abandon(job, silence_most_s=self._deadline_s / 2)
        refuse(job, "deadline")
        if self._breaker.record_timeout(asyncio.get_running_loop().time()):
            log.error("render_breaker_opened")

    def _abandon(self, job: RenderJob, *, silence_most_s: float) -> None:
        """Drops a queued page that no request waits for, or watches the worker that renders it.

        A watched worker is killed if it sends nothing for `silence_most_s` seconds.
        """
        if job in self._queue:
            self._queue.remove(job)
        elif job.worker is not None:
            job.worker.watch(silence_most_s)


def stack_in(page: RenderedPage) -> str:
    """Returns the stack of a failed render, at most STACK_CHARACTERS_MOST of it."""
    return page.body.decode(errors="replace")[:STACK_CHARACTERS_MOST]


def refuse(job: RenderJob, reason: Reason) -> None:
    """Fails a page that is not done with RenderUnavailable."""
    if not job.page.done():
        job.page.set_exception(RenderUnavailable(reason))


class Deadlines:
    """Pages in the order of their deadlines, `wait_s` seconds after they were requested.

    One timer serves all; `on_due` is called with each page that is not done by its deadline.
    """

    def __init__(self, wait_s: float, on_due: Callable[[RenderJob], None]) -> None:
        self._wait_s = wait_s
        self._on_due = on_due
        self._due: dict[RenderJob, float] = {}
        self._timer: asyncio.TimerHandle | None = None

    def __iter__(self) -> Iterator[RenderJob]:
        return iter(list(self._due))

    def begin(self, job: RenderJob, now: float) -> None:
        """Notes the deadline of a page that is requested at `now`; starts the timer unless it runs.

        Called before the page is queued; `now` is the loop's time, in seconds.
        """
        self._due[job] = now + self._wait_s
        if self._timer is None:
            self._schedule(self._wait_s)

    def end(self, job: RenderJob) -> None:
        """Removes a page, whose request no longer waits."""
        del self._due[job]

    def close(self) -> None:
        """Stops the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _schedule(self, seconds: float) -> None:
        """Sets the timer that checks the first deadline after so many seconds."""
        self._timer = asyncio.get_running_loop().call_later(seconds, self._check)

    def _check(self) -> None:
        """Sets the timer for the first deadline; once it has passed, for `_end_due`."""
        self._timer = None
        first = next(iter(self._due.values()), None)
        if first is None:
            return
        left = first - asyncio.get_running_loop().time()
        if left > 0:
            self._schedule(left)
        else:
            self._timer = asyncio.get_running_loop().call_later(LAST_READ_S, self._end_due)

    def _end_due(self) -> None:
        """Calls `on_due` for all pages whose deadline has passed."""
        now = asyncio.get_running_loop().time()
        for job in [job for job, due in self._due.items() if due <= now and not job.page.done()]:
            self._on_due(job)
        self._check()
