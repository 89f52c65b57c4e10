"""Elements of every card: tea field, frame, site name, and avatar or initial."""

from PIL import Image, ImageDraw

from server.media.imaging.canvas import Canvas
from server.media.imaging.colours import LINE, PAPER, TEA, Point
from server.media.imaging.open_graph.card_data import StoredImage
from server.media.imaging.open_graph.layout import (
    HEIGHT,
    LEFT,
    TEXT,
    TOP,
    WIDTH,
    Box,
    CardLayout,
    Dot,
    FieldPattern,
    Photo,
    Stroke,
    Style,
)
from server.media.imaging.open_graph.text_fit import TextBox

# For a name without letters or digits.
TEA_SIGN = "茶"

# In px.
STROKE = 44
FRAME = 28
TICK, TICK_GAP = 7, 100
_ROW_GAP = 45
_ROW_WIDTH = 11
# Greatest opacity of the pattern, of 255.
_OPACITY = 58
_SAMPLES = 56


def set_portrait(
    layout: CardLayout, avatar: StoredImage | None, *, name: str, middle: Point, radius: float
) -> None:
    """Adds a round avatar, or a disc with the first letter of the name; lengths are in px."""
    x, y = middle
    if avatar is not None:
        box = Box(x - radius, y - radius, x + radius, y + radius)
        layout.parts.append(Photo(avatar, box, is_round=True))
        return
    layout.parts.append(Dot(middle, radius, TEA))
    size = radius * 0.95
    signs = layout.cleaned(name.upper(), most=60)
    initial = next((sign for sign in signs if sign.isalnum()), TEA_SIGN)
    layout.centred(initial, (x, y + size * 0.36), size, Style("mincho", PAPER))


def set_site_name(layout: CardLayout, site: str, *, top: float = TOP) -> float:
    """Adds the site's name below a stroke at `top` and returns the y of its bottom, in px."""
    layout.parts.append(Stroke((LEFT, top + 8), (LEFT + STROKE, top + 8), TEA, 3))
    name = layout.fit(
        layout.cleaned(site, most=40), TextBox(TEXT - LEFT - 24, 80, 34, 18, lines=2), "mincho"
    )
    return layout.set(name, (LEFT, top + 22), Style("mincho", TEA))


def set_frame(layout: CardLayout) -> None:
    """Adds the frame that every card has, FRAME px inside its edges.

    It has tick marks each TICK_GAP px above and below.
    """
    right, bottom = WIDTH - FRAME, HEIGHT - FRAME
    for y in (FRAME, bottom):
        layout.rule(y, FRAME, right, LINE)
    for x in (FRAME, right):
        layout.parts.append(Stroke((x, FRAME), (x, bottom), LINE, 1))
    for x in range(TICK_GAP, WIDTH, TICK_GAP):
        layout.parts.append(Stroke((x, FRAME), (x, FRAME + TICK), LINE, 1))
        layout.parts.append(Stroke((x, bottom), (x, bottom - TICK), LINE, 1))


def draw_field(canvas: Canvas, field: FieldPattern) -> None:
    """Draws the background pattern, rows like a tea field's, which fades in from left to right."""
    width, height = canvas.image.size
    scale = width / WIDTH
    rows = Image.new("L", canvas.image.size, 0)
    draw = ImageDraw.Draw(rows)
    for row in range(-2, 22):
        points = [_row_point(row, sample / _SAMPLES, scale) for sample in range(_SAMPLES + 1)]
        draw.line(points, fill=255, width=round(_ROW_WIDTH * scale), joint="curve")
    opacity = Image.new("L", (WIDTH, 1))
    opacity.putdata([_pattern_opacity(field, x) for x in range(WIDTH)])
    faded = Image.composite(opacity.resize((width, height)), Image.new("L", rows.size, 0), rows)
    # The pattern ends at the frame.
    edge = round(FRAME * scale)
    inner = (edge, edge, width - edge, height - edge)
    canvas.image.paste(field.colour, inner, faded.crop(inner))


def _pattern_opacity(field: FieldPattern, x: int) -> int:
    """Returns the opacity (0 to 58 of 255) of the tea-field pattern at `x` px of the card.

    It is 0 up to `clear_until`, full from `full_from`, smooth between.
    """
    part = (x - field.clear_until) / (field.full_from - field.clear_until)
    eased = min(1.0, max(0.0, part))
    return round(_OPACITY * eased * eased * (3 - 2 * eased))


def _row_point(row: int, part: float, scale: float) -> tuple[float, float]:
    """Returns a point of a row of the pattern, in px of the canvas.

    `part` (0 to 1) is its distance from the left edge as a share of the card's width, `scale` the
    canvas' px for one of the card.
    """
    x = part * WIDTH
    # In px of the card: each row rises by 215 from left to right and sags by 20 at a third of the
    # way. Row 0 begins 60 below the upper edge; the rows spread by a tenth.
    rise = 215 * part * part * (3 - 2 * part) - 34 * part * (1 - part) ** 2 * 4
    y = row * _ROW_GAP * (1 + 0.1 * part) - rise + 60
    return x * scale, y * scale
