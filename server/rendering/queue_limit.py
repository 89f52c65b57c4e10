"""Limits of the render queue, by how quickly pages are rendered at the moment."""

# What is older tells nothing of now: every worker may have fallen silent since. The host itself may
# be busy with a crowd's requests for a while before it reads the next answers.
RECENT_S = 0.25
# Of so many pages the time is told together.
PAGES_REMEMBERED = 32
# One being drawn and one waiting in the socket; what else there is waits in the pool's own queue.
OWED_USUALLY = 2
# Of pages that take no time, so many that host and worker need not wake for each of them.
OWED_MOST = 8
QUICK_S = 0.004


class Pace:
    """By the workers' own clocks: between two answers the host may have been busy."""

    def __init__(self) -> None:
        self._page_s = 0.0
        self._last = float("-inf")

    def note(self, now: float, drawn_s: float) -> None:
        """A page came at this time of the loop's clock; to draw it took so long."""
        is_first = self._last == float("-inf")
        self._page_s += (drawn_s - self._page_s) / (1 if is_first else PAGES_REMEMBERED)
        self._last = now

    def wait_s(self, now: float, *, waiting: int, workers: int) -> float:
        """Until so many pages have come from so many workers; endless where nothing tells."""
        if not workers or now - self._last > RECENT_S:
            return float("inf")
        return waiting * self._page_s / workers


class Allowance:
    """Grows by one with each quick page, and is gone with a slow one."""

    def __init__(self) -> None:
        self.most = OWED_USUALLY

    def note(self, took_s: float) -> None:
        self.most = min(self.most + 1, OWED_MOST) if took_s < QUICK_S else OWED_USUALLY
