"""What stands on a card of a shared link: plain frozen values, from which alone it is drawn."""

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from server.contracts.routes import Language


class Fact(msgspec.Struct, frozen=True):
    """A label and what is said under it."""

    label: str
    value: str


class Mark(msgspec.Struct, frozen=True):
    """A name with the colour that always goes with it."""

    name: str
    colour: str


class RubyPart(msgspec.Struct, frozen=True):
    """A stretch of a name; the reading stands beside it where there is one."""

    text: str
    reading: str | None = None


class Season(msgspec.Struct, frozen=True):
    """The harvest line: days against Yabukita, their words, and the name of the middle."""

    label: str
    days: float
    start: float
    end: float
    says: str
    standard: str


class Stored(msgspec.Struct, frozen=True):
    """A picture in the site's storage; another version of it makes another card."""

    bucket: str
    name: str
    version: str


class CultivarCard(msgspec.Struct, frozen=True, tag="cultivar"):
    """A record of the catalogue."""

    language: Language
    site: str
    name: tuple[RubyPart, ...]
    romaji: str
    epithet: str
    lineage: str
    marks: tuple[Mark, ...]
    facts: tuple[Fact, ...]
    season: Season | None


class PageCard(msgspec.Struct, frozen=True, tag="page"):
    """A page of the site itself: upright columns of Japanese, a title, one line, an index."""

    language: Language
    site: str
    upright: tuple[str, ...]
    title: str
    line: str
    names: tuple[str, ...] = ()


class PostCard(msgspec.Struct, frozen=True, tag="post"):
    """A member's post."""

    language: Language
    site: str
    author: str
    category: str
    upright: str
    title: str
    text: str
    avatar: Stored | None = None
    picture: Stored | None = None


class MemberCard(msgspec.Struct, frozen=True, tag="member"):
    """A member's page."""

    language: Language
    site: str
    name: str
    bio: str
    upright: str
    counts: tuple[Fact, ...] = ()
    avatar: Stored | None = None


AnyCard: TypeAlias = CultivarCard | PageCard | PostCard | MemberCard


def pictures_of(card: AnyCard) -> Iterator[Stored]:
    """What has to be fetched before the card can be drawn."""
    if isinstance(card, PostCard | MemberCard) and card.avatar:
        yield card.avatar
    if isinstance(card, PostCard) and card.picture:
        yield card.picture
