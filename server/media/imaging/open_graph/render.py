"""Draws a card: its description becomes a plate, the plate a picture of 1200 by 630."""

import io
from collections.abc import Mapping

from PIL import Image

from server.media.imaging.open_graph.cultivar import set_cultivar
from server.media.imaging.open_graph.card_data import (
    AnyCard,
    CultivarCard,
    MemberCard,
    PageCard,
    Stored,
)
from server.media.imaging.open_graph.background import draw_field, set_frame
from server.media.imaging.open_graph.member import set_member
from server.media.imaging.open_graph.page import set_page
from server.media.imaging.open_graph.layout import (
    HEIGHT,
    WIDTH,
    Dot,
    Drawn,
    Field,
    Photo,
    Plate,
    Stroke,
    Words,
)
from server.media.imaging.open_graph.post import set_post
from server.media.imaging.canvas import Faces, Sheet, Style

# What Pillow says of a file that is not what it says it is.
BROKEN = (
    OSError,
    ValueError,
    SyntaxError,
    Image.DecompressionBombError,
    Image.DecompressionBombWarning,
)
FORMATS = ("JPEG", "PNG", "GIF", "WEBP")
PIXELS_MOST = 16_000_000


def draw(card: AnyCard, faces: Faces, pictures: Mapping[Stored, bytes]) -> bytes:
    """A picture that can't be opened is left out, and what the card has without it is drawn."""
    opened = {stored: _opened(data) for stored, data in pictures.items()}
    shown = {stored: picture for stored, picture in opened.items() if picture is not None}
    plate = lay_out(card, faces, frozenset(shown))
    sheet = Sheet((WIDTH, HEIGHT), faces)
    for part in plate.parts:
        _draw(sheet, part, shown)
    return sheet.encoded()


def lay_out(card: AnyCard, faces: Faces, shown: frozenset[Stored]) -> Plate:
    """Where everything stands, given the pictures that there really are."""
    plate = Plate(faces)
    set_frame(plate)
    if isinstance(card, CultivarCard):
        set_cultivar(plate, card)
    elif isinstance(card, PageCard):
        set_page(plate, card)
    elif isinstance(card, MemberCard):
        set_member(plate, card, shown)
    else:
        set_post(plate, card, shown)
    return plate


def _draw(sheet: Sheet, part: Drawn, shown: Mapping[Stored, Image.Image]) -> None:
    match part:
        case Words():
            style = Style(part.size, part.weight, part.colour)
            write = sheet.cell if part.is_cell else sheet.runs
            write(part.at, part.text, style=style)
        case Stroke():
            sheet.stroke([part.start, part.end], colour=part.colour, width=part.width)
        case Dot():
            sheet.dot(part.at, part.radius, fill=part.colour)
        case Photo():
            sheet.paste(shown[part.stored], part.box, is_round=part.is_round)
        case Field():
            draw_field(sheet, part)


def _opened(data: bytes) -> Image.Image | None:
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
            if picture.width * picture.height > PIXELS_MOST:
                return None
            picture.draft("RGB", (WIDTH, WIDTH))
            return picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    except BROKEN:
        return None
