"""What is kept of which address; decided by whoever knows the pages, which this room does not."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """One page for everybody: its only address, how long it is kept, and what it is made of."""

    path: bytes
    query: bytes
    fresh_s: float
    stale_s: float
    tags: frozenset[str]
    # Whoever brings this cookie along is meant by the address in another way.
    avoided_cookie: bytes = b""

    @property
    def key(self) -> tuple[bytes, bytes]:
        return self.path, self.query


# From a path and a query as they were sent. Nothing: no page of this address is kept.
Planner = Callable[[bytes, bytes], Plan | None]
