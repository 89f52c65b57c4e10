"""How long anybody waits for the database, by what the wait is for."""

from dataclasses import dataclass
from time import monotonic

# A silent server is left this much later than a living one would have broken off by itself.
SILENCE_S = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """In seconds; where there is no limit, somebody watches the work."""

    connect_s: float
    # One statement; the database is told, and a database that is silent is left a moment later.
    statement_s: float | None
    # For a row or a table that somebody else holds.
    lock_s: float
    # For a free connection.
    pool_s: float
    # Everything that one request does in one transaction.
    transaction_s: float | None
    # A transaction that asks nothing, such as the reading of a list by a slow reader.
    idle_s: float

    @property
    def answer_s(self) -> float | None:
        """How long an answer is waited for."""
        return None if self.statement_s is None else self.statement_s + SILENCE_S

    def answer_within(self, until: float | None) -> float | None:
        """The same, for whoever has waited before; raises TimeoutError when there is no time."""
        if until is None:
            return self.answer_s
        left = until - monotonic()
        if left <= 0:
            raise TimeoutError
        return left if self.answer_s is None else min(left, self.answer_s)


SERVING = Limits(
    connect_s=2, statement_s=3, lock_s=2, pool_s=2, transaction_s=6, idle_s=30
)  # Readers come back to a page; they do not wait for it.
LONG_WORK = Limits(
    connect_s=10, statement_s=None, lock_s=10, pool_s=10, transaction_s=None, idle_s=3600
)  # Backup, restore, migration: begun by hand, and what they read can be large.
