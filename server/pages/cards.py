"""Which card each page has: found by kind and name, the same for a page's head and for /og."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache

import msgspec

from server.contracts.locales import text
from server.contracts.routes import LANGUAGES, ROUTES, Language, Route
from server.contracts.views import CatalogueViews
from server.errors import StartRefused
from server.media.imaging.site_card import SiteName
from server.pages.card_words import CultivarFacts, Worded, cultivar_words, page_words
from server.pages.exhibits import Exhibit, Kind, digest_of
from server.pages.schemas import Card

Finder = Callable[[str, Language], Awaitable[Exhibit | None]]

# The parameter that names the thing is `id` on all of these.
KINDS: Mapping[str, Kind] = {"cultivar": "cultivar", "post": "post", "member": "member"}


@dataclass(frozen=True, slots=True)
class Place:
    """A page as far as its card depends on it."""

    route: str
    language: Language
    params: Mapping[str, str]
    status: int = 200


@dataclass(frozen=True, slots=True)
class Hanging:
    """Gives a worded card its name and its digest."""

    design: str

    def hang(self, kind: Kind, name: str, worded: Worded) -> Exhibit:
        card, alt = worded
        return Exhibit(kind, name, card, alt, digest_of(card, self.design))


class Cards:
    """Finders by kind; a kind without one has the site's own card."""

    def __init__(self, origin: str, finders: Mapping[Kind, Finder]) -> None:
        self._origin = origin
        self._finders = finders

    async def find(self, kind: str, name: str, language: Language) -> Exhibit | None:
        for known, finder in self._finders.items():
            if known == kind:
                return await finder(name, language)
        return None

    async def of_page(self, place: Place) -> Card:
        """What a page's head names as its picture."""
        found = None
        if place.status == 200 and place.route in ROUTES:
            kind = KINDS.get(place.route, "page")
            name = place.params.get("id", page_name(ROUTES[place.route]))
            found = await self.find(kind, name, place.language)
        if found is None:
            return self.site_card(place.language)
        return Card(self._origin + found.path, found.alt)

    def site_card(self, language: Language) -> Card:
        return Card(f"{self._origin}{site_card_path(language)}", text(language, "app.card"))


def known_finders(
    site: SiteName, hanging: Hanging, views: Mapping[Language, CatalogueViews]
) -> dict[Kind, Finder]:
    """The cards of everything that is known at the start, each worded when first asked for."""
    return {"page": _pages(hanging, site), "cultivar": _cultivars(hanging, site, views)}


def _pages(hanging: Hanging, site: SiteName) -> Finder:
    known = {page_name(route): route for route in ROUTES.values() if _has_card(route)}

    # Every drawn page names its card.
    @cache
    def hung(name: str, language: Language) -> Exhibit:
        return hanging.hang("page", name, page_words(known[name], language, site))

    async def find(name: str, language: Language) -> Exhibit | None:
        return hung(name, language) if name in known else None

    return find


def _has_card(route: Route) -> bool:
    record = route.record
    return record.guard == "everyone" and record.frame == "main" and not record.params


def page_name(route: Route) -> str:
    return route.record.path.replace("/", "-") or "home"


def _cultivars(
    hanging: Hanging, site: SiteName, views: Mapping[Language, CatalogueViews]
) -> Finder:
    known = {
        (id, language): _facts(id, view)
        for language in LANGUAGES
        for id, view in views[language].cultivars.items()
    }

    @cache
    def hung(name: str, language: Language) -> Exhibit:
        words = cultivar_words(known[name, language], language, site)
        return hanging.hang("cultivar", name, words)

    async def find(name: str, language: Language) -> Exhibit | None:
        return hung(name, language) if (name, language) in known else None

    return find


def _facts(id: str, view: msgspec.Raw) -> CultivarFacts:
    try:
        return msgspec.json.decode(view, type=CultivarFacts)
    except msgspec.DecodeError as error:
        raise StartRefused(f"the view of {id}: {error}; run `make build` again.") from error


def site_card_path(language: Language) -> str:
    return f"/images/card-{language}.jpg"
