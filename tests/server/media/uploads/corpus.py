"""Files that a client might upload as an image, each with the expected result."""

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image, ImageCms, PngImagePlugin

from tests.server.media.imaging.pictures import (
    animation,
    deflated_rows,
    encoded,
    flat_png,
    many_scans,
    png_chunk,
    png_header,
    quarters,
    with_exif,
)

STORED, TYPE, COMPLEX = "stored", "upload.unsupportedType", "upload.imageTooComplex"
REFUSED = f"{TYPE} or {COMPLEX}"
EITHER = f"{STORED} or {REFUSED}"

# Marks data that must not be in any stored file.
SECRET = b"SecretOfTheSender"
KINDS = ("JPEG", "PNG", "GIF", "WEBP")


class Case(NamedTuple):
    """File to upload and its expected result: STORED, or the codes of allowed refusals."""

    name: str
    data: bytes
    expected: str


def bombs() -> Iterator[Case]:
    """Yields files that are small but need much memory or time to decode."""
    for width, height in (
        (30_000, 30_000),
        (12_001, 1),
        (1, 12_001),
        (9_000, 9_000),
        (65_535, 65_535),
    ):
        yield Case(f"png of {width}x{height}", png_header(width, height), COMPLEX)
    yield Case("png wider than 31 bits", png_header(2**31 - 1, 1), REFUSED)
    yield Case("png of 0x0", png_header(0, 0), TYPE)
    yield Case("jpeg of 65500 a side", _jpeg_declaring(65_500, 65_500), COMPLEX)
    yield Case("gif of 65535 a side", _gif_of_frames(1, side=65_535), COMPLEX)
    yield Case("webp of 16383 a side", _webp_declaring(16_383), REFUSED)
    yield Case("gif of 401 frames", animation("GIF", 401, (2, 2)), COMPLEX)
    yield Case("gif of 20000 frames", _gif_of_frames(20_000, side=1), COMPLEX)
    yield Case("apng of 401 frames", animation("PNG", 401, (2, 2)), COMPLEX)
    yield Case("webp of 401 frames", animation("WEBP", 401, (2, 2)), COMPLEX)
    yield Case("gif of 110 megapixels in all", _gif_of_frames(110, side=1000), COMPLEX)
    yield Case("jpeg of 300 scans", many_scans(300), COMPLEX)
    yield Case("jpeg of 5000 scans", many_scans(5_000), COMPLEX)
    yield Case("png whose text is a bomb", _png_with(_deflated(b"zTXt", b"x\0\0")), EITHER)
    yield Case("png whose profile is a bomb", _png_with(_deflated(b"iCCP", b"x\0\0")), EITHER)
    yield Case("png whose pixels never end", _png_with(_deflated(b"IDAT", b"")), EITHER)
    yield Case("png with 100000 texts", _png_with(png_chunk(b"tEXt", b"a\0b") * 100_000), EITHER)
    yield Case("webp of animation chunks without end", _webp_of_chunks(50_000), EITHER)


def truncated() -> Iterator[Case]:
    """Yields image files of which a part is missing."""
    for kind in KINDS:
        data = encoded(quarters((200, 200)).rotate(7), kind)
        for part in (0.02, 0.3, 0.6, 0.95):
            yield Case(f"{kind} cut at {part}", data[: int(len(data) * part)], EITHER)
        yield Case(f"{kind} without its head", data[12:], TYPE)
        yield Case(f"{kind} with a hole", data[:60] + bytes(40) + data[100:], EITHER)
    yield Case("nothing", b"", TYPE)
    yield Case("one byte", b"\xff", TYPE)
    yield Case("zeros", bytes(4096), TYPE)


