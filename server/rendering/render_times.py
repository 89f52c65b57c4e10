"""Mean of recent render times, from which the wait for a page is estimated."""

# Older render times say nothing about now. The host may be busy for a while before it reads
# the next responses.
RECENT_S = 0.25
# Each further page counts for one part in so many.
PAGES_REMEMBERED = 32


class RenderTimes:
    """Mean of recent render times by the workers' clocks, because the host may have been busy."""

    def __init__(self) -> None:
        self._page_s = 0.0
        self._last = float("-inf")

    def add(self, now: float, render_s: float) -> None:
        """Records a render time in seconds, at the loop time `now`."""
        is_first = self._last == float("-inf")
        self._page_s += (render_s - self._page_s) / (1 if is_first else PAGES_REMEMBERED)
        self._last = now

    def expected_wait_s(self, now: float, *, waiting: int, workers: int) -> float:
        """Estimates the seconds until `waiting` pages are rendered by so many workers.

        Infinite without recent measurements.
        """
        if not workers or now - self._last > RECENT_S:
            return float("inf")
        return waiting * self._page_s / workers
