"""Limits of the render queue, by how quickly pages are rendered at the moment."""

# Older render times say nothing about now. The host may be busy for a while before it reads
# the next responses.
RECENT_S = 0.25
# The number of pages that are timed together.
PAGES_REMEMBERED = 32
# One page in progress and one in the socket; the others wait in the pool's queue.
IN_FLIGHT_USUALLY = 2
# With quick pages, enough that host and worker need not wake up for each.
IN_FLIGHT_MOST = 8
QUICK_S = 0.004


class RenderTimes:
    """Mean of recent render times by the workers' clocks, because the host may have been busy."""

    def __init__(self) -> None:
        self._page_s = 0.0
        self._last = float("-inf")

    def add(self, now: float, render_s: float) -> None:
        """Records a page that arrived at this loop time with this render time."""
        is_first = self._last == float("-inf")
        self._page_s += (render_s - self._page_s) / (1 if is_first else PAGES_REMEMBERED)
        self._last = now

    def expected_wait_s(self, now: float, *, waiting: int, workers: int) -> float:
        """The expected wait for that many pages and workers; infinite without measurements."""
        if not workers or now - self._last > RECENT_S:
            return float("inf")
        return waiting * self._page_s / workers


class InFlightLimit:
    """Most pages that a worker holds: grows with each quick page, resets with a slow one."""

    def __init__(self) -> None:
        self.most = IN_FLIGHT_USUALLY

    def add(self, render_s: float) -> None:
        self.most = min(self.most + 1, IN_FLIGHT_MOST) if render_s < QUICK_S else IN_FLIGHT_USUALLY
