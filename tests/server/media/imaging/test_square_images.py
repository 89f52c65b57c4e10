"""Square images keep one of four formats and are encoded again, upright, without metadata."""

import asyncio

import pytest
from PIL import Image, ImageCms

from server.media.imaging.image_pool import ImagePool, ImagePoolBusy
from server.media.imaging.square_images import square
from server.media.imaging.worker_protocol import ImageRefused, SquareSize
from tests.server.media.imaging.pictures import (
    ORIENTATIONS,
    animation,
    corners,
    encoded,
    flat_png,
    many_scans,
    opened,
    png_header,
    quarters,
    with_exif,
)

ORDER = SquareSize(still=64, moving=32)
UPRIGHT = ["red", "green", "blue", "white"]


@pytest.mark.parametrize(
    ("kind", "ending"), [("JPEG", "jpg"), ("PNG", "png"), ("GIF", "gif"), ("WEBP", "webp")]
)
def test_square_image_keeps_its_format(kind: str, ending: str) -> None:
    picture = square(encoded(quarters(), kind), ORDER)

    image = opened(picture.data)
    assert (picture.ending, image.format, image.size) == (ending, kind, (64, 64))
    assert corners(picture.data) == UPRIGHT


@pytest.mark.parametrize(("orientation", "expected"), [*ORIENTATIONS, (9, "red green blue white")])
def test_rotated_photo_is_made_upright_and_loses_its_metadata(
    orientation: int, expected: str
) -> None:
    picture = square(with_exif(orientation), ORDER)

    assert corners(picture.data) == expected.split()
    assert b"Secret" not in picture.data
    assert b"Exif" not in picture.data
    assert dict(opened(picture.data).getexif()) == {}


@pytest.mark.parametrize("size", [(200, 80), (80, 200), (1, 1), (3, 900)])
def test_image_is_cropped_to_a_square_and_never_enlarged(size: tuple[int, int]) -> None:
    picture = square(encoded(Image.new("RGB", size, (1, 2, 3)), "PNG"), ORDER)

    assert opened(picture.data).size == (min(64, *size),) * 2


@pytest.mark.parametrize("mode", ["L", "LA", "P", "1", "RGBA", "I;16", "CMYK"])
def test_every_colour_mode_is_accepted(mode: str) -> None:
    image = quarters().convert("L").convert("I;16") if mode == "I;16" else quarters(mode=mode)
    picture = square(encoded(image, "JPEG" if mode == "CMYK" else "PNG"), ORDER)

    assert opened(picture.data).mode in ("RGB", "RGBA")


def test_16_bit_grey_keeps_its_brightness() -> None:
    grey = Image.new("I;16", (80, 80), 0x4000)

    picture = square(encoded(grey, "PNG"), ORDER)

    assert opened(picture.data).convert("L").getpixel((30, 30)) == pytest.approx(0x40, abs=1)


def test_transparency_is_kept_in_png_and_webp() -> None:
    clear = Image.new("RGBA", (80, 80), (255, 0, 0, 0))

    for kind in ("PNG", "WEBP"):
        alpha = opened(square(encoded(clear, kind), ORDER).data).convert("RGBA").getpixel((5, 5))
        assert isinstance(alpha, tuple)
        assert alpha[3] == 0


def test_colour_profile_is_removed() -> None:
    lab = ImageCms.createProfile("XYZ")
    data = encoded(quarters(), "PNG", icc_profile=ImageCms.ImageCmsProfile(lab).tobytes())

    picture = square(data, ORDER)

    assert "icc_profile" not in opened(picture.data).info
    assert b"iCCP" not in picture.data


@pytest.mark.parametrize("profile", [b"", b"nonsense", b"\x00" * 4000])
def test_image_with_a_broken_colour_profile_is_accepted(profile: bytes) -> None:
    data = encoded(quarters(), "JPEG", icc_profile=profile)

    assert corners(square(data, ORDER).data) == UPRIGHT


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG"])
def test_animated_square_image_stays_animated(kind: str) -> None:
    picture = square(animation(kind), ORDER)

    image = opened(picture.data)
    assert getattr(image, "n_frames", 1) == 6
    assert image.size == (32, 32)
    assert image.info["duration"] == 120


