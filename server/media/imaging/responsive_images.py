"""Encoder of post images: several widths and formats, and a placeholder of 12 pixels."""

import base64
import io
from collections.abc import Iterator
from typing import Any

from PIL import Image

from server.media.imaging.decoder import (
    ENDINGS,
    Frame,
    OpenedImage,
    frames_of,
    open_image,
    resize_in_srgb,
)
from server.media.imaging.fingerprint import Fingerprint, fingerprint_still
from server.media.imaging.worker_protocol import ImageFile, ResponsiveImage

WIDTHS = (320, 640, 960, 1600)
# A variant nearly as wide as the whole image would save nothing.
NEARLY = 0.9
HEIGHT_MOST = 2_400
MOVING_WIDTH_MOST = 640
MOVING_PIXELS_MOST = 16_000_000
PLACEHOLDER_SIDE = 12

# At these settings the two formats look alike; AVIF is a quarter smaller and takes less time.
_AVIF: dict[str, Any] = {"quality": 55, "speed": 9, "max_threads": 1}
# Lists show this size; a few milliseconds more make it up to a third smaller.
_SMALL_AVIF = _AVIF | {"speed": 8}
_WEBP: dict[str, Any] = {"quality": 80, "method": 2}
_STILL: dict[str, dict[str, Any]] = {
    "JPEG": {"quality": 85, "optimize": True, "progressive": True},
    "PNG": {"compress_level": 6},
    "GIF": {"optimize": True},
    "WEBP": {"quality": 84, "method": 2},
}
_MOVING: dict[str, dict[str, Any]] = {
    # A transparent frame must not show the one before.
    "GIF": {"disposal": 2},
    "PNG": {"compress_level": 4},
    "WEBP": {"quality": 70, "method": 0},
}
# One transparent pixel: a placeholder would show through a transparent image.
_CLEAR = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"


def responsive(data: bytes) -> ResponsiveImage:
    """Encodes all variants of an upload; raises only ImageRefused."""
    with open_image(data) as sent:
        return _encode_animation(sent) if sent.frames > 1 else _encode_still(sent)


def encode_site_image(data: bytes) -> ResponsiveImage:
    """Encodes an image that the site itself ships: AVIF in two widths, and JPEG."""
    with Image.open(io.BytesIO(data)) as opened_image:
        image = opened_image.convert("RGB")
    small = image.resize(_fit(image.size, (WIDTHS[0], HEIGHT_MOST)))
    return ResponsiveImage(
        fallback=_encode(image, "JPEG", {"quality": 88}),
        derived=tuple(_avif(one) for one in (small, image)),
        placeholder=_make_placeholder(small),
    )


def _encode_still(sent: OpenedImage) -> ResponsiveImage:
    """Encodes a still picture in all its widths."""
    image, kind = sent.image, sent.kind
    size = _fit(sent.size, (WIDTHS[-1], HEIGHT_MOST))
    asked = size[::-1] if sent.is_transposed else size
    fingerprint = fingerprint_still(image)
    whole = resize_in_srgb(image, asked)
    whole = whole if _is_transparent(whole) else whole.convert("RGB")
    fallback = whole.convert("RGB") if kind == "JPEG" else whole
    return ResponsiveImage(
        fallback=_encode(fallback, kind, _STILL[kind]),
        derived=tuple(_encode_sizes(whole)),
        placeholder=_make_placeholder(whole),
        fingerprint=fingerprint,
    )


def _encode_sizes(whole: Image.Image) -> Iterator[ImageFile]:
    """Yields the files of each width that is narrower than the picture, and of its own width."""
    widths = [width for width in WIDTHS if width < whole.width * NEARLY] + [whole.width]
    for width in widths:
        height = max(1, round(whole.height * width / whole.width))
        is_whole = width == whole.width
        sized = whole if is_whole else whole.resize((width, height), Image.Resampling.LANCZOS)
        yield _avif(sized)
        yield _encode(sized, "WEBP", _WEBP)


def _encode_animation(sent: OpenedImage) -> ResponsiveImage:
    """Encodes an animation in one size, which is smaller the more frames it has."""
    image, kind, loop = sent.image, sent.kind, sent.loop
    width, height = _fit(sent.size, (MOVING_WIDTH_MOST, HEIGHT_MOST))
    shrunk = min(1.0, (MOVING_PIXELS_MOST / (sent.frames * width * height)) ** 0.5)
    size = (max(1, int(width * shrunk)), max(1, int(height * shrunk)))
    asked = size[::-1] if sent.is_transposed else size
    frames, fingerprint = [], Fingerprint()
    for frame, ms in frames_of(image):
        fingerprint.add(frame)
        frames.append(Frame(resize_in_srgb(frame, asked).convert("RGBA"), ms))
    first = frames[0].image
    better = () if kind == "WEBP" else (_encode_moving(frames, "WEBP", loop=loop),)
    return ResponsiveImage(
        fallback=_encode_moving(frames, kind, loop=loop),
        derived=better,
        placeholder=_make_placeholder(first),
        fingerprint=fingerprint.text(),
    )


def _fit(size: tuple[int, int], most: tuple[int, int]) -> tuple[int, int]:
    """Returns the size scaled down into a box, never up."""
    scale = min(1.0, most[0] / size[0], most[1] / size[1])
    return max(1, round(size[0] * scale)), max(1, round(size[1] * scale))


def _is_transparent(image: Image.Image) -> bool:
    """Returns whether a pixel of the image is not wholly opaque."""
    return image.mode == "RGBA" and image.getchannel("A").histogram()[255] < (
        image.width * image.height
    )


def _avif(image: Image.Image) -> ImageFile:
    return _encode(image, "AVIF", _SMALL_AVIF if image.width <= WIDTHS[0] else _AVIF)


def _encode(image: Image.Image, kind: str, options: dict[str, Any]) -> ImageFile:
    """Encodes an image in a format; `options` are those of Pillow for it."""
    out = io.BytesIO()
    image.save(out, kind, **options)
    return ImageFile(out.getvalue(), ENDINGS.get(kind, kind.lower()), *image.size)


def _encode_moving(frames: list[Frame], kind: str, *, loop: int | None) -> ImageFile:
    """Encodes an animation; `loop` is its loop count, 0 for ever, None for a GIF that plays once.

    Without a count a GIF plays once, and a WebP for ever.
    """
    loop = 1 if loop is None and kind != "GIF" else loop
    first, *others = (frame.image for frame in frames)
    durations = [frame.ms for frame in frames]
    animated = {"save_all": True, "append_images": others, "duration": durations, "loop": loop}
    return _encode(first, kind, animated | _MOVING[kind])


def _make_placeholder(image: Image.Image) -> str:
    """Returns a blurred picture of a few pixels as a data URL; a clear one if transparent."""
    if _is_transparent(image):
        return _CLEAR
    size = _fit(image.size, (PLACEHOLDER_SIDE, PLACEHOLDER_SIDE))
    tiny = _encode(image.convert("RGB").resize(size), "WEBP", {"quality": 30, "method": 6})
    return f"data:image/webp;base64,{base64.b64encode(tiny.data).decode()}"
