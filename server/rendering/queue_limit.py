"""Limits of the render queue, by how quickly pages are rendered at the moment."""

# Older measurements say nothing of now: workers may have fallen silent. The host itself
# may be busy for a while before it reads the next responses.
RECENT_S = 0.25
# The number of pages that are timed together.
PAGES_REMEMBERED = 32
# One page in progress and one in the socket; all others wait in the pool's queue.
OWED_USUALLY = 2
# With very quick pages, enough that host and worker need not wake for each.
OWED_MOST = 8
QUICK_S = 0.004


class Pace:
    """Render times by the workers' clocks, because the host may have been busy."""

    def __init__(self) -> None:
        self._page_s = 0.0
        self._last = float("-inf")

    def note(self, now: float, drawn_s: float) -> None:
        """Records a page that arrived at this loop time with this render time."""
        is_first = self._last == float("-inf")
        self._page_s += (drawn_s - self._page_s) / (1 if is_first else PAGES_REMEMBERED)
        self._last = now

    def wait_s(self, now: float, *, waiting: int, workers: int) -> float:
        """The expected wait for that many pages and workers; infinite without measurements."""
        if not workers or now - self._last > RECENT_S:
            return float("inf")
        return waiting * self._page_s / workers


class Allowance:
    """Pages that a worker may hold: grows with each quick page, resets with a slow one."""

    def __init__(self) -> None:
        self.most = OWED_USUALLY

    def note(self, took_s: float) -> None:
        self.most = min(self.most + 1, OWED_MOST) if took_s < QUICK_S else OWED_USUALLY
