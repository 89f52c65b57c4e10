"""Which part of a list is read."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """Which part of a list is wanted."""

    size: int
    after: str | None = None
