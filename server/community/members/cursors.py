"""Cursor of the search for members: a position in the index of names."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple

import msgspec

from server.accounts.profiles.names import SUFFIX_MOST

_CURSOR_CHARACTERS = 600
_ID_MOST = 36


class NamePosition(NamedTuple):
    """Position in the index of names: whole name (0) or suffix (1), its text, and its member."""

    place: int
    suffix: str
    member_id: str


_DECODER = msgspec.json.Decoder(tuple[int, str, str])
FIRST = NamePosition(0, "", "")


def format_position(position: NamePosition) -> str:
    """Encodes a position as a cursor."""
    return urlsafe_b64encode(msgspec.json.encode(position)).decode().rstrip("=")


def parse_position(cursor: str | None) -> NamePosition:
    """Decodes a cursor; returns the first position if it is missing or malformed."""
    if not cursor or len(cursor) > _CURSOR_CHARACTERS or not cursor.isascii():
        return FIRST
    try:
        decoded = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        found = NamePosition(*_DECODER.decode(decoded))
    except (ValueError, msgspec.DecodeError):
        return FIRST
    is_short = len(found.suffix) <= SUFFIX_MOST and len(found.member_id) <= _ID_MOST
    is_text = "\0" not in found.suffix + found.member_id
    return found if found.place in {0, 1} and is_short and is_text else FIRST
