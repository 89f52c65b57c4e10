"""Layout of a comparison's card: a row for each record beside vertical Japanese."""

from server.media.imaging.colours import INK, LINE, MUTED, TEA
from server.media.imaging.open_graph.card_data import Compared, ComparisonCard
from server.media.imaging.open_graph.card_parts import FRAME, set_site_name
from server.media.imaging.open_graph.layout import (
    BOTTOM,
    TEXT,
    TOP,
    WIDTH,
    CardLayout,
    Dot,
    FieldPattern,
    Style,
)
from server.media.imaging.open_graph.page import TEXT_END, set_upright
from server.media.imaging.open_graph.text_fit import TextBox

ROWS_TOP = TOP + 72
NAME_LARGEST, NAME_SHARE = 66, 0.4
BELOW_LARGEST, BELOW_SHARE, GAP = 26, 0.42, 8
DOT_RADIUS, DOT_ROOM = 9, 40


def set_comparison(layout: CardLayout, card: ComparisonCard) -> None:
    """Lays out the card of a comparison: a heading above rows of equal height."""
    layout.parts.insert(0, FieldPattern(TEA, 420, WIDTH - FRAME))
    set_site_name(layout, card.site)
    set_upright(layout, card.upright)
    room = TextBox(TEXT_END - TEXT, 44, 32, 20, lines=1)
    heading = layout.fit(layout.cleaned(card.heading, most=60), room, "mincho")
    layout.set(heading, (TEXT, TOP), Style("mincho", TEA))
    pitch = (BOTTOM - ROWS_TOP) / max(1, len(card.compared))
    for number, compared in enumerate(card.compared):
        _set_row(layout, compared, ROWS_TOP + number * pitch, pitch)


def _set_row(layout: CardLayout, compared: Compared, top: float, pitch: float) -> None:
    """Adds the row of a record, `pitch` px high: a rule, a dot, its name and the line below."""
    left, width = TEXT + DOT_ROOM, TEXT_END - TEXT - DOT_ROOM
    layout.rule(top, TEXT, TEXT_END, LINE)
    largest = min(NAME_LARGEST, pitch * NAME_SHARE)
    room = TextBox(width, pitch * 0.5, largest, 20, lines=1)
    name = layout.fit(layout.cleaned(compared.name, most=60), room, "mincho")
    height = pitch * BELOW_SHARE
    rooms = (
        TextBox(width, height, BELOW_LARGEST, 21, lines=1),
        TextBox(width, height, 20, 15, lines=2, leading=1.22),
    )
    below = layout.fit_best(layout.cleaned(compared.below, most=160), rooms, "medium")
    start = top + (pitch - name.height - GAP - below.height) / 2
    layout.parts.append(Dot((TEXT + DOT_RADIUS, start + name.height / 2), DOT_RADIUS, TEA))
    end = layout.set(name, (left, start), Style("mincho", INK))
    layout.set(below, (left, end + GAP), Style("medium", MUTED))
