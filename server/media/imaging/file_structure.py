"""Counts the segments and chunks of a file, so that decoders meet no file with millions."""

import re
from collections.abc import Iterator
from typing import NamedTuple

# A photo has dozens, a long animation thousands, nearly all of them pixel data.
PIECES_MOST = 20_000
NOTES_MOST = 500

_JPEG, _PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
# Excludes 00, which escapes a byte of pixel data, and markers without a length.
_MARKER = re.compile(rb"\xff([^\x00\x01\xff\xd0-\xd8])")
_SCAN, _END = b"\xda", b"\xd9"
_PIXELS = frozenset({b"IDAT", b"fdAT", b"fcTL"})


class Segment(NamedTuple):
    """JPEG segment, and the number of stray bytes before it."""

    marker: bytes
    padding: int


def is_endless(data: bytes) -> bool:
    """Returns whether the file has more segments, chunks or stray bytes than the limits allow."""
    if data.startswith(_JPEG):
        return _is_endless_jpeg(data)
    return data.startswith(_PNG) and _is_endless_png(data)


def scans_in(data: bytes) -> int:
    """Counts JPEG scans as the decoder does: not those in metadata or behind the end."""
    return sum(segment.marker == _SCAN for segment in _segments(data))


def _is_endless_jpeg(data: bytes) -> bool:
    pieces = 0
    for segment in _segments(data):
        pieces += 1 + segment.padding
        if pieces > PIECES_MOST:
            return True
    return False


def _is_endless_png(data: bytes) -> bool:
    notes = 0
    for pieces, name in enumerate(_chunks(data)):
        notes += name not in _PIXELS
        if pieces > PIECES_MOST or notes > NOTES_MOST:
            return True
    return False


def _segments(data: bytes) -> Iterator[Segment]:
    at, is_in_pixels = len(_JPEG), False
    while found := _MARKER.search(data, at):
        yield Segment(found[1], 0 if is_in_pixels else found.start() - at)
        if found[1] == _END:
            return
        is_in_pixels = found[1] == _SCAN
        at = found.end() + int.from_bytes(data[found.end() : found.end() + 2])


def _chunks(data: bytes) -> Iterator[bytes]:
    at = len(_PNG)
    while len(name := data[at + 4 : at + 8]) == len(b"IEND") and name != b"IEND":
        yield name
        at += len(name) + int.from_bytes(data[at : at + 4]) + 8
