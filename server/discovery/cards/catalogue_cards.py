"""Finders of share cards of pages, cultivars and comparisons, whose data the build has."""

from collections.abc import Mapping
from functools import cache
from typing import TypeVar

import msgspec

from server.contracts.routes import LANGUAGES, ROUTES, Language, Route
from server.contracts.views import CatalogueViews
from server.discovery.cards.card_texts import (
    CultivarFacts,
    PageFacts,
    breeder_card,
    cultivar_card,
    lineage_card,
    page_card,
    prefecture_card,
)
from server.discovery.cards.comparison_card import comparison_card
from server.discovery.cards.share_card import (
    IDS_SEPARATOR,
    Finder,
    Kind,
    ShareCard,
    page_name,
    share_card,
)
from server.errors import StartRefused
from server.media.imaging.open_graph.card_data import SiteName

Facts = TypeVar("Facts", CultivarFacts, PageFacts)


def catalogue_finders(
    site: SiteName, version: str, views: Mapping[Language, CatalogueViews]
) -> dict[Kind, Finder]:
    """Returns the finders of cards of pages, cultivars and comparisons.

    Cards but those of comparisons are made once, at their first use. Raises StartRefused if a view
    of the build does not fit.
    """
    return {
        "page": _page_finder(version, site, views),
        "cultivar": _cultivar_finder(version, site, views),
        "comparison": _comparison_finder(version, site),
    }


def _page_finder(version: str, site: SiteName, views: Mapping[Language, CatalogueViews]) -> Finder:
    """Returns the finder of cards of pages, lineage groups, breeders and prefectures."""
    known = {page_name(route): route for route in ROUTES.values() if _has_card(route)}
    codes = {page_name(ROUTES["lineage"]).format(code=code): code for code in views["ja"].lineages}
    breeders = {page_name(ROUTES["breeder"]).format(id=id): id for id in views["ja"].breeders}
    places = {page_name(ROUTES["prefecture"]).format(id=id): id for id in views["ja"].prefectures}

    facts = {
        (name, language): _decode_facts(name, view, PageFacts)
        for language in LANGUAGES
        for name, view in {
            **{name: views[language].lineages[code] for name, code in codes.items()},
            **{name: views[language].breeders[id] for name, id in breeders.items()},
            **{name: views[language].prefectures[id] for name, id in places.items()},
        }.items()
    }

    # Cached, because the head of every rendered page contains its card's address.
    @cache
    def make(name: str, language: Language) -> ShareCard:
        """Returns the card of a page by name: a lineage, breeder, prefecture, or a route."""
        if name in codes:
            described = lineage_card(codes[name], facts[name, language], language, site)
        elif name in breeders:
            described = breeder_card(facts[name, language], language, site)
        elif name in places:
            described = prefecture_card(places[name], facts[name, language], language, site)
        else:
            described = page_card(known[name], language, site)
        return share_card("page", name, described, version=version)

    async def find(
        name: str, language: Language, _loaded: msgspec.Raw | None = None, /
    ) -> ShareCard | None:
        """Returns the card of a page by name, or None for an unknown one."""
        return make(name, language) if name in {*known, *codes, *breeders, *places} else None

    return find


def _has_card(route: Route) -> bool:
    """Returns whether the route's page is public and one page, without parameters."""
    record = route.record
    return record.guard == "everyone" and record.frame == "main" and not record.params


def _cultivar_finder(
    version: str, site: SiteName, views: Mapping[Language, CatalogueViews]
) -> Finder:
    """Returns the finder of cards of cultivars."""
    known = {
        (id, language): _decode_facts(id, view, CultivarFacts)
        for language in LANGUAGES
        for id, view in views[language].cultivars.items()
    }

    @cache
    def make(name: str, language: Language) -> ShareCard:
        described = cultivar_card(known[name, language], language, site)
        return share_card("cultivar", name, described, version=version)

    async def find(
        name: str, language: Language, _loaded: msgspec.Raw | None = None, /
    ) -> ShareCard | None:
        """Returns the card of a cultivar in a language, or None for an unknown one."""
        return make(name, language) if (name, language) in known else None

    return find


def _comparison_finder(version: str, site: SiteName) -> Finder:
    """Returns the finder of cards of comparisons."""

    async def find(
        name: str, language: Language, _loaded: msgspec.Raw | None = None, /
    ) -> ShareCard | None:
        """Returns the card of the records that the name joins, or None for an unknown one."""
        described = comparison_card(tuple(name.split(IDS_SEPARATOR)), language, site)
        return described and share_card("comparison", name, described, version=version)

    return find


def _decode_facts(name: str, view: msgspec.Raw, facts: type[Facts]) -> Facts:
    """Decodes the fields of a view that its card shows; called at the start, for all views.

    Raises StartRefused if the build does not fit.
    """
    try:
        return msgspec.json.decode(view, type=facts)
    except msgspec.DecodeError as error:
        raise StartRefused(f"the view of {name}: {error}; run `make build` again.") from error
