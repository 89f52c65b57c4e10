"""Deadlines of waiting pages, with one timer because all wait equally long."""

import asyncio
from collections.abc import Callable, Iterator

from server.rendering.process import RenderJob

# After a stall of the host page and deadline are due together: the sockets are read
# before a page counts as late.
LAST_READ_S = 0.001


class Deadlines:
    """Jobs in the order of their deadlines."""

    def __init__(self, wait_s: float, on_due: Callable[[RenderJob], None]) -> None:
        self._wait_s = wait_s
        self._on_due = on_due
        self._due: dict[RenderJob, float] = {}
        self._timer: asyncio.TimerHandle | None = None

    def __iter__(self) -> Iterator[RenderJob]:
        return iter(list(self._due))

    def begin(self, job: RenderJob, now: float) -> None:
        self._due[job] = now + self._wait_s
        if self._timer is None:
            self._schedule(self._wait_s)

    def end(self, job: RenderJob) -> None:
        """Removes a job; the timer is set again only while jobs wait."""
        del self._due[job]

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _schedule(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._check)

    def _check(self) -> None:
        """Ends due jobs; event loops round the time of their timers."""
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
        now = asyncio.get_running_loop().time()
        for job in [job for job, due in self._due.items() if due <= now and not job.page.done()]:
            self._on_due(job)
        self._check()
