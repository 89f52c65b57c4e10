"""Data of share cards: frozen values that determine the image completely."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import msgspec

from server.contracts.catalogue import CULTIVAR_COUNT
from server.contracts.locales import text
from server.contracts.routes import Language


class SiteName(NamedTuple):
    """Name of the site in each language."""

    en: str
    ja: str

    def of(self, language: Language) -> str:
        return self.ja if language == "ja" else self.en


class Fact(msgspec.Struct, frozen=True):
    """Label and value in a row of a card."""

    label: str
    value: str


class Mark(msgspec.Struct, frozen=True):
    """Name of a lineage group and its colour."""

    name: str
    colour: str


class RubyPart(msgspec.Struct, frozen=True):
    """Part of a name, with its reading for furigana if it has one."""

    text: str
    reading: str | None = None


class Season(msgspec.Struct, frozen=True):
    """Harvest time in days after the standard cultivar, negative before it, and its texts."""

    label: str
    days: float
    start: float
    end: float
    says: str
    standard: str


class StoredImage(msgspec.Struct, frozen=True):
    """Stored image and its version; another version gives another card."""

    bucket: str
    name: str
    version: str


class CultivarCard(msgspec.Struct, frozen=True, tag="cultivar"):
    """Content of the card of a cultivar."""

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
    """Content of the card of a page: vertical Japanese, title, description, and a list of names.

    `upright` has the columns of vertical Japanese from right to left.
    """

    language: Language
    site: str
    upright: tuple[str, ...]
    title: str
    description: str
    names: tuple[str, ...] = ()


class Compared(msgspec.Struct, frozen=True):
    """Record in a comparison: its name and a line below it."""

    name: str
    below: str


class ComparisonCard(msgspec.Struct, frozen=True, tag="comparison"):
    """Content of the card of a comparison; `upright` as on the card of a page."""

    language: Language
    site: str
    upright: tuple[str, ...]
    heading: str
    compared: tuple[Compared, ...]


class PostCard(msgspec.Struct, frozen=True, tag="post"):
    """Content of the card of a member's post."""

    language: Language
    site: str
    author: str
    category: str
    upright: str
    title: str
    text: str
    avatar: StoredImage | None = None
    picture: StoredImage | None = None


class MemberCard(msgspec.Struct, frozen=True, tag="member"):
    """Content of the card of a member's page."""

    language: Language
    site: str
    name: str
    bio: str
    upright: str
    counts: tuple[Fact, ...] = ()
    avatar: StoredImage | None = None


AnyCard: TypeAlias = CultivarCard | PageCard | ComparisonCard | PostCard | MemberCard


def pictures_of(card: AnyCard) -> Iterator[StoredImage]:
    """Yields the stored images that the card shows."""
    if isinstance(card, PostCard | MemberCard) and card.avatar:
        yield card.avatar
    if isinstance(card, PostCard) and card.picture:
        yield card.picture


def site_card_content(language: Language, name: SiteName) -> PageCard:
    """Returns the content of the site's own card: for the home page and pages without a card."""
    params: dict[str, str | int] = {"count": CULTIVAR_COUNT, "site": name.of(language)}
    return PageCard(
        language=language,
        site=name.of(language),
        upright=(text("ja", "home.vertical.first"), text("ja", "home.vertical.second")),
        title=text(language, "home.meta.title", **params),
        description=text(language, "home.meta.description", **params),
    )
