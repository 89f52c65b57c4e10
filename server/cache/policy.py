"""Lifetime and tags of a cached page."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CachePolicy:
    """Cache key, lifetimes in seconds, and tags of one public page."""

    path: bytes
    query: bytes
    fresh_s: float
    stale_s: float
    tags: frozenset[str]
    # A request with this cookie gets another page at the same address, and bypasses the cache.
    bypass_cookie: bytes = b""

    @property
    def key(self) -> tuple[bytes, bytes]:
        return self.path, self.query


# Takes path and query as sent; returns nothing for addresses that are not cached.
FindPolicy = Callable[[bytes, bytes], CachePolicy | None]