def other_types() -> Iterator[Case]:
    """Yields files of types that are not accepted."""
    heads = {
        "svg": b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        "svg with a mark": b"\xef\xbb\xbf<?xml version='1.0'?><svg><script>1</script></svg>",
        "html": b"<!doctype html><script>alert(1)</script>",
        "pdf": b"%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF",
        "postscript": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\nshowpage\n",
        "heic": b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(200),
        "heif of several": b"\0\0\0\x18ftypmsf1\0\0\0\0mif1msf1" + bytes(200),
        "mp4": b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41" + bytes(200),
        "webm": b"\x1aE\xdf\xa3\x9fB\x86\x81\x01webm",
        "photoshop": b"8BPS\0\x01" + bytes(100),
        "zip": b"PK\x03\x04" + bytes(60),
        "gzip": b"\x1f\x8b\x08" + bytes(60),
        "windows program": b"MZ\x90\0" + bytes(200),
        "linux program": b"\x7fELF\x02\x01\x01" + bytes(200),
        "shell script": b"#!/bin/sh\nrm -rf /\n",
        "php": b"<?php system($_GET['c']); ?>",
        "javascript": b"alert(document.domain)",
        "json": b'{"image": true}',
        "text": "お茶".encode(),
        "sound": b"RIFF\x24\0\0\0WAVEfmt " + bytes(30),
        "mp3": b"ID3\x04" + bytes(200),
        "typeface": b"wOF2" + bytes(200),
        "jpeg xl": b"\xff\x0a" + bytes(200),
        "metafile": b"\x01\0\0\0" + bytes(36) + b" EMF" + bytes(60),
        "gif head alone": b"GIF89a",
        "gif that is a script": b"GIF89a=1;alert(1)//",
        "riff that is a webp by name": b"RIFF\xff\xff\xff\xffWEBPVP8 " + bytes(30),
    }
    for name, data in heads.items():
        yield Case(name, data, TYPE)
    for kind in ("TIFF", "BMP", "ICO", "TGA", "PPM", "JPEG2000", "AVIF", "PCX", "SGI", "DDS"):
        yield Case(kind.lower(), encoded(quarters((64, 64)), kind), TYPE)
    yield Case("pdf of a picture", encoded(quarters(), "PDF"), TYPE)


def polyglots() -> Iterator[Case]:
    """Yields valid images that also contain a script, an archive or a program."""
    script = b"<script>/*" + SECRET + b"*/alert(1)</script>"
    for kind in KINDS:
        data = encoded(quarters(), kind)
        yield Case(f"{kind} with an appended script", data + script, STORED)
        yield Case(f"{kind} with an appended archive", data + b"PK\x03\x04" + SECRET, STORED)
        yield Case(f"{kind} with an appended program", data + b"<?php " + SECRET, STORED)
    yield Case("jpeg with a script as comment", encoded(quarters(), "JPEG", comment=script), STORED)
    yield Case("gif with a script as comment", encoded(quarters(), "GIF", comment=script), STORED)
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Comment", script.decode())
    texts.add_itxt("XML:com.adobe.xmp", script.decode())
    yield Case("png with scripts as texts", encoded(quarters(), "PNG", pnginfo=texts), STORED)
    yield Case(
        "webp with a script as metadata",
        encoded(quarters(), "WEBP", xmp=script, exif=_exif()),
        STORED,
    )
    for marker, head in (
        (0xE1, b"http://ns.adobe.com/xap/1.0/\0"),
        (0xED, b"Photoshop 3.0\x008BIM\x04\x04"),
        (0xE2, b"MPF\0"),
        (0xEC, b"Ducky"),
        (0xE0, b"JFXX\0\x10"),
    ):
        yield Case(f"jpeg with a segment {marker:x}", _with_segment(marker, head + script), STORED)


def colours() -> Iterator[Case]:
    """Yields valid images of each colour mode, profile and encoder option."""
    picture = quarters((120, 90))
    for mode in ("CMYK", "L", "YCbCr"):
        yield Case(f"jpeg of {mode}", encoded(picture.convert(mode), "JPEG"), STORED)
    for mode in ("1", "L", "LA", "P", "RGBA", "I;16"):
        plain = Image.new("I;16", (120, 90), 30_000) if mode == "I;16" else picture.convert(mode)
        yield Case(f"png of {mode}", encoded(plain, "PNG"), STORED)
    yield Case("png of 48 bits", _png_of_48_bits(), STORED)
    yield Case("png with a clear colour", encoded(picture.convert("P"), "PNG", transparency=0),
               STORED)  # fmt: skip
    yield Case("webp without loss", encoded(picture.convert("RGBA"), "WEBP", lossless=True), STORED)
    variants: dict[str, dict[str, object]] = {
        "progressive": {"progressive": True},
        "of full colour": {"subsampling": 0},
        "with restarts": {"restart_marker_blocks": 2},
        "of least quality": {"quality": 1},
        "with a wide profile": {"icc_profile": _profile()},
        "with a broken profile": {"icc_profile": b"x" * 200},
        "with a profile of grey": {"icc_profile": b"\0\0\0\x80GRAY" + bytes(120)},
    }
    for name, options in variants.items():
        yield Case(f"jpeg {name}", encoded(picture, "JPEG", **options), STORED)
    yield Case("png with a wide profile", encoded(picture, "PNG", icc_profile=_profile()), STORED)


def phones() -> Iterator[Case]:
    """Yields photos with the metadata of phones."""
    for orientation in (*range(10), 65_535):
        yield Case(f"photo turned {orientation}", with_exif(orientation, (90, 60)), STORED)
    broken = with_exif(6).replace(b"Exif\0\0", b"Exif\0\0XX", 1)
    yield Case("photo with broken EXIF", broken, EITHER)
    yield Case("photo with a second picture", encoded(
        quarters(), "MPO", save_all=True, append_images=[quarters((40, 40))]), STORED)  # fmt: skip


