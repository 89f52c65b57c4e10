"""Cursor of the search for members: the place in the index of names after which it continues."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple

import msgspec

from server.accounts.profiles.names import SUFFIX_MOST

_CURSOR_CHARACTERS = 600
_ID_MOST = 36


class NamePosition(NamedTuple):
    """Entry of the index: whole name or suffix, its text, and its member."""

    place: int
    suffix: str
    member_id: str


_DECODER = msgspec.json.Decoder(tuple[int, str, str])
FIRST = NamePosition(0, "", "")


def format_position(position: NamePosition) -> str:
    return urlsafe_b64encode(msgspec.json.encode(position)).decode().rstrip("=")


def parse_position(cursor: str | None) -> NamePosition:
    """Reads a cursor; a broken one is ignored, and the search begins anew."""
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
