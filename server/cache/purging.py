"""Tells the caches of this host which kept pages no longer say the truth."""

from collections.abc import Callable

Tags = frozenset[str]
# Said when it is not known what has changed.
EVERYTHING = "*"
Drop = Callable[[Tags], None]


class Purge:
    """Called once a change is true, wherever it was made."""

    def __init__(self) -> None:
        self._drops: list[Drop] = []

    def listen(self, drop: Drop) -> None:
        self._drops.append(drop)

    def __call__(self, tags: Tags) -> None:
        for drop in self._drops:
            drop(tags)
