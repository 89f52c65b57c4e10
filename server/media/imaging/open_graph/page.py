"""Layout of a page's card: title and description beside vertical Japanese."""

from server.media.imaging.colours import INK, MUTED, TEA
from server.media.imaging.open_graph.card_data import PageCard
from server.media.imaging.open_graph.card_parts import FRAME, set_site_name
from server.media.imaging.open_graph.layout import (
    BOTTOM,
    RIGHT,
    SQUARE_END,
    TEXT,
    TOP,
    WIDTH,
    Box,
    CardLayout,
    FieldPattern,
    Style,
)
from server.media.imaging.open_graph.text_fit import TextBox
from server.media.imaging.open_graph.vertical_text import Column, cells_of, set_column, set_columns

UPRIGHT_LARGEST = 150
PAIR_LARGEST = 90
UPRIGHT_HEIGHT = BOTTOM - TOP
INDEX_PITCH, INDEX_COLUMN, INDEX_GAP = 29, 48, 26
TEXT_END = SQUARE_END - 31


def set_page(layout: CardLayout, card: PageCard) -> None:
    """Lays out the share card of a page: vertical Japanese on the right, title and description.

    These are at the bottom, and above them is a list of names in small vertical columns.
    """
    layout.parts.insert(0, FieldPattern(TEA, 420, WIDTH - FRAME))
    set_site_name(layout, card.site)
    set_upright(layout, card.upright)
    top = _set_texts(layout, card)
    _set_index(layout, card.names, Box(TEXT, TOP, TEXT_END, top - 40))


def set_upright(layout: CardLayout, upright: tuple[str, ...]) -> None:
    """Adds one or two columns of vertical Japanese at the right edge."""
    columns = [layout.cleaned(column, most=24) for column in upright]
    largest = PAIR_LARGEST if len(columns) > 1 else UPRIGHT_LARGEST
    middle = RIGHT - largest / 2 if len(columns) > 1 else (SQUARE_END + RIGHT) / 2 + 20
    column = Column(middle, TOP, UPRIGHT_HEIGHT, largest)
    set_columns(layout, columns, column, Style("mincho", INK))


def _set_texts(layout: CardLayout, card: PageCard) -> float:
    """Adds title and description at the bottom and returns the y of their top, in px."""
    width = TEXT_END - TEXT
    title = layout.fit(
        layout.cleaned(card.title, most=120),
        TextBox(width, 250, 58, 30, lines=4, leading=1.32),
        "mincho",
    )
    room = TextBox(width, 150, 28, 22, lines=4, leading=1.55)
    description = layout.fit(layout.cleaned(card.description, most=240), room, "regular")
    gap = 20 if description.lines else 0
    top = BOTTOM - title.height - gap - description.height
    end = layout.set(title, (TEXT, top), Style("mincho", INK))
    layout.set(description, (TEXT, end + gap), Style("regular", MUTED))
    return top


def _set_index(layout: CardLayout, names: tuple[str, ...], room: Box) -> None:
    """Adds names in small vertical columns from the right to the left of `room`.

    A name that is too long for a column is left out, and so are those after the last column.
    """
    middle, top = room.right - INDEX_COLUMN / 2, room.top
    for name in (layout.cleaned(one, most=12) for one in names):
        height = INDEX_PITCH * len(cells_of(name))
        if room.top + height > room.bottom:
            continue
        if top + height > room.bottom:
            middle, top = middle - INDEX_COLUMN, room.top
        if middle - INDEX_COLUMN / 2 < room.left:
            return
        column = Column(middle, top, height, INDEX_PITCH)
        set_column(layout, name, column, Style("mincho", TEA))
        top += height + INDEX_GAP
