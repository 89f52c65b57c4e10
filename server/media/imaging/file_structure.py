"""Counts what a file is made of, before a decoder goes through it piece by piece."""

import re
from collections.abc import Iterator
from typing import NamedTuple

# A photo has some dozens, a long film some thousands, nearly all of them pixels.
PIECES_MOST = 20_000
NOTES_MOST = 500

_JPEG, _PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
# Not zero, which escapes a byte of pixels, nor those that stand alone.
_MARKER = re.compile(rb"\xff([^\x00\x01\xff\xd0-\xd8])")
_SCAN, _END = b"\xda", b"\xd9"
_PIXELS = frozenset({b"IDAT", b"fdAT", b"fcTL"})


class Segment(NamedTuple):
    """One part of a JPEG, and how many bytes that belong to nothing stand before it."""

    marker: bytes
    padding: int


def is_endless(data: bytes) -> bool:
    """Whether a reader would be busy for long with what surrounds the picture."""
    if data.startswith(_JPEG):
        return _is_endless_jpeg(data)
    return data.startswith(_PNG) and _is_endless_png(data)


def scans_in(data: bytes) -> int:
    """As the decoder finds them: what stands in notes, or behind the end, is none."""
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
