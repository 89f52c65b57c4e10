"""The card of a member: portrait, name, what they say of themself, and how much they wrote."""

from collections.abc import Set as AbstractSet

from server.media.imaging.colours import INK, LINE, MUTED, TEA
from server.media.imaging.open_graph.card_data import Fact, MemberCard, Stored
from server.media.imaging.open_graph.text_fit import Room
from server.media.imaging.open_graph.background import FRAME
from server.media.imaging.open_graph.layout import (
    BOTTOM,
    SQUARE_END,
    TEXT,
    TOP,
    WIDTH,
    Field,
    Plate,
    Style,
)
from server.media.imaging.open_graph.avatar import set_portrait
from server.media.imaging.open_graph.site_name import set_site_name
from server.media.imaging.open_graph.vertical_text import Column, set_column

RADIUS = 74
END = SQUARE_END - 21
UPRIGHT_MIDDLE, UPRIGHT_LARGEST = 1040, 92
COUNTS_HEIGHT = 104


def set_member(plate: Plate, card: MemberCard, shown: AbstractSet[Stored]) -> None:
    plate.parts.insert(0, Field(TEA, 520, WIDTH - FRAME))
    set_site_name(plate, card.site)
    column = Column(UPRIGHT_MIDDLE, TOP, BOTTOM - TOP, UPRIGHT_LARGEST)
    set_column(plate, plate.cleaned(card.upright, most=12), column, Style("mincho", TEA))
    name = plate.cleaned(card.name, most=60)
    avatar = card.avatar if card.avatar in shown else None
    # A member who says nothing more stands in the middle of the card.
    middle = TOP + RADIUS if card.bio or card.counts else (TOP + BOTTOM) / 2
    set_portrait(plate, avatar, name=name, middle=(TEXT + RADIUS, middle), radius=RADIUS)
    left = TEXT + RADIUS * 2 + 30
    room = Room(END - left, RADIUS * 2, 66, 30, lines=3, leading=1.25)
    called = plate.fit(name, room, "mincho")
    plate.set(called, (left, middle - called.height / 2), Style("mincho", INK))
    bottom = BOTTOM - (COUNTS_HEIGHT if card.counts else 0)
    _bio(plate, card.bio, TOP + RADIUS * 2 + 26, bottom - 22)
    _counts(plate, card.counts)


def _bio(plate: Plate, bio: str, top: float, bottom: float) -> None:
    room = Room(END - TEXT, bottom - top, 34, 24, lines=4, leading=1.5)
    said = plate.fit(plate.cleaned(bio, most=240), room, "regular")
    plate.set(said, (TEXT, top), Style("regular", INK))


def _counts(plate: Plate, counts: tuple[Fact, ...]) -> None:
    if not counts:
        return
    plate.rule(BOTTOM - COUNTS_HEIGHT, TEXT, END, LINE)
    share = (END - TEXT) / len(counts)
    for number, fact in enumerate(counts):
        x = TEXT + number * share
        value = plate.fit(
            plate.cleaned(fact.value, most=12), Room(share - 12, 60, 48, 20, lines=1), "mincho"
        )
        plate.set(value, (x, BOTTOM - COUNTS_HEIGHT + 10), Style("mincho", TEA))
        label = plate.fit(
            plate.cleaned(fact.label, most=30), Room(share - 12, 30, 21, 14, lines=1), "medium"
        )
        plate.set(label, (x, BOTTOM - label.height), Style("medium", MUTED))
