"""Request for one page with the data that its loaders returned."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from server.contracts.routes import ROUTES, Language
from server.contracts.views import FilterLists
from server.pages.schemas import Card, Preloaded, Site, Viewer
from server.web.asgi import query_values

# Labels of the values of each catalogue filter: filter -> value -> label.
FilterLabels = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class CardPage:
    """Route, language, parameters, data and query of a page, from which its share card is made."""

    route: str
    language: Language
    params: Mapping[str, str]
    status: int = 200
    # What the page's loaders returned: query -> JSON.
    loaded: Mapping[str, msgspec.Raw] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)


class PageCards(Protocol):
    """Interface that finds the share card of a page."""

    async def of_page(self, page: CardPage) -> Card: ...

    def site_card(self, language: Language) -> Card: ...


@dataclass(frozen=True, slots=True)
class PageRequest:
    """Request for a page with its data; `route` is "notFound" for an address without a page."""

    site: Site
    route: str
    language: Language
    url: str
    params: dict[str, str]
    card: Card
    status: int = 200
    preloaded: tuple[Preloaded, ...] = ()
    viewer: Viewer | None = None
    filter_labels: FilterLabels = field(default_factory=dict)
    lists: FilterLists = ()


def head_keys(page: PageRequest) -> tuple[str, str]:
    """Returns the message keys of the page's title and description.

    After a sign-in the page `authCallback` welcomes a member who has not answered the welcome yet
    (`?welcome`); it then has the welcome's title and description.
    """
    record = ROUTES[page.route].record
    is_callback = page.route == "authCallback" and page.viewer is not None
    if is_callback and "welcome" in query_values(page.url.partition("?")[2]):
        return "authCallback.welcome.title", "authCallback.welcome.lead"
    return record.title, record.description
