"""Rendering of share cards as JPEGs of 1200 by 630, also with broken or unusual pictures."""

import io

import pytest
from PIL import Image, ImageChops

from server.contracts.routes import LANGUAGES
from server.media.imaging.canvas import Canvas, Fonts, Style
from server.media.imaging.colours import PAPER
from server.media.imaging.open_graph.card_data import AnyCard
from server.media.imaging.open_graph.layout import Text
from server.media.imaging.open_graph.render import draw, lay_out
from tests.server.media.imaging.open_graph.cards import (
    FACES,
    HOSTILE,
    PICTURE,
    cultivar_cards,
    longest_names,
    member,
    page_cards,
    post,
)
from tests.server.media.imaging.pictures import animation, encoded, png_header, quarters

SIZE = (1200, 630)


@pytest.fixture(scope="module")
def faces() -> Fonts:
    return Fonts(FACES)


def render(card: AnyCard, faces: Fonts, picture: bytes | None = None) -> Image.Image:
    """Renders a card and returns its picture, after checking format and size."""
    data = draw(card, faces, {PICTURE: picture} if picture is not None else {})
    image = Image.open(io.BytesIO(data))
    assert (image.format, image.size) == ("JPEG", SIZE)
    assert len(data) < 300_000
    return image


# Every ninth page card, or all in the audit; test_layout.py checks the layout of all.
@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.audit)])
def test_page_cards_are_jpegs_of_1200_by_630(faces: Fonts, step: int) -> None:
    for card in list(page_cards())[::step]:
        render(card, faces)


@pytest.mark.parametrize(
    ("longest", "step"), [(2, 88), pytest.param(6, 24, marks=pytest.mark.audit)]
)
def test_cultivar_cards_are_jpegs_of_1200_by_630(faces: Fonts, longest: int, step: int) -> None:
    for card in [*longest_names(longest), *list(cultivar_cards())[::step]]:
        render(card, faces)


@pytest.mark.parametrize("text", HOSTILE)
def test_post_card_of_a_hostile_text_is_rendered(faces: Fonts, text: str) -> None:
    render(post(text, author=text), faces)


def test_card_rendering_is_deterministic(faces: Fonts) -> None:
    card = post("玉露、とろり。")

    assert draw(card, faces, {}) == draw(card, Fonts(FACES), {})


@pytest.mark.parametrize(
    "picture",
    [
        encoded(quarters((900, 300)), "JPEG"),
        encoded(quarters((3, 2000), "RGBA"), "PNG"),
        encoded(quarters((64, 64), "P"), "PNG"),
        encoded(quarters((200, 200), "L"), "WEBP"),
        animation("GIF"),
    ],
)
def test_post_card_contains_the_image_of_the_post(faces: Fonts, picture: bytes) -> None:
    with_picture = render(post("新茶", picture=True), faces, picture)
    without = render(post("新茶"), faces)

    right = (820, 60, 1150, 570)
    assert ImageChops.difference(with_picture.crop(right), without.crop(right)).getbbox()


@pytest.mark.parametrize("picture", [b"", b"\xff\xd8\xff", png_header(60_000, 60_000), b"GIF89a"])
def test_unreadable_image_is_left_out_of_a_post_card(faces: Fonts, picture: bytes) -> None:
    assert draw(post("新茶", picture=True), faces, {PICTURE: picture}) == draw(
        post("新茶", picture=True), faces, {}
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_member_card_is_rendered_without_bio_or_drawable_name(faces: Fonts, language: str) -> None:
    for name in ("", "🍵", "ß", "ŉ", "Ǆ"):
        render(member(name, "", "ja" if language == "ja" else "en"), faces)


def test_rendered_characters_stay_inside_their_layout_boxes(faces: Fonts) -> None:
    for card in longest_names(4):
        for part in lay_out(card, faces, frozenset()).parts:
            if isinstance(part, Text):
                assert _excess_of(part, faces) <= 1.5, part


def _excess_of(words: Text, faces: Fonts) -> float:
    """Returns how many pixels the rendered text exceeds its layout box."""
    canvas = Canvas(SIZE, faces)
    style = Style(words.size, words.weight, words.colour)
    write = canvas.cell if words.is_cell else canvas.runs
    write(words.at, words.text, style=style)
    # Only this margin around the box is examined; ink beyond it shows at its edge.
    box, around = words.box, 20
    x, y = round(box.left - around), round(box.top - around)
    unit = Canvas.oversampling
    area = canvas.image.crop(
        (x * unit, y * unit, round(box.right + around) * unit, round(box.bottom + around) * unit)
    )
    paper = Image.new("RGB", area.size, PAPER)
    ink = ImageChops.difference(area, paper).convert("L").point(lambda v: 255 * (v > 64))
    found = ink.getbbox()
    assert found is not None, words
    left, right = (x + edge / unit for edge in found[::2])
    top, bottom = (y + edge / unit for edge in found[1::2])
    return max(box.left - left, box.top - top, right - box.right, bottom - box.bottom)
