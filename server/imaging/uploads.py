"""Is it truly a JPEG, PNG, GIF or WebP; if so, drawn anew: upright, in sRGB, no metadata."""

import io
from collections.abc import Iterator
from typing import Literal, NamedTuple

from PIL import Image, ImageCms, ImageSequence, UnidentifiedImageError

FORMATS = ("JPEG", "PNG", "GIF", "WEBP")
ENDINGS = {"JPEG": "jpg", "PNG": "png", "GIF": "gif", "WEBP": "webp"}

PIXELS_MOST = 50_000_000
SIDE_MOST = 12_000
SCANS_MOST = 200
FRAMES_MOST = 400
FRAME_PIXELS_MOST = 200_000_000

_START_OF_SCAN = b"\xff\xda"
_ORIENTATION = 0x0112
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

Reason = Literal["type", "complex"]


class PictureRefused(Exception):
    """Not one of the four formats, or more than a picture of a page can need."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class Order(NamedTuple):
    """A square of at most so many pixels a side; a moving one is smaller."""

    still: int
    moving: int


class Picture(NamedTuple):
    """A picture as it is stored."""

    data: bytes
    ending: str
    side: int


def square(data: bytes, order: Order) -> Picture:
    """The middle of a picture, drawn anew; raises PictureRefused and nothing else."""
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            return _drawn(image, data, order=order)
    except PictureRefused:
        raise
    except (Image.DecompressionBombError, MemoryError) as error:
        raise PictureRefused("complex") from error
    except UnidentifiedImageError as error:
        raise PictureRefused("type") from error
    except Exception as error:
        # A decoder can fail in as many ways as a file can be broken.
        raise PictureRefused("type") from error


def _drawn(image: Image.Image, data: bytes, *, order: Order) -> Picture:
    # Phones write several pictures into one JPEG; the first is the one that was taken.
    kind = "JPEG" if image.format == "MPO" else str(image.format)
    _check_size(image)
    if kind == "JPEG" and data.count(_START_OF_SCAN) > SCANS_MOST:
        raise PictureRefused("complex")
    count = getattr(image, "n_frames", 1) if kind != "JPEG" else 1
    if count > 1:
        return _moving(image, kind, count=count, side=order.moving)
    image.draft("RGB", (order.still * 2, order.still * 2))
    image.load()
    drawn = _without_alpha_if_needed(_redrawn(image, order.still), kind)
    return Picture(_encoded(drawn, kind), ENDINGS[kind], drawn.width)


def _check_size(image: Image.Image) -> None:
    if max(image.size) > SIDE_MOST or image.width * image.height > PIXELS_MOST:
        raise PictureRefused("complex")


def _moving(image: Image.Image, kind: str, *, count: int, side: int) -> Picture:
    if count > FRAMES_MOST or count * image.width * image.height > FRAME_PIXELS_MOST:
        raise PictureRefused("complex")
    loop = int(image.info.get("loop", 0))
    skipped = 1 if image.info.get("default_image") else 0
    frames, durations = [], []
    for frame in _frames(image, skipped):
        # Some formats tell how long a frame stands only when it is drawn.
        frame.load()
        durations.append(max(20, int(frame.info.get("duration") or _DEFAULT_FRAME_MS)))
        frames.append(_redrawn(frame, side).convert("RGBA"))
    out = io.BytesIO()
    frames[0].save(
        out,
        kind,
        save_all=True,
        append_images=frames[1:],
        duration=durations,
        loop=loop,
        # A transparent frame must not show the one before.
        **({"disposal": 2} if kind == "GIF" else {"quality": 80} if kind == "WEBP" else {}),
    )
    return Picture(out.getvalue(), ENDINGS[kind], frames[0].width)


def _frames(image: Image.Image, skipped: int) -> Iterator[Image.Image]:
    for index, frame in enumerate(ImageSequence.Iterator(image)):
        if index >= skipped:
            yield frame


def _redrawn(image: Image.Image, most: int) -> Image.Image:
    """The middle square at its final size, then colours and position put right."""
    orientation = _orientation(image)
    profile = image.info.get("icc_profile")
    plain = _plain_mode(image)
    side = min(plain.size)
    left, top = (plain.width - side) // 2, (plain.height - side) // 2
    size = min(side, most)
    small = plain.resize(
        (size, size),
        Image.Resampling.LANCZOS,
        box=(left, top, left + side, top + side),
        reducing_gap=3.0,
    )
    coloured = _in_srgb(small, profile)
    for turn in _UPRIGHT.get(orientation, ()):
        coloured = coloured.transpose(turn)
    # The encoders would write some of it back.
    coloured.info = {}
    return coloured


def _plain_mode(image: Image.Image) -> Image.Image:
    """Eight bits for each channel: grey, colour, colour with alpha, or ink."""
    if image.mode.startswith("I"):
        # Sixteen bits; a plain conversion would turn all but the darkest white.
        return image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if image.mode in {"L", "RGB", "RGBA", "CMYK"} and "transparency" not in image.info:
        return image
    has_alpha = image.mode in {"LA", "PA", "RGBA"} or "transparency" in image.info
    return image.convert("RGBA" if has_alpha else "RGB")


def _orientation(image: Image.Image) -> int:
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except Exception:
        # Broken metadata is no reason against a picture that can be seen.
        return 1


def _in_srgb(image: Image.Image, profile: object) -> Image.Image:
    if image.mode == "RGBA":
        alpha = image.getchannel("A")
        opaque = _in_srgb(image.convert("RGB"), profile)
        opaque.putalpha(alpha)
        return opaque
    converted = _converted(image, profile) if isinstance(profile, bytes) and profile else None
    return converted or image.convert("RGB")


def _converted(image: Image.Image, profile: bytes) -> Image.Image | None:
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        if source.profile.xcolor_space != _COLOUR_SPACES.get(image.mode):
            return None
        target = ImageCms.createProfile("sRGB")
        return ImageCms.profileToProfile(image, source, target, outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return None


def _without_alpha_if_needed(image: Image.Image, kind: str) -> Image.Image:
    return image.convert("RGB") if kind == "JPEG" else image


def _encoded(image: Image.Image, kind: str) -> bytes:
    out = io.BytesIO()
    if kind == "JPEG":
        image.save(out, "JPEG", quality=88, optimize=True, progressive=True)
    elif kind == "WEBP":
        image.save(out, "WEBP", quality=86, method=4)
    else:
        image.save(out, kind, optimize=True)
    return out.getvalue()
