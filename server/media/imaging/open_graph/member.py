"""Layout of a member's card: avatar, name, bio, counts."""

from collections.abc import Set as AbstractSet

from server.media.imaging.colours import INK, LINE, MUTED, TEA
from server.media.imaging.open_graph.card_data import Fact, MemberCard, StoredImage
from server.media.imaging.open_graph.card_parts import FRAME, set_portrait, set_site_name
from server.media.imaging.open_graph.layout import (
    BOTTOM,
    SQUARE_END,
    TEXT,
    TOP,
    WIDTH,
    CardLayout,
    FieldPattern,
    Style,
)
from server.media.imaging.open_graph.text_fit import TextBox
from server.media.imaging.open_graph.vertical_text import Column, set_column

RADIUS = 74
END = SQUARE_END - 21
UPRIGHT_MIDDLE, UPRIGHT_LARGEST = 1040, 92
COUNTS_HEIGHT = 104


def set_member(layout: CardLayout, card: MemberCard, shown: AbstractSet[StoredImage]) -> None:
    """Lays out a member's card; `shown` holds the images that could be loaded."""
    layout.parts.insert(0, FieldPattern(TEA, 520, WIDTH - FRAME))
    set_site_name(layout, card.site)
    column = Column(UPRIGHT_MIDDLE, TOP, BOTTOM - TOP, UPRIGHT_LARGEST)
    set_column(layout, layout.cleaned(card.upright, most=12), column, Style("mincho", TEA))
    name = layout.cleaned(card.name, most=60)
    avatar = card.avatar if card.avatar in shown else None
    # Without bio and counts, avatar and name are centred vertically.
    middle = TOP + RADIUS if card.bio or card.counts else (TOP + BOTTOM) / 2
    set_portrait(layout, avatar, name=name, middle=(TEXT + RADIUS, middle), radius=RADIUS)
    left = TEXT + RADIUS * 2 + 30
    room = TextBox(END - left, RADIUS * 2, 66, 30, lines=3, leading=1.25)
    called = layout.fit(name, room, "mincho")
    layout.set(called, (left, middle - called.height / 2), Style("mincho", INK))
    bottom = BOTTOM - (COUNTS_HEIGHT if card.counts else 0)
    _draw_bio(layout, card.bio, TOP + RADIUS * 2 + 26, bottom - 22)
    _draw_counts(layout, card.counts)


def _draw_bio(layout: CardLayout, bio: str, top: float, bottom: float) -> None:
    """Adds the member's bio between top and bottom, in at most four lines."""
    room = TextBox(END - TEXT, bottom - top, 34, 24, lines=4, leading=1.5)
    bio_lines = layout.fit(layout.cleaned(bio, most=240), room, "regular")
    layout.set(bio_lines, (TEXT, top), Style("regular", INK))


def _draw_counts(layout: CardLayout, counts: tuple[Fact, ...]) -> None:
    """Adds the member's counts with labels in equal columns at the bottom."""
    if not counts:
        return
    layout.rule(BOTTOM - COUNTS_HEIGHT, TEXT, END, LINE)
    share = (END - TEXT) / len(counts)
    for number, fact in enumerate(counts):
        x = TEXT + number * share
        value = layout.fit(
            layout.cleaned(fact.value, most=12), TextBox(share - 12, 60, 48, 20, lines=1), "mincho"
        )
        layout.set(value, (x, BOTTOM - COUNTS_HEIGHT + 10), Style("mincho", TEA))
        label = layout.fit(
            layout.cleaned(fact.label, most=30), TextBox(share - 12, 30, 21, 14, lines=1), "medium"
        )
        layout.set(label, (x, BOTTOM - label.height), Style("medium", MUTED))
