"""Avatar in a circle, or the initial of members without one."""

from server.media.imaging.colours import PAPER, TEA, Point
from server.media.imaging.open_graph.card_data import Stored
from server.media.imaging.open_graph.layout import Box, CardLayout, Dot, Photo, Style

# For a name without letters or digits.
TEA_SIGN = "茶"


def set_portrait(
    layout: CardLayout, avatar: Stored | None, *, name: str, middle: Point, radius: float
) -> None:
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
