"""Responsive images of posts: several widths, AVIF and WebP variants, and a placeholder."""

import base64

import pytest
from PIL import Image

from server.media.imaging import responsive_images
from server.media.imaging.image_pool import ImagePool
from server.media.imaging.responsive_images import MOVING_PIXELS_MOST, responsive
from server.media.imaging.worker_protocol import ImageRefused, ResponsiveImage
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

PLACEHOLDER_CHARACTERS_MOST = 400
# Bytes of a pixel.
MODES = {"RGBA": 4, "RGB": 3, "L": 1, "I;16": 2}
KINDS = [("JPEG", "jpg"), ("PNG", "png"), ("GIF", "gif"), ("WEBP", "webp")]


def widths(made: ResponsiveImage, ending: str) -> list[int]:
    return [one.width for one in made.derived if one.ending == ending]


@pytest.mark.parametrize(("kind", "ending"), KINDS)
def test_fallback_keeps_its_format_beside_avif_and_webp_variants(kind: str, ending: str) -> None:
    made = responsive(encoded(quarters((2000, 1000)), kind))

    fallback = opened(made.fallback.data)
    assert (made.fallback.ending, fallback.format) == (ending, kind)
    assert fallback.size == (made.fallback.width, made.fallback.height) == (1600, 800)
    assert widths(made, "avif") == widths(made, "webp") == [320, 640, 960, 1600]
    for one in (made.fallback, *made.derived):
        assert opened(one.data).size == (one.width, one.height)
        assert corners(one.data) == ["red", "green", "blue", "white"]


@pytest.mark.parametrize(
    ("size", "expected", "stored"),
    [
        ((1, 1), [1], (1, 1)),
        ((200, 100), [200], (200, 100)),
        ((340, 100), [340], (340, 100)),
        ((700, 100), [320, 700], (700, 100)),
        ((1700, 10), [320, 640, 960, 1600], (1600, 9)),
        ((1200, 4800), [320, 600], (600, 2400)),
        ((1, 5000), [1], (1, 2400)),
        ((9000, 3), [320, 640, 960, 1600], (1600, 1)),
    ],
)
def test_variants_are_never_larger_than_the_original(
    size: tuple[int, int], expected: list[int], stored: tuple[int, int]
) -> None:
    made = responsive(encoded(Image.new("RGB", size, "green"), "PNG"))

    assert widths(made, "webp") == expected
    assert (made.fallback.width, made.fallback.height) == stored


@pytest.mark.parametrize(("orientation", "expected"), ORIENTATIONS)
def test_all_variants_are_upright_and_without_metadata(orientation: int, expected: str) -> None:
    made = responsive(with_exif(orientation, (80, 40)))

    for one in (made.fallback, *made.derived):
        assert corners(one.data) == expected.split()
        assert (one.width, one.height) == ((40, 80) if orientation > 4 else (80, 40))
        assert b"Secret" not in one.data
        assert b"Exif" not in one.data
        assert dict(opened(one.data).getexif()) == {}


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP"])
def test_animated_image_stays_animated_in_every_variant(kind: str) -> None:
    made = responsive(animation(kind, frames=6, size=(60, 40)))

    assert [one.ending for one in made.derived] == ([] if kind == "WEBP" else ["webp"])
    for one in (made.fallback, *made.derived):
        image = opened(one.data)
        assert getattr(image, "n_frames", 1) == 6
        assert (image.size, image.info["loop"]) == ((60, 40), 0)
        image.seek(1)
        image.load()
        assert image.info["duration"] == 120


def test_gif_that_plays_once_plays_once_in_every_variant() -> None:
    made = responsive(animation("GIF", loop=None))

    assert "loop" not in opened(made.fallback.data).info
    [webp] = made.derived
    assert opened(webp.data).info["loop"] == 1


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP"])
def test_number_of_repeats_is_kept(kind: str) -> None:
    made = responsive(animation(kind, loop=3))

    for one in (made.fallback, *made.derived):
        assert opened(one.data).info["loop"] == 3


