"""Layout of a post's card: text, author in the margin, image or background pattern."""

from collections.abc import Set as AbstractSet

from server.media.imaging.colours import INK, MUTED, TEA
from server.media.imaging.open_graph.card_data import PostCard, StoredImage
from server.media.imaging.open_graph.card_parts import FRAME, set_portrait, set_site_name
from server.media.imaging.open_graph.layout import (
    BOTTOM,
    HEIGHT,
    LEFT,
    SQUARE_END,
    TEXT,
    TOP,
    WIDTH,
    Box,
    CardLayout,
    FieldPattern,
    Photo,
    Style,
)
from server.media.imaging.open_graph.text_fit import TextBox
from server.media.imaging.open_graph.vertical_text import Column, set_column

PICTURE_LEFT = 800
PORTRAIT_RADIUS = 52
MARGIN_WIDTH = TEXT - LEFT - 34
UPRIGHT_MIDDLE, UPRIGHT_LARGEST = 1040, 92


def set_post(layout: CardLayout, card: PostCard, shown: AbstractSet[StoredImage]) -> None:
    """Lays out a post's card, with its picture, or with its category as vertical text."""
    right: float = SQUARE_END - 21
    category = card.category
    if card.picture in shown and card.picture is not None:
        box = Box(PICTURE_LEFT, FRAME, WIDTH - FRAME, HEIGHT - FRAME)
        layout.parts.append(Photo(card.picture, box, is_round=False))
        right = PICTURE_LEFT - 36
    else:
        layout.parts.insert(0, FieldPattern(TEA, 620, WIDTH - FRAME))
        column = Column(UPRIGHT_MIDDLE, TOP, BOTTOM - TOP, UPRIGHT_LARGEST)
        set_column(layout, layout.cleaned(card.upright, most=12), column, Style("mincho", TEA))
        # The vertical text shows the category already.
        category = "" if card.category == card.upright else category
    avatar = card.avatar if card.avatar in shown else None
    _set_margin(layout, card, avatar, category=category)
    _set_text(layout, card, right)


def _set_margin(
    layout: CardLayout, card: PostCard, avatar: StoredImage | None, *, category: str
) -> None:
    """Adds author, category and site name in the left margin.

    `category` is empty if the vertical text shows it.
    """
    name = layout.cleaned(card.author, most=60)
    middle = (LEFT + PORTRAIT_RADIUS, TOP + PORTRAIT_RADIUS)
    set_portrait(layout, avatar, name=name, middle=middle, radius=PORTRAIT_RADIUS)
    top = TOP + PORTRAIT_RADIUS * 2 + 16
    room = TextBox(MARGIN_WIDTH, 108, largest=28, smallest=20, lines=3, leading=1.3)
    author = layout.fit(name, room, "bold")
    end = layout.set(author, (LEFT, top), Style("bold", INK))
    if category:
        room = TextBox(MARGIN_WIDTH, 60, largest=22, smallest=17, lines=2, leading=1.3)
        kind = layout.fit(layout.cleaned(category, most=40), room, "medium")
        layout.set(kind, (LEFT, end + 10), Style("medium", MUTED))
    set_site_name(layout, card.site, top=BOTTOM - 66)


def _set_text(layout: CardLayout, card: PostCard, right: float) -> None:
    """Adds title and text, centred in height; a text without a title is as large as a title."""
    width, height = right - TEXT, BOTTOM - TOP
    title = layout.fit(
        layout.cleaned(card.title, most=80),
        TextBox(width, 132, largest=44, smallest=30, lines=2, leading=1.35),
        "mincho",
    )
    gap = 26 if title.lines else 0
    text = layout.cleaned_lines(card.text, most=400) or ("" if title.lines else "……")
    largest = 34 if title.lines else 76
    height_left = height - title.height - gap
    room = TextBox(width, height_left, largest=largest, smallest=27, leading=1.55, heading_lines=4)
    lines = layout.fit(text, room, "regular" if title.lines else "mincho")
    top = TOP + max(0.0, (height - title.height - gap - lines.height) / 2)
    end = layout.set(title, (TEXT, top), Style("mincho", INK))
    layout.set(lines, (TEXT, end + gap), Style("regular" if title.lines else "mincho", INK))
