"""Decoder of uploads: four formats, bounded sizes, EXIF orientation applied, colours in sRGB."""

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from PIL import Image, ImageCms, ImageSequence, UnidentifiedImageError

from server.media.imaging.worker_protocol import ImageRefused

# Most pieces (segments, chunks) of a file, and most of them without pixels: a photo has dozens,
# a long animation thousands, nearly all of them pixel data.
PIECES_MOST = 20_000
NOTES_MOST = 500

_JPEG, _PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
# Excludes 00, which escapes a byte of pixel data, and markers without a length.
_MARKER = re.compile(rb"\xff([^\x00\x01\xff\xd0-\xd8])")
_SCAN, _END = b"\xda", b"\xd9"
_PIXELS = frozenset({b"IDAT", b"fdAT", b"fcTL"})

FORMATS = ("JPEG", "PNG", "GIF", "WEBP")
ENDINGS = {"JPEG": "jpg", "PNG": "png", "GIF": "gif", "WEBP": "webp"}
PIXELS_MOST = 50_000_000
SIDE_MOST = 12_000
# Each scan of a progressive JPEG decodes the whole image again; ten are usual.
SCANS_MOST = 200
SCAN_PIXELS_MOST = 1_000_000_000
FRAMES_MOST = 400
FRAME_PIXELS_MOST = 100_000_000
_ORIENTATION = 0x0112
_TRANSPOSED = range(5, 9)
_UPRIGHT = {
    2: (Image.Transpose.FLIP_LEFT_RIGHT,),
    3: (Image.Transpose.ROTATE_180,),
    4: (Image.Transpose.FLIP_TOP_BOTTOM,),
    5: (Image.Transpose.TRANSPOSE,),
    6: (Image.Transpose.ROTATE_270,),
    7: (Image.Transpose.TRANSVERSE,),
    8: (Image.Transpose.ROTATE_90,),
}
_COLOUR_SPACES = {"RGB": "RGB ", "L": "GRAY", "CMYK": "CMYK"}
_DEFAULT_FRAME_MS = 100
_LEAST_FRAME_MS = 20
Box = tuple[int, int, int, int]


class Segment(NamedTuple):
    """Marker of a JPEG segment, and the number of stray bytes before it."""

    marker: bytes
    padding: int


def has_too_many_pieces(data: bytes) -> bool:
    """Returns whether a JPEG or PNG has more segments, chunks or stray bytes than is allowed."""
    if data.startswith(_JPEG):
        return _has_too_many_pieces_jpeg(data)
    return data.startswith(_PNG) and _has_too_many_pieces_png(data)


def scans_in(data: bytes) -> int:
    """Returns the number of scans of a JPEG, without those in metadata or behind its end."""
    return sum(segment.marker == _SCAN for segment in _list_segments(data))


def _has_too_many_pieces_jpeg(data: bytes) -> bool:
    """Returns whether a JPEG has more than PIECES_MOST segments and stray bytes."""
    pieces = 0
    for segment in _list_segments(data):
        pieces += 1 + segment.padding
        if pieces > PIECES_MOST:
            return True
    return False


def _has_too_many_pieces_png(data: bytes) -> bool:
    """Returns whether a PNG has more than PIECES_MOST chunks, or NOTES_MOST without pixels."""
    notes = 0
    for pieces, name in enumerate(_list_chunks(data), 1):
        notes += name not in _PIXELS
        if pieces > PIECES_MOST or notes > NOTES_MOST:
            return True
    return False


def _list_segments(data: bytes) -> Iterator[Segment]:
    """Yields the segments of a JPEG file; the bytes after a scan are pixels, not padding."""
    at, is_in_pixels = len(_JPEG), False
    while found := _MARKER.search(data, at):
        yield Segment(found[1], 0 if is_in_pixels else found.start() - at)
        if found[1] == _END:
            return
        is_in_pixels = found[1] == _SCAN
        at = found.end() + int.from_bytes(data[found.end() : found.end() + 2])


def _list_chunks(data: bytes) -> Iterator[bytes]:
    """Yields the names of the chunks of a PNG file."""
    at = len(_PNG)
    while len(name := data[at + 4 : at + 8]) == len(b"IEND") and name != b"IEND":
        yield name
        at += len(name) + int.from_bytes(data[at : at + 4]) + 8


class OpenedImage(NamedTuple):
    """Image whose header was read and is within the limits; its pixels are not decoded yet."""

    image: Image.Image
    kind: str
    frames: int

    @property
    def size(self) -> tuple[int, int]:
        """Returns width and height after the EXIF orientation is applied."""
        width, height = self.image.size
        return (height, width) if self.is_transposed else (width, height)

    @property
    def loop(self) -> int | None:
        """Returns the loop count of an animation, 0 for ever; None for a GIF that plays once.

        A GIF that repeats says so in a block of its own; the other formats always have a count.
        """
        return self.image.info.get("loop", None if self.kind == "GIF" else 0)

    @property
    def is_transposed(self) -> bool:
        return _read_orientation(self.image) in _TRANSPOSED


