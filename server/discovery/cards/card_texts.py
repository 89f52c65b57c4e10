"""Texts of each kind of share card, made from the messages, the route table and the data."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from server.contracts.catalogue import CULTIVAR_COUNT, CULTIVARS, LINEAGE_GROUPS
from server.contracts.locales import has_message, text
from server.contracts.reference import PREFECTURES
from server.contracts.routes import ROUTES, Language, Route
from server.media.imaging.colours import MUTED
from server.media.imaging.open_graph.card_data import (
    AnyCard,
    CultivarCard,
    Fact,
    Mark,
    MemberCard,
    PageCard,
    PostCard,
    RubyPart,
    Season,
    SiteName,
    StoredImage,
    site_card_content,
)
from server.media.imaging.open_graph.vertical_text import split_into_columns

STANDARD = "yabukita"
COLUMN_CHARACTERS, COLUMNS = 7, 2
INDEX_NAMES = 12
DESCRIPTION_MOST = 50
SEPARATOR = " · "


class Named(msgspec.Struct, frozen=True):
    """Place, use, lineage or parent in a cultivar's view."""

    id: str | None
    name: str


class Harvest(msgspec.Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """First flush in days from Yabukita, negative before it; `basis` is the event, bud or pluck."""

    days: float
    start: float
    end: float
    basis: str


class CultivarFacts(msgspec.Struct, frozen=True, rename="camel"):
    """Fields of a cultivar's view that its card shows."""

    id: str
    name_ja: str
    name_en: str
    ruby: tuple[RubyPart, ...]
    epithet: str
    origin: Named | None
    registration: str
    uses: tuple[Named, ...]
    lineages: tuple[Named, ...]
    parents: tuple[Named, ...]
    harvest: Harvest | None


class PostFacts(NamedTuple):
    """Data of a post's card; `upright` is the category in Japanese, for vertical text."""

    author: str
    category: str
    upright: str
    title: str
    text: str
    avatar: StoredImage | None = None
    picture: StoredImage | None = None


class MemberFacts(NamedTuple):
    """Data of a member's card; counts come with their labels."""

    name: str
    bio: str
    counts: tuple[Fact, ...] = ()
    avatar: StoredImage | None = None


class DescribedCard(NamedTuple):
    """Card and its alternative text."""

    card: AnyCard
    alt: str


def cultivar_card(facts: CultivarFacts, language: Language, site: SiteName) -> DescribedCard:
    """Returns a cultivar's card; without harvest dates it shows the uses in place of the season."""
    season = _find_season(facts, language)
    rows = [
        (text(language, "cultivar.parents"), " × ".join(_names(facts.parents))),
        (text(language, "cultivar.origin"), _join((_name(facts.origin), facts.registration))),
    ]
    if season is None:
        uses = SEPARATOR.join(_names(facts.uses))
        rows.append((text(language, "cultivar.suitableFor"), uses))
    card = CultivarCard(
        language=language,
        site=site.of(language),
        name=facts.ruby,
        romaji=facts.name_en,
        epithet=facts.epithet,
        lineage=text(language, "cultivar.lineage"),
        marks=tuple(Mark(one.name, _colour(one.id)) for one in facts.lineages),
        facts=tuple(Fact(label, value) for label, value in rows if value),
        season=season,
    )
    return DescribedCard(card, _cultivar_alt(card, facts))


def _cultivar_alt(card: CultivarCard, facts: CultivarFacts) -> str:
    """Returns the alternative text of a cultivar's card: everything that it shows."""
    rows = [Fact(card.lineage, SEPARATOR.join(mark.name for mark in card.marks)), *card.facts]
    if card.season:
        rows.append(Fact(card.season.label, card.season.says))
    told = [
        text(card.language, "outside.card.fact", label=row.label, value=row.value)
        for row in rows
        if row.value
    ]
    names = {"nameJa": facts.name_ja, "nameEn": facts.name_en}
    between = "" if card.language == "ja" else " "
    return between.join([text(card.language, "outside.card.cultivar", **names), *told])


def _names(things: Iterable[Named]) -> list[str]:
    return [thing.name for thing in things]


def _name(thing: Named | None) -> str:
    return thing.name if thing else ""


def _join(parts: Iterable[str]) -> str:
    """Joins the parts that are not empty."""
    return SEPARATOR.join(part for part in parts if part)


def _colour(code: str | None) -> str:
    """Returns the colour of a lineage group, or a muted one without a group."""
    group = LINEAGE_GROUPS.get(code or "")
    return group.colour.light if group else MUTED


def _find_season(facts: CultivarFacts, language: Language) -> Season | None:
    """Returns the row of the harvest period on a cultivar's card; None without a date."""
    harvest = facts.harvest
    if harvest is None:
        return None
    is_standard = facts.id == STANDARD
    return Season(
        label=text(language, "cultivar.harvestPeriod"),
        days=harvest.days,
        start=harvest.start,
        end=harvest.end,
        says=text(language, "cultivars.harvest.standardSays")
        if is_standard
        else season_sentence(harvest, language),
        standard="" if is_standard else text(language, "cultivars.harvest.yabukita"),
    )


def season_sentence(harvest: Harvest, language: Language) -> str:
    """Returns the same sentence about the harvest as client/cultivars/catalogue/HarvestLine.tsx."""
    event = text(language, f"cultivars.harvest.{harvest.basis}")
    if harvest.start != harvest.end:
        key, near, far = _format_range(harvest.start, harvest.end)
        return text(language, key, event=event, count=near, **{"from": near, "to": far})
    days = harvest.days
    if days == 0:
        return text(language, "cultivars.harvest.saysSame", event=event)
    key = "cultivars.harvest.saysEarlier" if days < 0 else "cultivars.harvest.saysLater"
    return text(language, key, event=event, count=_days_text(abs(days)))


def _days_text(days: float) -> int | str:
    """Returns days for a message; half days as text, because plural rules need whole numbers."""
    return int(days) if days == int(days) else str(days)


def _format_range(start: float, end: float) -> tuple[str, int | str, int | str]:
    """Returns the message key and two numbers of days: nearer and farther, or before and after."""
    if end <= 0:
        return "cultivars.harvest.saysEarlierRange", _days_text(-end), _days_text(-start)
    if start >= 0:
        return "cultivars.harvest.saysLaterRange", _days_text(start), _days_text(end)
    return "cultivars.harvest.saysAroundRange", _days_text(-start), _days_text(end)


def page_card(route: Route, language: Language, site: SiteName) -> DescribedCard:
    """Returns the card of a page.

    Where the vertical text is the title, the page's short description replaces the title.
    """
    if route.name == "home":
        return DescribedCard(site_card_content(language, site), text(language, "app.card"))
    params: dict[str, str | int] = {"count": CULTIVAR_COUNT, "site": site.of(language)}
    title = text(language, route.record.title, **params)
    description = text(language, route.record.description, **params)
    upright = vertical_text(route)
    # A title in vertical text is not repeated beside it where a short description can replace it.
    is_repeated = "".join(upright) == title and len(description) <= DESCRIPTION_MOST
    card = PageCard(
        language=language,
        site=site.of(language),
        upright=upright,
        title=description if is_repeated else title,
        description="" if is_repeated else description,
        names=_list_names() if route.name == "cultivars" else (),
    )
    return DescribedCard(
        card, text(language, "outside.card.page", site=site.of(language), title=title)
    )


class Meta(msgspec.Struct, frozen=True):
    """Title and description of a page."""

    title: str
    description: str


class PageFacts(msgspec.Struct, frozen=True):
    """Fields of the view of a lineage, breeder or prefecture that its card shows."""

    meta: Meta


def lineage_card(code: str, facts: PageFacts, language: Language, site: SiteName) -> DescribedCard:
    """Returns the card of a lineage group, with its Japanese name as vertical text."""
    heading = text("ja", "lineage.named", name=LINEAGE_GROUPS[code].name_ja)
    upright = split_into_columns(heading, longest=COLUMN_CHARACTERS, most=COLUMNS)
    return _card_of(facts, upright, language, site)


def breeder_card(facts: PageFacts, language: Language, site: SiteName) -> DescribedCard:
    """Returns the card of a breeder, with the heading of all breeders as vertical text."""
    return _card_of(facts, vertical_text(ROUTES["breeders"]), language, site)


def prefecture_card(id: str, facts: PageFacts, language: Language, site: SiteName) -> DescribedCard:
    """Returns the card of a prefecture, with its Japanese name as vertical text."""
    upright = split_into_columns(PREFECTURES[id].name_ja, longest=COLUMN_CHARACTERS, most=COLUMNS)
    return _card_of(facts, upright, language, site)


def _card_of(
    facts: PageFacts, upright: tuple[str, ...], language: Language, site: SiteName
) -> DescribedCard:
    """Returns the card of a page with its title and description."""
    title = facts.meta.title
    card = PageCard(
        language=language,
        site=site.of(language),
        upright=upright,
        title=title,
        description=facts.meta.description,
    )
    alt = text(language, "outside.card.page", site=site.of(language), title=title)
    return DescribedCard(card, alt)


def vertical_text(route: Route) -> tuple[str, ...]:
    """Returns the Japanese columns of vertical text: the page's heading, else its title."""
    heading = f"{route.record.title.partition('.')[0]}.title"
    words = text("ja", heading if has_message("ja", heading) else route.record.title)
    return split_into_columns(words, longest=COLUMN_CHARACTERS, most=COLUMNS)


def _list_names() -> tuple[str, ...]:
    """Returns a few cultivars' names over the whole range of kana, in their order."""
    records = sorted(CULTIVARS.values(), key=lambda record: record.name_kana)
    names = [record.name_ja for record in records if not record.name_kana[0].isascii()]
    return tuple(names[:: max(1, len(names) // INDEX_NAMES)])


def post_card(facts: PostFacts, language: Language, site: SiteName) -> DescribedCard:
    """Returns a post's card with its alternative text."""
    card = PostCard(language=language, site=site.of(language), **facts._asdict())
    words = " ".join(f"{facts.title} {facts.text}".split())
    params = {"author": facts.author, "category": facts.category, "text": words}
    return DescribedCard(card, text(language, "outside.card.post", **params))


def member_card(facts: MemberFacts, language: Language, site: SiteName) -> DescribedCard:
    """Returns a member's card with its alternative text."""
    upright = text(language, "outside.card.memberUpright")
    site_name = site.of(language)
    card = MemberCard(language=language, site=site_name, upright=upright, **facts._asdict())
    params = {"name": facts.name, "site": site_name, "bio": " ".join(facts.bio.split())}
    return DescribedCard(card, text(language, "outside.card.member", **params).strip())
