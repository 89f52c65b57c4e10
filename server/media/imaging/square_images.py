"""Encoder of avatars: the middle square of an upload, in the format of the upload."""

import io

from PIL import Image

from server.media.imaging.decoder import ENDINGS, OpenedImage, frames_of, open_image, resize_in_srgb
from server.media.imaging.fingerprint import Fingerprint, fingerprint_still
from server.media.imaging.worker_protocol import SquareImage, SquareSize


def square(data: bytes, order: SquareSize) -> SquareImage:
    """Encodes the middle square of an upload; raises only ImageRefused."""
    with open_image(data) as sent:
        return (
            _encode_animation(sent, order.moving)
            if sent.frames > 1
            else _encode_still(sent, order.still)
        )


def _encode_still(sent: OpenedImage, side: int) -> SquareImage:
    """Encodes the middle square of a still picture."""
    image, kind = sent.image, sent.kind
    fingerprint = fingerprint_still(image)
    square = _crop_middle(image, side)
    square = square.convert("RGB") if kind == "JPEG" else square
    return SquareImage(_encode(square, kind), ENDINGS[kind], square.width, fingerprint)


def _encode_animation(sent: OpenedImage, side: int) -> SquareImage:
    """Encodes the middle square of each frame of an animation."""
    image, kind = sent.image, sent.kind
    frames, durations, fingerprint = [], [], Fingerprint()
    for frame, ms in frames_of(image):
        durations.append(ms)
        fingerprint.add(frame)
        frames.append(_crop_middle(frame, side).convert("RGBA"))
    out = io.BytesIO()
    frames[0].save(
        out,
        kind,
        save_all=True,
        append_images=frames[1:],
        duration=durations,
        loop=sent.loop,
        # A transparent frame must not show the one before.
        **({"disposal": 2} if kind == "GIF" else {"quality": 80} if kind == "WEBP" else {}),
    )
    return SquareImage(out.getvalue(), ENDINGS[kind], frames[0].width, fingerprint.text())


def _crop_middle(image: Image.Image, most: int) -> Image.Image:
    """Returns the middle square, scaled down to a side of at most `most` pixels."""
    side = min(image.size)
    left, top = (image.width - side) // 2, (image.height - side) // 2
    size = min(side, most)
    return resize_in_srgb(image, (size, size), (left, top, left + side, top + side))


def _encode(image: Image.Image, kind: str) -> bytes:
    """Returns the file of a square in its format."""
    out = io.BytesIO()
    if kind == "JPEG":
        image.save(out, "JPEG", quality=88, optimize=True, progressive=True)
    elif kind == "WEBP":
        image.save(out, "WEBP", quality=86, method=4)
    else:
        image.save(out, kind, optimize=True)
    return out.getvalue()
