"""Circuit breaker of the render workers: refuses pages after many timeouts."""


class CircuitBreaker:
    """Breaker that opens after `timeouts_most` late pages in a row.

    It then allows one page every `open_s` seconds, until one is in time.
    """

    def __init__(self, *, timeouts_most: int = 3, open_s: float = 5.0) -> None:
        self._timeouts_most = timeouts_most
        self._open_s = open_s
        self._timeouts = 0
        self._open_until: float | None = None
        self._is_probing = False

    @property
    def is_open(self) -> bool:
        return self._open_until is not None

    def allows(self, now: float) -> bool:
        """Returns whether a page may be rendered at the time `now`.

        While open, it returns True once every `open_s` seconds: that page is a trial, and closes
        the breaker if it is in time.
        """
        if self._open_until is None:
            return True
        if now < self._open_until:
            return False
        # A trial may end without a result (client gone, worker crashed), so the next one
        # waits for a time, not for a result.
        self._open(now)
        self._is_probing = True
        return True

    def record_success(self) -> bool:
        """Records a page that was in time; returns whether this closed the breaker."""
        # A page that was sent before the breaker opened does not close it.
        if self.is_open and not self._is_probing:
            return False
        was_open = self.is_open
        self._timeouts = 0
        self._open_until = None
        self._is_probing = False
        return was_open

    def record_timeout(self, now: float) -> bool:
        """Records a late page; returns whether this opened the breaker, also again by a trial."""
        self._timeouts += 1
        if self.is_open and self._is_probing:
            self._open(now)
            return True
        if self.is_open or self._timeouts < self._timeouts_most:
            return False
        self._open(now)
        return True

    def _open(self, now: float) -> None:
        """Refuses pages for the next `open_s` seconds."""
        self._open_until = now + self._open_s
        self._is_probing = False
