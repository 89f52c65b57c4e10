"""Head of static pages, catalogue pages and failures, and what all heads have in common."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from math import ceil
from typing import TypeVar

import msgspec

from server.contracts.catalogue import CULTIVARS
from server.contracts.limits import LIMITS
from server.contracts.locales import text
from server.contracts.routes import ROUTES
from server.pages.page_request import PageRequest
from server.pages.schemas import Card, PageMeta
from server.web.asgi import query_values

NO_CARD = {"authCallback"}

LISTED = "index,follow,max-image-preview:large,max-snippet:-1"
UNLISTED = "noindex,follow"
HIDDEN = "noindex,nofollow"

_PAGE_NUMBER = re.compile("[1-9][0-9]{0,3}")
_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

Data = TypeVar("Data")


class CatalogueMeta(msgspec.Struct, frozen=True):
    """Title and description of a cultivar, written by the build."""

    title: str
    description: str


class CultivarView(msgspec.Struct, frozen=True):
    """The part of a cultivar's view that its head needs."""

    id: str
    meta: CatalogueMeta


def plain_meta(page: PageRequest) -> PageMeta:
    """Returns the meta of a page that needs only the route table and the catalogue."""
    if page.status != HTTPStatus.OK and not _is_form(page):
        return missing_meta(page, *_failure_keys(page))
    if page.route == "cultivars":
        return _catalogue_meta(page)
    if page.route == "cultivar":
        return _cultivar_meta(page)
    record = ROUTES[page.route].record
    params: dict[str, str | int] = {
        "count": len(CULTIVARS),
        "site": page.site.names.of(page.language),
    }
    return PageMeta(
        title=text(page.language, record.title, **params),
        description=text(page.language, record.description, **params),
        robots=robots_of(page),
        query=query_of(page),
        card=card_of(page),
    )


def _is_form(page: PageRequest) -> bool:
    """Returns whether the page is a member's own, which keeps its title after a refusal."""
    is_member_page = page.route in ROUTES and ROUTES[page.route].record.guard == "members"
    return is_member_page and page.status < HTTPStatus.TOO_MANY_REQUESTS


def missing_meta(page: PageRequest, title: str, description: str) -> PageMeta:
    """Returns the meta of a missing or failed page, from two message keys: no address, no card."""
    return PageMeta(
        title=text(page.language, title),
        description=text(page.language, description),
        robots=robots_of(page, is_listed=False),
        query=None,
    )


def _cultivar_meta(page: PageRequest) -> PageMeta:
    view = data_of(page, "cultivar", CultivarView)
    if view is None:
        return missing_meta(page, "cultivar.notFound.title", "cultivar.notFound.body")
    return PageMeta(
        title=view.meta.title,
        description=view.meta.description,
        robots=robots_of(page),
        type="article",
        query=query_of(page),
        feed=f"cultivar/{view.id}",
        embeddable=True,
        card=card_of(page),
    )


def _catalogue_meta(page: PageRequest) -> PageMeta:
    """Returns the meta of the list; a filtered list has the address of the whole one."""
    query, language = read_query(page), page.language
    number = _page_number(query)
    counts: dict[str, str | int] = {"count": len(CULTIVARS), "page": number}
    further = "cultivars.meta.page" if number > 1 else "cultivars.meta.title"
    title = text(language, further, **counts)
    filters = [
        searched(query),
        *(labels.get(query.get(name, ""), "") for name, labels in page.filter_labels.items()),
    ]
    chosen = ", ".join(one for one in filters if one)
    if chosen:
        title = text(language, "cultivars.meta.filtered", filters=chosen)
    described = "cultivars.meta.pageDescription" if number > 1 else "cultivars.meta.description"
    return PageMeta(
        title=title,
        description=text(language, described, **counts),
        robots=robots_of(page, is_view=bool(chosen)),
        query=query_of(page, f"?page={number}" if number > 1 and not chosen else ""),
        card=card_of(page),
    )


def _page_number(query: Mapping[str, str]) -> int:
    """Returns the page that the address names, at most the last; 1 if it is no number."""
    number = query.get("page", "")
    last = ceil(len(CULTIVARS) / LIMITS.cultivar_page_size)
    return min(int(number), last) if _PAGE_NUMBER.fullmatch(number) else 1


def searched(query: Mapping[str, str]) -> str:
    """Returns the search text without control and direction characters, as the page shows it."""
    return _INVISIBLE.sub("", query.get("search", "")).strip()[: LIMITS.search_characters]


def data_of(page: PageRequest, query: str, kind: type[Data]) -> Data | None:
    """Decodes the data of one of the page's queries; None where it is null or of another type."""
    for one in page.preloaded:
        if one.query == query:
            try:
                return msgspec.json.decode(one.data, type=kind)
            except msgspec.ValidationError:
                return None
    return None


def read_query(page: PageRequest) -> dict[str, str]:
    """Returns the first value of each query parameter in the page's route record."""
    read = ROUTES[page.route].record.query if page.route in ROUTES else ()
    values = query_values(page.url.partition("?")[2])
    return {name: value for name, value in values.items() if name in read}


def robots_of(page: PageRequest, *, is_view: bool = False, is_listed: bool | None = None) -> str:
    """Robots directive; `is_view` marks a filtered list, `is_listed` overrides the route table."""
    if page.route not in ROUTES:
        return UNLISTED
    record = ROUTES[page.route].record
    if record.guard == "members" or record.frame == "bare":
        return HIDDEN
    listed = record.indexed if is_listed is None else is_listed
    return LISTED if listed and page.status == 200 and not is_view else UNLISTED


def query_of(page: PageRequest, query: str = "") -> str | None:
    """Returns the canonical address's query, or None if the page has no public address."""
    if page.status != HTTPStatus.OK or page.route not in ROUTES:
        return None
    record = ROUTES[page.route].record
    is_public = record.guard == "everyone" and record.frame == "main"
    return query if is_public else None


def card_of(page: PageRequest) -> Card | None:
    return None if page.route in NO_CARD else page.card


def _failure_keys(page: PageRequest) -> tuple[str, str]:
    if page.status == HTTPStatus.TOO_MANY_REQUESTS:
        return "outside.tooManySearches.title", "outside.tooManySearches.body"
    if page.status >= 500:
        return "app.loadFailed.title", "app.loadFailed.body"
    if page.route == "cultivar":
        return "cultivar.notFound.title", "cultivar.notFound.body"
    return "notFound.meta.title", "notFound.meta.description"
