"""Time limits of waiting for the database, by purpose."""

from dataclasses import dataclass
from time import monotonic

# A silent server is given up this much later than one that would have stopped by itself.
SILENCE_S = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Time limits in seconds; None means no limit, for work that a person watches."""

    connect_s: float
    # One statement; the database ends it, and a silent database is given up a moment later.
    statement_s: float | None
    # A row or table lock of another transaction.
    lock_s: float
    # A free connection of the pool.
    pool_s: float
    # All statements of one request's transaction.
    transaction_s: float | None
    # An idle transaction, such as a slow download of a list.
    idle_s: float

    @property
    def answer_s(self) -> float | None:
        """Returns the longest wait for a response to one statement; None without a limit."""
        return None if self.statement_s is None else self.statement_s + SILENCE_S

    def answer_within(self, until: float | None) -> float | None:
        """Returns how long a statement may take if all have to end by the monotonic time `until`.

        Raises TimeoutError when no time is left.
        """
        if until is None:
            return self.answer_s
        left = until - monotonic()
        if left <= 0:
            raise TimeoutError
        return left if self.answer_s is None else min(left, self.answer_s)


SERVING = Limits(
    connect_s=2, statement_s=3, lock_s=2, pool_s=2, transaction_s=6, idle_s=30
)  # Readers retry a page; they do not wait long.
LONG_WORK = Limits(
    connect_s=10, statement_s=None, lock_s=10, pool_s=10, transaction_s=None, idle_s=3600
)  # Backup, restore and migration are started by hand and read much.
