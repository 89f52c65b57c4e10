"""The card of a shared link whose page has none of its own: rows of a tea field, one line."""

from typing import NamedTuple

from PIL import Image, ImageDraw

from server.imaging.paint import INK, TEA, Faces, Sheet, Style

WIDTH, HEIGHT = 1200, 630

_COLUMN = 495  # The height that the upright name fills.

_ROW_GAP = 44
_ROW_WIDTH = 13
_STRENGTH = 40
_SAMPLES = 60


class SiteName(NamedTuple):
    """The site's name in Latin letters and as it stands upright."""

    latin: str
    upright: str


def draw_card(name: SiteName, line: str, *, faces: Faces) -> Sheet:
    sheet = Sheet((WIDTH, HEIGHT), faces)
    _ridges(sheet)
    pitch = min(165, _COLUMN / len(name.upright))
    top = (HEIGHT - pitch * (len(name.upright) - 1)) / 2
    for index, sign in enumerate(name.upright):
        style = Style(pitch * 0.945, "mincho")
        sheet.text((1000, top + index * pitch), sign, style=style, anchor="mm")
    sheet.text((100, 424), name.latin, style=Style(76, "mincho", TEA))
    sheet.text((102, 500), line, style=Style(35, "mincho", INK))
    sheet.stroke([(102, 330), (158, 330)], colour=TEA, width=3)
    return sheet


def _ridges(sheet: Sheet) -> None:
    """Curved parallel rows, as a tea field looks from above, that fade out towards the words."""
    width, height = sheet.image.size
    scale = width / WIDTH
    rows = Image.new("L", sheet.image.size, 0)
    draw = ImageDraw.Draw(rows)
    for row in range(-8, 34):
        points = [_row_point(row, sample / _SAMPLES, scale) for sample in range(_SAMPLES + 1)]
        draw.line(points, fill=_STRENGTH, width=round(_ROW_WIDTH * scale), joint="curve")
    fade = Image.linear_gradient("L").rotate(90).resize((width, height))
    faded = Image.composite(rows, Image.new("L", rows.size, 0), fade)
    sheet.image.paste(TEA, mask=faded)


def _row_point(row: int, part: float, scale: float) -> tuple[float, float]:
    """One row of the field: level at first, then rising in a long bend and spreading a little."""
    x = part * WIDTH
    rise = 330 * part**1.7 - 60 * part
    y = row * _ROW_GAP * (1 + 0.12 * part) - rise + 120
    return x * scale, y * scale
