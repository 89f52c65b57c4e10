"""Which part of a list is read."""

import msgspec


class Part(msgspec.Struct, frozen=True):
    """Which part of a list is wanted."""

    size: int
    after: str | None = None