@pytest.mark.parametrize(("loop", "kept"), [(None, None), (0, 0), (3, 3)])
def test_animated_square_gif_repeats_as_often_as_before(loop: int | None, kept: int | None) -> None:
    picture = square(animation("GIF", loop=loop), ORDER)

    assert opened(picture.data).info.get("loop") == kept


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"x",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"<html><script>alert(1)</script>",
        b"%PDF-1.7",
        b"%!PS-Adobe-3.0 EPSF-3.0",
        b"GIF89a",
        b"\xff\xd8\xff",
        b"RIFF\x00\x00\x00\x00WEBP",
        b"\x00\x00\x00\x20ftypavif",
        encoded(quarters(), "BMP"),
        encoded(quarters(), "TIFF"),
        encoded(quarters(), "ICO"),
        encoded(quarters(), "PPM"),
        encoded(quarters(), "AVIF"),
        encoded(quarters(), "PNG")[:100],
        encoded(quarters((400, 400)), "JPEG")[:900],
    ],
)
def test_file_of_an_unsupported_type_is_refused(data: bytes) -> None:
    with pytest.raises(ImageRefused) as refused:
        square(data, ORDER)

    assert refused.value.reason == "type"


@pytest.mark.parametrize(
    "data",
    [
        png_header(30_000, 30_000),
        png_header(12_001, 10),
        png_header(10, 12_001),
        png_header(65_535, 65_535),
        png_header(2**31 - 1, 2**31 - 1),
        png_header(7_100, 7_100),
        many_scans(300),
        animation("GIF", frames=401, size=(2, 2)),
    ],
)
def test_decompression_bomb_is_refused(data: bytes) -> None:
    with pytest.raises(ImageRefused) as refused:
        square(data, ORDER)

    assert refused.value.reason == "complex"


def test_data_after_the_end_of_an_image_is_dropped() -> None:
    data = encoded(quarters(), "GIF") + b"<script>alert(1)</script>PK\x03\x04"

    assert b"script" not in square(data, ORDER).data


@pytest.mark.anyio
async def test_image_pool_makes_square_images_in_a_child_process() -> None:
    picture = await ImagePool().square(with_exif(6), ORDER)

    assert corners(picture.data) == ["blue", "red", "white", "green"]


@pytest.mark.anyio
@pytest.mark.parametrize(("data", "reason"), [(b"x", "type"), (png_header(30_000, 9), "complex")])
async def test_image_pool_passes_on_the_reason_of_a_refusal(data: bytes, reason: str) -> None:
    with pytest.raises(ImageRefused) as refused:
        await ImagePool().square(data, ORDER)

    assert refused.value.reason == reason


@pytest.mark.anyio
async def test_image_pool_is_busy_when_the_deadline_passes() -> None:
    image_pool = ImagePool(deadline_s=0.01)

    with pytest.raises(ImagePoolBusy):
        await image_pool.square(with_exif(1), ORDER)

    assert (image_pool.counters.overloaded, image_pool.counters.refused) == (1, 0)


@pytest.mark.anyio
async def test_image_pool_is_busy_when_no_slot_becomes_free() -> None:
    image_pool = ImagePool(queue_s=0.01)
    image_pool._slots = asyncio.Semaphore(0)

    with pytest.raises(ImagePoolBusy):
        await image_pool.square(with_exif(1), ORDER)


@pytest.mark.anyio
async def test_image_pool_counts_processed_refused_and_overloaded_images() -> None:
    image_pool = ImagePool(queue_s=0.02)

    sent = [image_pool.square(data, ORDER) for data in (with_exif(1), b"x", with_exif(1))]
    drawing = asyncio.gather(*sent, return_exceptions=True)
    await asyncio.sleep(0.01)
    under_way = (image_pool.counters.in_progress, image_pool.counters.waiting)
    await drawing

    counters = image_pool.counters
    assert under_way == (2, 1)
    assert (counters.processed, counters.refused, counters.overloaded) == (1, 1, 1)
    assert (counters.in_progress, counters.waiting) == (0, 0)
    assert counters.seconds > 0


@pytest.mark.anyio
async def test_largest_allowed_square_image_fits_the_memory_limit() -> None:
    data = flat_png((7000, 7000), "RGBA", bytes((10, 90, 30, 255)))

    picture = await ImagePool(deadline_s=20).square(data, ORDER)

    assert picture.side == 64
