"""Images with too many scans, segments or chunks are refused before they are decoded."""

import os
import struct
import zlib

import pytest

from server.media.imaging.decoder import (
    NOTES_MOST,
    PIECES_MOST,
    has_too_many_pieces,
    open_image,
    scans_in,
)
from server.media.imaging.worker_protocol import ImageRefused
from tests.server.media.imaging.pictures import encoded, many_scans, png_chunk, quarters, with_exif

JPEG = encoded(quarters(), "JPEG")
PNG = encoded(quarters(), "PNG")
PROFILE = png_chunk(b"iCCP", b"x\0\0" + zlib.compress(bytes(1_000_000), 9))


def with_declared_size(data: bytes, side: int) -> bytes:
    """Returns a progressive JPEG whose header declares this width and height."""
    at = data.index(b"\xff\xc2") + 5
    return data[:at] + struct.pack(">HH", side, side) + data[at + 4 :]


def with_metadata(data: bytes, more: bytes) -> bytes:
    """Inserts bytes after the signature of a JPEG, or after the header chunk of a PNG."""
    at = 33 if data is PNG else 2
    return data[:at] + more + data[at:]


def refusal_reason(data: bytes) -> str | None:
    """Returns the reason for which an image is refused, or None."""
    try:
        with open_image(data):
            return None
    except ImageRefused as refused:
        return refused.reason


@pytest.mark.parametrize(("side", "scans"), [(6000, 60), (7000, 30), (2400, 190), (640, 300)])
def test_jpeg_with_too_many_scans_for_its_size_is_refused(side: int, scans: int) -> None:
    assert refusal_reason(with_declared_size(many_scans(scans), side)) == "complex"


@pytest.mark.parametrize(("side", "scans"), [(7000, 10), (6000, 15), (2000, 180)])
def test_jpeg_with_a_usual_number_of_scans_is_accepted(side: int, scans: int) -> None:
    assert refusal_reason(with_declared_size(many_scans(scans - 10), side)) is None


@pytest.mark.parametrize(
    "data",
    [
        with_metadata(JPEG, b"\xff\xfe\x00\x02" * 25_000),
        with_metadata(JPEG, b"\xff\xe1\x00\x08Exif\0\0" * 25_000),
        with_metadata(JPEG, b"\xff" * 25_000),
        with_metadata(JPEG, b"\0" * 25_000),
        with_metadata(PNG, PROFILE * 600),
        with_metadata(PNG, png_chunk(b"abCd", b"") * 600),
        with_metadata(PNG, png_chunk(b"IDAT", b"") * 25_000),
    ],
    ids=["comments", "notes", "padding", "junk", "profiles", "unknown chunks", "empty pixels"],
)
def test_image_with_too_many_segments_or_chunks_is_refused(data: bytes) -> None:
    assert refusal_reason(data) == "complex"


@pytest.mark.parametrize(
    "data",
    [
        with_metadata(JPEG, (b"\xff\xfe\xff\xff" + b"a" * 65_533) * 70),
        with_metadata(JPEG, b"\xff" * 200),
        with_metadata(PNG, png_chunk(b"tEXt", b"a\0b") * 100),
        with_exif(6),
    ],
    ids=["long comments", "some padding", "some texts", "of a phone"],
)
def test_image_with_usual_metadata_is_accepted(data: bytes) -> None:
    assert refusal_reason(data) is None


@pytest.mark.parametrize(("name", "most"), [(b"IDAT", PIECES_MOST), (b"tEXt", NOTES_MOST)])
def test_png_has_too_many_chunks_from_the_first_above_the_limit(name: bytes, most: int) -> None:
    allowed = b"\x89PNG\r\n\x1a\n" + png_chunk(name, b"") * most

    assert not has_too_many_pieces(allowed + png_chunk(b"IEND", b""))
    assert has_too_many_pieces(allowed + png_chunk(name, b""))


def test_scan_markers_in_comments_and_after_the_end_are_not_counted() -> None:
    film = b"\xff\xda\x00\x02" * 100_000 + os.urandom(100_000)

    picture = with_metadata(JPEG, b"\xff\xfe\x10\x02" + b"\xff\xda" * 2048) + film

    assert scans_in(picture) == 1
    assert refusal_reason(picture) is None