def shapes() -> Iterator[Case]:
    """Yields valid images of extreme sizes, and animations."""
    for size in ((1, 1), (1, 12_000), (12_000, 1), (3, 2)):
        yield Case(f"{size[0]}x{size[1]}", _flat(*size), STORED)
    for kind in ("GIF", "PNG", "WEBP"):
        yield Case(f"moving {kind}", animation(kind), STORED)
    still, other = quarters((60, 40)), quarters((60, 40)).rotate(180)
    for name, options in {
        "that never stops": {"loop": 0},
        "that stops": {"loop": 3},
        "of no duration": {"duration": 0},
        "of a long duration": {"duration": 600_000},
        "that clears": {"disposal": 2},
        "that goes back": {"disposal": 3},
    }.items():
        film = encoded(still, "GIF", save_all=True, append_images=[other], **options)
        yield Case(f"gif {name}", film, STORED)


def largest() -> Iterator[Case]:
    """Yields valid images of nearly as many pixels as are allowed, in few bytes."""
    for size in ((8_000, 6_000), (12_000, 4_000)):
        yield Case(f"{size[0]}x{size[1]}", _flat(*size), STORED)


def every_case() -> dict[str, list[Case]]:
    """Returns the cases of each function above by the function's name."""
    makers = (bombs, truncated, other_types, polyglots, colours, phones, shapes, largest)
    return {make.__name__: list(make()) for make in makers}


def _flat(width: int, height: int) -> bytes:
    """Returns a PNG of one colour."""
    return flat_png((width, height), "RGB", bytes((40, 120, 60)))


def _jpeg_declaring(width: int, height: int) -> bytes:
    """Returns a small JPEG whose header declares another size."""
    data = encoded(quarters(), "JPEG")
    at = data.index(b"\xff\xc0") + 5
    return data[:at] + struct.pack(">HH", height, width) + data[at + 4 :]


def _webp_declaring(side: int) -> bytes:
    """Returns a WebP whose header declares a square of this side, without its data."""
    bits = (side - 1) | (side - 1) << 14
    body = b"WEBPVP8L" + struct.pack("<IBI", 20, 0x2F, bits) + bytes(15)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _webp_of_chunks(count: int) -> bytes:
    """Returns a WebP with this number of empty animation frames."""
    head = b"VP8X" + struct.pack("<I", 10) + b"\x02\0\0\0\x09\0\0\x09\0\0"
    body = b"WEBP" + head + (b"ANMF" + struct.pack("<I", 16) + bytes(16)) * count
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _gif_of_frames(count: int, *, side: int) -> bytes:
    """Returns a GIF with this number of one-pixel frames on a square of this side."""
    place = struct.pack("<HHHH", 0, 0, 1, 1)
    frame = b"!\xf9\x04\0\x05\0\0\0," + place + b"\0\x02\x02\x44\x01\0"
    head = b"GIF89a" + struct.pack("<HH", side, side) + b"\x80\0\0\0\0\0\xff\xff\xff"
    return head + frame * count + b";"


def _png_with(chunk: bytes) -> bytes:
    """Returns a valid PNG with this chunk after its header."""
    data = encoded(quarters(), "PNG")
    return data[:33] + chunk + data[33:]


def _deflated(name: bytes, head: bytes) -> bytes:
    """Returns a PNG chunk whose content is 200 MB after decompression."""
    return png_chunk(name, head + deflated_rows(bytes(1_000_000), 200))


def _png_of_48_bits() -> bytes:
    """Returns a PNG with 16 bits for each colour."""
    row = b"\0" + struct.pack(">HHH", 50_000, 20_000, 65_535) * 30
    head = struct.pack(">IIBBBBB", 30, 20, 16, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(row * 20)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(png_chunk(*chunk) for chunk in chunks)


def _with_segment(marker: int, content: bytes) -> bytes:
    """Returns a JPEG with an additional segment."""
    data = encoded(quarters(), "JPEG")
    return data[:2] + struct.pack(">BBH", 0xFF, marker, len(content) + 2) + content + data[2:]


def _exif() -> Image.Exif:
    """Returns EXIF metadata with SECRET and a location."""
    exif = Image.Exif()
    exif[0x010F] = SECRET.decode()
    exif.get_ifd(0x8825)[2] = (34.0, 58.0, 37.0)
    return exif


def _profile() -> bytes:
    """Returns an ICC colour profile of sRGB."""
    profile: bytes = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return profile