class Frame(NamedTuple):
    """One frame of an animation and its duration."""

    image: Image.Image
    ms: int


@contextmanager
def open_image(data: bytes) -> Iterator[OpenedImage]:
    """Opens an image and checks its limits; raises ImageRefused for every failure in the block."""
    if has_too_many_pieces(data):
        raise ImageRefused("complex")
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            yield _check_size(image, data)
    except ImageRefused:
        raise
    except (Image.DecompressionBombError, MemoryError) as error:
        raise ImageRefused("complex") from error
    except UnidentifiedImageError as error:
        raise ImageRefused("type") from error
    except Exception as error:
        # Pillow raises many types of exceptions for broken files.
        raise ImageRefused("type") from error


def _check_size(image: Image.Image, data: bytes) -> OpenedImage:
    """Returns the image; raises ImageRefused if its size, scans or frames exceed the limits.

    No pixel is decoded before.
    """
    # Phones store several images in one JPEG (MPO); the first is the photo.
    kind = "JPEG" if image.format == "MPO" else str(image.format)
    if max(image.size) > SIDE_MOST or image.width * image.height > PIXELS_MOST:
        raise ImageRefused("complex")
    scans = scans_in(data) if kind == "JPEG" else 1
    if scans > SCANS_MOST or scans * image.width * image.height > SCAN_PIXELS_MOST:
        raise ImageRefused("complex")
    frames = int(getattr(image, "n_frames", 1)) if kind != "JPEG" else 1
    too_many = frames > FRAMES_MOST or frames * image.width * image.height > FRAME_PIXELS_MOST
    if frames > 1 and too_many:
        raise ImageRefused("complex")
    return OpenedImage(image, kind, frames)


def frames_of(image: Image.Image) -> Iterator[Frame]:
    """Yields the frames of an animation with their durations.

    Skips the default image of an APNG, which viewers without animation show.
    """
    skipped = 1 if image.info.get("default_image") else 0
    for index, frame in enumerate(ImageSequence.Iterator(image)):
        if index >= skipped:
            # Some formats give the duration only once the frame is decoded.
            frame.load()
            ms = int(frame.info.get("duration") or _DEFAULT_FRAME_MS)
            yield Frame(frame, max(_LEAST_FRAME_MS, ms))


def resize_in_srgb(
    image: Image.Image, size: tuple[int, int], box: Box | None = None
) -> Image.Image:
    """Returns the box of the image at this size, in sRGB and with its orientation applied.

    `size` and `box` are those of the stored pixels, before the orientation is applied.
    """
    orientation = _read_orientation(image)
    profile = image.info.get("icc_profile")
    small = plain_mode(image).resize(size, Image.Resampling.LANCZOS, box=box, reducing_gap=3.0)
    coloured = _in_srgb(small, profile)
    for turn in _UPRIGHT.get(orientation, ()):
        coloured = coloured.transpose(turn)
    # Encoders would write this metadata into the new file.
    coloured.info = {}
    return coloured


def plain_mode(image: Image.Image) -> Image.Image:
    """Converts an image to eight bits per channel: L, RGB, RGBA or CMYK."""
    if image.mode.startswith("I"):
        # Sixteen bits: a plain conversion clips all but the darkest values to white.
        return image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if image.mode in {"L", "RGB", "RGBA", "CMYK"} and "transparency" not in image.info:
        return image
    has_alpha = image.mode in {"LA", "PA", "RGBA"} or "transparency" in image.info
    return image.convert("RGBA" if has_alpha else "RGB")


def _read_orientation(image: Image.Image) -> int:
    """Returns the EXIF orientation; 1 without one."""
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except Exception:
        # Broken metadata does not make the image unusable.
        return 1


def _in_srgb(image: Image.Image, profile: object) -> Image.Image:
    """Converts the colours of an image to sRGB and keeps its transparency.

    Without a profile that fits, they count as sRGB.
    """
    if image.mode == "RGBA":
        alpha = image.getchannel("A")
        opaque = _in_srgb(image.convert("RGB"), profile)
        opaque.putalpha(alpha)
        return opaque
    converted = _convert_to_srgb(image, profile) if isinstance(profile, bytes) and profile else None
    return converted or image.convert("RGB")


def _convert_to_srgb(image: Image.Image, profile: bytes) -> Image.Image | None:
    """Converts to sRGB by the embedded profile.

    Returns None if the profile doesn't fit or is broken.
    """
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        if source.profile.xcolor_space != _COLOUR_SPACES.get(image.mode):
            return None
        target = ImageCms.createProfile("sRGB")
        return ImageCms.profileToProfile(image, source, target, outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return None