# With 1/100 of the pixels, the limit is lowered to 1/100 too; the audit tests the real sizes.
@pytest.mark.parametrize(
    ("size", "part"),
    [((60, 45), 100), pytest.param((600, 450), 1, marks=pytest.mark.audit)],
)
def test_long_animation_is_scaled_down_to_16_megapixels_in_all(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], part: int
) -> None:
    monkeypatch.setattr(responsive_images, "MOVING_PIXELS_MOST", MOVING_PIXELS_MOST // part)

    made = responsive(animation("GIF", frames=150, size=size))

    assert opened(made.fallback.data).n_frames == 150  # type: ignore[attr-defined]
    pixels = made.fallback.width * made.fallback.height * 150
    assert 15_000_000 / part <= pixels <= 16_000_000 / part
    assert made.fallback.width / made.fallback.height == pytest.approx(4 / 3, abs=0.04)


@pytest.mark.parametrize(("kind", "ending"), KINDS)
def test_placeholder_is_small_and_has_the_colour_of_the_image(kind: str, ending: str) -> None:
    made = responsive(encoded(Image.new("RGB", (900, 600), (30, 120, 40)), kind))

    head, _, body = made.placeholder.partition(",")
    image = opened(base64.b64decode(body)).convert("RGB")
    assert head == "data:image/webp;base64"
    assert len(made.placeholder) <= PLACEHOLDER_CHARACTERS_MOST
    assert image.size == (12, 8)
    red, green, blue = image.getpixel((6, 4))  # type: ignore[misc]
    assert abs(red - 30) + abs(green - 120) + abs(blue - 40) < 40


def test_placeholder_of_a_noisy_image_is_small() -> None:
    made = responsive(encoded(Image.effect_noise((500, 500), 120).convert("RGB"), "PNG"))

    assert len(made.placeholder) <= PLACEHOLDER_CHARACTERS_MOST


@pytest.mark.parametrize("kind", ["PNG", "GIF", "WEBP"])
def test_transparency_is_kept_and_the_placeholder_is_fully_transparent(kind: str) -> None:
    image = Image.new("RGBA", (60, 60), (0, 0, 0, 0))
    image.paste((20, 200, 20, 255), (0, 0, 30, 60))

    made = responsive(encoded(image, kind))

    for one in (made.fallback, *made.derived):
        drawn = opened(one.data).convert("RGBA")
        assert drawn.getchannel("A").getextrema() == (0, 255)
    placeholder = opened(base64.b64decode(made.placeholder.partition(",")[2])).convert("RGBA")
    assert placeholder.getchannel("A").getextrema() == (0, 0)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "type"),
        (b"GIF89a", "type"),
        (encoded(quarters(), "PNG")[:60], "type"),
        (encoded(quarters(), "TIFF"), "type"),
        (png_header(12_001, 1), "complex"),
        (png_header(9_000, 9_000), "complex"),
        (many_scans(300), "complex"),
        (animation("GIF", frames=401, size=(2, 2)), "complex"),
    ],
)
def test_unsupported_or_too_complex_image_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(ImageRefused) as refused:
        responsive(data)

    assert refused.value.reason == reason


@pytest.mark.anyio
async def test_image_pool_returns_every_file_from_its_child_process() -> None:
    data = encoded(quarters((700, 350)), "PNG")

    made = await ImagePool().responsive(data)

    assert len(made.file_fingerprints) > 1
    assert made._replace(file_fingerprints=()) == responsive(data)


@pytest.mark.anyio
# RGBA needs most memory, four bytes a pixel; the audit tests the other modes.
@pytest.mark.parametrize(
    "mode",
    [mode if mode == "RGBA" else pytest.param(mode, marks=pytest.mark.audit) for mode in MODES],
)
async def test_largest_allowed_image_fits_the_memory_limit(mode: str) -> None:
    data = flat_png((7000, 7000), mode, bytes(MODES[mode]))

    made = await ImagePool(deadline_s=30).responsive(data)

    assert made.fallback.width == 1600
