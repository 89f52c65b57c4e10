"""A circuit breaker: after pages in a row that came too late, nobody waits for the next ones."""


class Breaker:
    """Open after `timeouts_most` in a row; then one page every `rest_s` may try until one comes."""

    def __init__(self, *, timeouts_most: int = 3, rest_s: float = 5.0) -> None:
        self._timeouts_most = timeouts_most
        self._rest_s = rest_s
        self._timeouts = 0
        self._open_until: float | None = None
        self._is_probing = False

    @property
    def is_open(self) -> bool:
        return self._open_until is not None

    def lets_through(self, now: float) -> bool:
        """Whether a page may be asked for now; a half-open breaker gives this away once."""
        if self._open_until is None:
            return True
        if now < self._open_until:
            return False
        # A probe may end without a word (its visitor left, its worker crashed); so the next one
        # waits for a moment in time, not for an outcome.
        self._rest(now)
        self._is_probing = True
        return True

    def page_came(self) -> bool:
        """True when this closes the breaker."""
        if self.is_open and not self._is_probing:
            return False
        was_open = self.is_open
        self._timeouts = 0
        self._open_until = None
        self._is_probing = False
        return was_open

    def page_was_late(self, now: float) -> bool:
        """True when this opens the breaker."""
        self._timeouts += 1
        if self.is_open and self._is_probing:
            self._rest(now)
            return True
        if self.is_open or self._timeouts < self._timeouts_most:
            return False
        self._rest(now)
        return True

    def _rest(self, now: float) -> None:
        self._open_until = now + self._rest_s
        self._is_probing = False
