"""Cursors of lists: the position of the last row, encoded as opaque text.

A malformed cursor, or one of another list, is ignored, and the list starts at its first row.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from typing import Literal

import msgspec

Order = Literal["newest", "popular", "liked", "saved", "collected", "comments", "cases"]
Position = tuple[int | datetime, ...]


class PageParams(msgspec.Struct, frozen=True):
    """Page of a list that a request asks for: how many rows, and the cursor they follow."""

    size: int
    after: str | None = None


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_LATEST = (datetime(9999, 1, 1, tzinfo=UTC) - EPOCH) // _MICROSECOND
# Largest values of the columns; PostgreSQL refuses to compare with larger ones.
_COUNT, _ID = 2**31 - 1, 2**63 - 1
_CURSOR_CHARACTERS = 128

# Largest value of each part; one with `_LATEST` is a time in microseconds since 1970.
_SHAPES: dict[str, tuple[int, ...]] = {
    "newest": (_LATEST, _ID),
    "popular": (_COUNT, _LATEST, _ID),
    "liked": (_ID,),
    "saved": (_ID,),
    "collected": (_ID,),
    "comments": (_LATEST, _ID, _LATEST, _ID),
    "cases": (1, _COUNT, _ID),
}
_DECODER = msgspec.json.Decoder(tuple[str, tuple[int, ...]])


def format_cursor(order: Order, position: Position) -> str:
    """Encodes an order and a position as opaque text; datetimes become microseconds since 1970."""
    numbers = [
        (value - EPOCH) // _MICROSECOND if isinstance(value, datetime) else value
        for value in position
    ]
    return urlsafe_b64encode(msgspec.json.encode([order, numbers])).decode().rstrip("=")


def parse_cursor(cursor: str | None, order: Order) -> Position | None:
    """Decodes the position in a cursor; returns None if it is malformed or of another order.

    Only the spelling of `format_cursor` is accepted.
    """
    if not cursor:
        return None
    numbers = _numbers(cursor, order)
    shape = _SHAPES[order]
    if numbers is None or len(numbers) != len(shape):
        return None
    if not all(0 <= number <= most for number, most in zip(numbers, shape, strict=True)):
        return None
    position = tuple(
        EPOCH + number * _MICROSECOND if most == _LATEST else number
        for number, most in zip(numbers, shape, strict=True)
    )
    # Padding and blanks would give one position countless addresses.
    return position if format_cursor(order, position) == cursor else None


def _numbers(cursor: str, order: Order) -> tuple[int, ...] | None:
    """Decodes the numbers of a cursor; returns None if it is malformed or of another order."""
    if len(cursor) > _CURSOR_CHARACTERS or not cursor.isascii():
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        named, numbers = _DECODER.decode(urlsafe_b64decode(padded))
    except (ValueError, msgspec.DecodeError):
        return None
    return numbers if named == order else None
