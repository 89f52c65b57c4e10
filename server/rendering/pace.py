"""How long whoever waits behind so many will wait: by how quickly pages are drawn just now."""

# What is older tells nothing of now: every worker may have fallen silent since. The host itself may
# be busy with a crowd's requests for a while before it reads the next answers.
RECENT_S = 0.25
# Of so many pages the time is told together.
PAGES_REMEMBERED = 32


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
