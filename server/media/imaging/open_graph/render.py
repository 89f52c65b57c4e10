"""Renderer of share cards: data to layout, layout to a JPEG of 1200 by 630 pixels."""

import io
from collections.abc import Mapping

from PIL import Image

from server.media.imaging.canvas import Canvas, Fonts, Style
from server.media.imaging.open_graph.card_data import (
    AnyCard,
    ComparisonCard,
    CultivarCard,
    MemberCard,
    PageCard,
    StoredImage,
)
from server.media.imaging.open_graph.card_parts import draw_field, set_frame
from server.media.imaging.open_graph.comparison import set_comparison
from server.media.imaging.open_graph.cultivar import set_cultivar
from server.media.imaging.open_graph.layout import (
    HEIGHT,
    WIDTH,
    CardLayout,
    Dot,
    Drawn,
    FieldPattern,
    Photo,
    Stroke,
    Text,
)
from server.media.imaging.open_graph.member import set_member
from server.media.imaging.open_graph.page import set_page
from server.media.imaging.open_graph.post import set_post

# Exceptions of Pillow for broken files.
BROKEN = (
    OSError,
    ValueError,
    SyntaxError,
    Image.DecompressionBombError,
    Image.DecompressionBombWarning,
)
FORMATS = ("JPEG", "PNG", "GIF", "WEBP")
PIXELS_MOST = 16_000_000


def draw(card: AnyCard, faces: Fonts, pictures: Mapping[StoredImage, bytes]) -> bytes:
    """Returns a card as a JPEG; leaves out images that cannot be opened."""
    opened = {stored: _open(data) for stored, data in pictures.items()}
    shown = {stored: picture for stored, picture in opened.items() if picture is not None}
    layout = lay_out(card, faces, frozenset(shown))
    canvas = Canvas((WIDTH, HEIGHT), faces)
    for part in layout.parts:
        _draw(canvas, part, shown)
    return canvas.encoded()


def lay_out(card: AnyCard, faces: Fonts, shown: frozenset[StoredImage]) -> CardLayout:
    """Returns the layout of a card; `shown` holds the images that could be opened."""
    layout = CardLayout(faces)
    set_frame(layout)
    if isinstance(card, CultivarCard):
        set_cultivar(layout, card)
    elif isinstance(card, ComparisonCard):
        set_comparison(layout, card)
    elif isinstance(card, PageCard):
        set_page(layout, card)
    elif isinstance(card, MemberCard):
        set_member(layout, card, shown)
    else:
        set_post(layout, card, shown)
    return layout


def _draw(canvas: Canvas, part: Drawn, shown: Mapping[StoredImage, Image.Image]) -> None:
    """Draws one element of a layout on the canvas."""
    match part:
        case Text():
            style = Style(part.size, part.weight, part.colour)
            write = canvas.cell if part.is_cell else canvas.runs
            write(part.at, part.text, style=style)
        case Stroke():
            canvas.stroke([part.start, part.end], colour=part.colour, width=part.width)
        case Dot():
            canvas.dot(part.at, part.radius, fill=part.colour)
        case Photo():
            canvas.paste(shown[part.stored], part.box, is_round=part.is_round)
        case FieldPattern():
            draw_field(canvas, part)


def _open(data: bytes) -> Image.Image | None:
    """Decodes a stored picture; None for one that is broken or too large."""
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
            if picture.width * picture.height > PIXELS_MOST:
                return None
            picture.draft("RGB", (WIDTH, WIDTH))
            return picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    except BROKEN:
        return None
