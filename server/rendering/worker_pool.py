"""Pool that keeps a number of render workers alive: it starts, replaces and retires them."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path

import structlog

from server.rendering.process import IN_FLIGHT_MOST, RenderJob, RenderProcess, WorkerEvents
from server.rendering.protocol import RenderedPage

BACK_OFF_FIRST_S = 0.05
BACK_OFF_MOST_S = 5.0
# After so many failed starts of every worker pages are refused immediately.
FAILED_STARTS_MOST = 3
FIRST_HELLO_WAIT_S = 3.0

log: structlog.typing.FilteringBoundLogger = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class WorkerPoolEvents:
    """Callbacks of the pool; `on_lost` receives a lost worker's pending pages, oldest first.

    `on_change` is called when a worker is ready or could not be started.
    """

    on_answer: Callable[[RenderJob, RenderedPage], None]
    on_lost: Callable[[list[RenderJob]], None]
    on_change: Callable[[], None]


class Backoff:
    """Delays that double after each failed start."""

    def __init__(self) -> None:
        self._next_s = BACK_OFF_FIRST_S

    def next_s(self) -> float:
        """Returns the next delay in seconds, which doubles up to a limit."""
        delay = self._next_s
        self._next_s = min(delay * 2, BACK_OFF_MOST_S)
        return delay

    def reset(self) -> None:
        self._next_s = BACK_OFF_FIRST_S


class WorkerPool:
    """Pool of a fixed number of render workers."""

    def __init__(
        self, bundle: Path, size: int, *, renders_most: int, events: WorkerPoolEvents
    ) -> None:
        self._bundle = bundle
        self._renders_most = renders_most
        self._events = events
        self._worker_events = WorkerEvents(events.on_answer, self._forget_worker)
        self._failed_starts = [0] * size
        self._starts = 0
        self._ready: list[RenderProcess] = []
        self._alive: set[RenderProcess] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._one_replacement = asyncio.Lock()
        self._first_start = asyncio.Event()

    @property
    def size(self) -> int:
        return len(self._failed_starts)

    @property
    def ready(self) -> int:
        """Returns the number of workers that can render."""
        return len(self._ready)

    @property
    def restarts(self) -> int:
        """Returns the number of starts, failed ones too, beyond the first of each worker."""
        return max(0, self._starts - self.size)

    @property
    def has_no_worker(self) -> bool:
        """Returns whether no worker is ready and repeated starts have failed."""
        if self._ready:
            return False
        return all(n >= FAILED_STARTS_MOST for n in self._failed_starts)

    def least_busy(self) -> RenderProcess | None:
        """Returns the ready worker with the fewest pages, or None if each is at its limit."""
        found, fewest = None, IN_FLIGHT_MOST
        for worker in self._ready:
            if worker.has_room and worker.in_flight < fewest:
                found, fewest = worker, worker.in_flight
        return found

    async def start(self) -> None:
        """Starts the workers; waits until one is ready, all have failed, or FIRST_HELLO_WAIT_S."""
        for place in range(self.size):
            self._track(self._keep_running(place))
        if self.size:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._first_start.wait(), FIRST_HELLO_WAIT_S)

    async def stop(self) -> None:
        """Stops all workers and waits for their end; drops their pages without `on_lost`."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self._alive))
        self._alive.clear()
        self._ready.clear()

    async def _keep_running(self, place: int) -> None:
        """Keeps one worker running; an old one serves until its successor is ready."""
        back_off = Backoff()
        old: RenderProcess | None = None
        while True:
            worker = await self._start_worker(place, is_replacement=old is not None)
            if worker is None:
                await pause(back_off)
                continue
            back_off.reset()
            if old is not None:
                self._retire(old)
            await worker.needs_successor.wait()
            old = None if worker.is_over else worker
            if old is None:
                await pause(back_off)

    async def _start_worker(self, place: int, *, is_replacement: bool) -> RenderProcess | None:
        """Starts a worker and waits until it is ready; returns None if it failed.

        Replacements start one by one.
        """
        # Workers of equal load age together, and two starts at once would slow every page.
        async with self._one_replacement if is_replacement else contextlib.nullcontext():
            worker = RenderProcess(self._worker_events, renders_most=self._renders_most)
            self._starts += 1
            self._alive.add(worker)
            said_hello = await worker.start(self._bundle)
        if not said_hello or worker.is_over:
            self._failed_starts[place] += 1
            if all(self._failed_starts):
                self._first_start.set()
            log.error("render_worker_start_failed", place=place, row=self._failed_starts[place])
            self._events.on_change()
            return None
        self._failed_starts[place] = 0
        self._ready.append(worker)
        self._first_start.set()
        log.info("render_worker_ready", pid=worker.pid, place=place)
        self._events.on_change()
        return worker

    def _retire(self, worker: RenderProcess) -> None:
        """Stops a worker once its pending pages are done."""
        if worker in self._ready:
            log.info("render_worker_retired", pid=worker.pid)
            self._ready.remove(worker)
            self._track(self._finish(worker))

    def _forget_worker(self, worker: RenderProcess, jobs: list[RenderJob]) -> None:
        """Removes a lost worker and reports its pending pages."""
        if worker in self._ready:
            self._ready.remove(worker)
        log.warning("render_worker_lost", pid=worker.pid, in_flight=len(jobs))
        self._track(self._finish(worker))
        self._events.on_lost(jobs)

    async def _finish(self, worker: RenderProcess) -> None:
        """Ends a retired or lost worker when its pages are done, and waits for its exit."""
        await worker.retire()
        self._alive.discard(worker)

    def _track(self, work: Coroutine[None, None, None]) -> None:
        """Runs the work as a task, referenced until its end; the loop has only weak references."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def pause(back_off: Backoff) -> None:
    """Waits for the next delay of the back-off."""
    delay = back_off.next_s()
    log.info("render_worker_start_delayed", delay_s=delay)
    await asyncio.sleep(delay)
