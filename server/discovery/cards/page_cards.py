"""Share cards by kind and name, for a page's head and for /og."""

from collections.abc import Mapping

import msgspec

from server.contracts.locales import text
from server.contracts.routes import ROUTES, Language
from server.discovery.cards.catalogue_cards import catalogue_finders
from server.discovery.cards.community_cards import community_finders
from server.discovery.cards.share_card import (
    IDS_SEPARATOR,
    Finder,
    Kind,
    ShareCard,
    drawing_version,
    page_name,
)
from server.media.imaging.open_graph.card_data import SiteName
from server.pages.comparison import compared_ids
from server.pages.loader_context import PageDependencies
from server.pages.page_request import CardPage
from server.pages.schemas import Card, Site

# The parameter that names the thing is `id` on all of these.
KINDS: Mapping[str, Kind] = {"cultivar": "cultivar", "post": "post", "member": "member"}


class ShareCards:
    """Share cards of all pages; a kind without a finder has the site's own card."""

    def __init__(self, origin: str, finders: Mapping[Kind, Finder]) -> None:
        self._origin = origin
        self._finders = finders

    async def find(
        self, kind: str, name: str, language: Language, *, loaded: msgspec.Raw | None = None
    ) -> ShareCard | None:
        """Returns a card, or None if its page does not exist or the kind is unknown.

        `loaded` is the page's data as JSON, if they were loaded already.
        """
        for known, finder in self._finders.items():
            if known == kind:
                return await finder(name, language, loaded)
        return None

    async def of_page(self, page: CardPage) -> Card:
        """Returns the card for a page's head: its own, else the site's."""
        found = None
        if page.status == 200 and page.route in ROUTES:
            kind, name = _find_name(page)
            loaded = page.loaded.get(kind)
            found = await self.find(kind, name, page.language, loaded=loaded)
        if found is None:
            return self.site_card(page.language)
        return Card(self._origin + found.path, found.alt)

    def site_card(self, language: Language) -> Card:
        return Card(f"{self._origin}{site_card_path(language)}", text(language, "app.card"))


def _find_name(page: CardPage) -> tuple[Kind, str]:
    """Returns the kind and the name of a page's card."""
    ids = compared_ids(page.query) if page.route == "compare" else ()
    if len(ids) > 1:
        return "comparison", IDS_SEPARATOR.join(ids)
    if page.route in KINDS:
        return KINDS[page.route], page.params.get("id", "")
    return "page", page_name(ROUTES[page.route]).format(**page.params)


def site_card_path(language: Language) -> str:
    return f"/images/card-{language}.jpg"


def make_share_cards(site: Site, dependencies: PageDependencies) -> ShareCards:
    """Returns the share cards of all pages, posts and members."""
    name, version = SiteName(site.names.en, site.names.ja), drawing_version()
    known = catalogue_finders(name, version, dependencies.catalogue)
    return ShareCards(site.origin, known | community_finders(dependencies.reads, name, version))
