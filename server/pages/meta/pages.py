"""Head of static pages, catalogue pages and failed pages, and functions that all heads use."""

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from math import ceil
from typing import TypeVar

import msgspec

from server.contracts.catalogue import CULTIVAR_COUNT
from server.contracts.folded import read_search
from server.contracts.limits import LIMITS
from server.contracts.locales import separator_of, text
from server.contracts.prefectures import PREFECTURE_PAGES
from server.contracts.routes import ROUTES, Language
from server.pages.comparison import compared_ids, name_of, names_of
from server.pages.list_address import ORDERS, VIEWS, titled_values
from server.pages.meta.failures import failure_keys
from server.pages.page_request import PageRequest, head_keys
from server.pages.schemas import Card, PageMeta
from server.web.asgi import query_values

NO_CARD = {"authCallback"}
# Feeds of static pages, between `/feeds/` and `.atom`.
FEEDS = {"databaseInfo": "corrections"}

LISTED = "index,follow,max-image-preview:large,max-snippet:-1"
UNLISTED = "noindex,follow"
HIDDEN = "noindex,nofollow"

_PAGE_NUMBER = re.compile("[1-9][0-9]{0,3}")
# Values of filters whose lists are mixed, so that none has a title and an address of its own.
_MIXED_VALUES = ("unknown", "other", "all")
# Days from Yabukita, negative before it.
_DAYS = re.compile("-?[0-9]{1,2}")

Data = TypeVar("Data")


class CatalogueMeta(msgspec.Struct, frozen=True):
    """Title and description of a page of the catalogue, written by the build."""

    title: str
    description: str


class OwnMeta(msgspec.Struct, frozen=True):
    """Data of a page that contains the title and description for its head."""

    meta: CatalogueMeta


class CultivarView(OwnMeta, frozen=True):
    """Fields of a cultivar's view that its head needs."""

    id: str


def plain_meta(page: PageRequest) -> PageMeta:
    """Returns the head of a page of the catalogue, of a static page or of a failed page."""
    if page.status != HTTPStatus.OK and not _keeps_own_title(page):
        return missing_meta(page, *failure_keys(page))
    meta_of_route = _META.get(page.route)
    if meta_of_route is not None:
        return meta_of_route(page)
    title, description = head_keys(page)
    params: dict[str, str | int] = {
        "count": CULTIVAR_COUNT,
        "site": page.site.names.of(page.language),
    }
    return PageMeta(
        title=text(page.language, title, **params),
        description=text(page.language, description, **params),
        robots=robots_of(page, is_view=page.route == "pedigree" and bool(listed_query(page))),
        query=query_of(page),
        feed=FEEDS.get(page.route, ""),
        card=card_of(page),
    )


def _keeps_own_title(page: PageRequest) -> bool:
    """Returns whether the page is a members' page with a status below 429, such as 404."""
    is_member_page = page.route in ROUTES and ROUTES[page.route].record.guard == "members"
    return is_member_page and page.status < HTTPStatus.TOO_MANY_REQUESTS


def missing_meta(page: PageRequest, title: str, description: str) -> PageMeta:
    """Returns the head of a missing or failed page, from two message keys: no address, no card."""
    return PageMeta(
        title=text(page.language, title),
        description=text(page.language, description),
        robots=robots_of(page, is_listed=False),
        query=None,
    )


def _cultivar_meta(page: PageRequest) -> PageMeta:
    """Returns the head of a cultivar, written by the build, with its feed."""
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


def _comparison_meta(page: PageRequest) -> PageMeta:
    """Returns the head of a comparison; with fewer than two records that of the form for it."""
    ids, language = compared_ids(listed_query(page)), page.language
    part = "meta" if len(ids) > 1 else "choose"
    names = names_of(ids, language)
    return PageMeta(
        title=text(language, f"comparison.{part}.title", names=names),
        description=text(language, f"comparison.{part}.description", names=names),
        robots=robots_of(page),
        query=query_of(page, f"?ids={','.join(ids)}" if part == "meta" else ""),
        card=card_of(page),
    )


def _relation_meta(page: PageRequest) -> PageMeta:
    """Returns the head of the page about how two cultivars are related."""
    names = {name: name_of(id, page.language) for name, id in page.params.items()}
    return PageMeta(
        title=text(page.language, "relation.meta.title", **names),
        description=text(page.language, "relation.meta.description", **names),
        robots=robots_of(page),
        query=query_of(page),
        card=card_of(page),
    )


def _own_meta(page: PageRequest) -> PageMeta:
    """Returns the head that the query named like the route has loaded, else that of a missing page.

    Not indexed are selections by `ids` or `year`, and prefectures that only posts mention.
    """
    view = data_of(page, page.route, OwnMeta)
    if view is None:
        return missing_meta(page, *failure_keys(page))
    is_view = page.params.get("id") not in PREFECTURE_PAGES and page.route == "prefecture"
    return PageMeta(
        title=view.meta.title,
        description=view.meta.description,
        robots=robots_of(
            page, is_view=is_view or bool({"ids", "year"} & listed_query(page).keys())
        ),
        query=query_of(page),
        card=card_of(page),
    )


def _single_filter(page: PageRequest, query: Mapping[str, str]) -> tuple[str, str] | None:
    """Returns filter and value if they are the address's only field and have a label; else None."""
    fields = [(name, query[name]) for name in ROUTES[page.route].record.query if query.get(name)]
    if len(fields) != 1:
        return None
    name, value = fields[0]
    is_named = value in page.filter_labels.get(name, {}) and value not in _MIXED_VALUES
    return (name, value) if is_named else None


def _days_text(language: Language, query: Mapping[str, str]) -> str:
    """Returns the range of days from Yabukita that a filtered list has, or an empty string."""
    fields = {name: query.get(name, "") for name in ("from", "to")}
    days = {name: str(int(field)) for name, field in fields.items() if _DAYS.fullmatch(field)}
    keys = {("from", "to"): "range", ("from",): "least", ("to",): "most"}
    key = keys.get(tuple(days))
    if key is None:
        return ""
    value = text(language, f"cultivars.days.{key}", **days).replace("-", "\u2212")
    label = text(language, "cultivars.filters.days")
    return text(language, "cultivars.filters.chosen", filter=label, value=value)


def _catalogue_meta(page: PageRequest) -> PageMeta:
    """Returns the head of the list of cultivars.

    With several filters its canonical address is that of the whole list.
    """
    query, language = listed_query(page), page.language
    number = _page_number(query)
    counts: dict[str, str | int] = {"count": CULTIVAR_COUNT, "page": number}
    further = "cultivars.meta.page" if number > 1 else "cultivars.meta.title"
    title = text(language, further, **counts)
    filters = [
        search_text_in(query),
        *titled_values(query, page.filter_labels, language),
        _days_text(language, query),
    ]
    chosen = separator_of(language).join(one for one in filters if one)
    is_view = bool(chosen) or not {*ORDERS, *VIEWS}.isdisjoint(query.values())
    if chosen:
        title = text(language, "cultivars.meta.filtered", filters=chosen)
    single = _single_filter(page, query)
    if single is not None:
        name, value = single
        labels = {
            "filter": text(language, f"cultivars.filters.{name}"),
            "value": page.filter_labels[name][value],
        }
        return PageMeta(
            title=text(language, "cultivars.meta.single", **labels),
            description=text(language, "cultivars.meta.singleDescription", **labels),
            robots=robots_of(page, is_view=single not in page.lists),
            query=query_of(page, f"?{name}={value}"),
            card=card_of(page),
        )
    described = "cultivars.meta.pageDescription" if number > 1 else "cultivars.meta.description"
    return PageMeta(
        title=title,
        description=text(language, described, **counts),
        robots=robots_of(page, is_view=is_view),
        query=query_of(page, f"?page={number}" if number > 1 and not is_view else ""),
        card=card_of(page),
    )


def _page_number(query: Mapping[str, str]) -> int:
    """Returns the page's number in the query, at most the last; 1 if it is no number."""
    number = query.get("page", "")
    last = ceil(CULTIVAR_COUNT / LIMITS.cultivar_page_size)
    return min(int(number), last) if _PAGE_NUMBER.fullmatch(number) else 1


def search_text_in(query: Mapping[str, str], name: str = "search") -> str:
    """Returns a search field of the query, cut, without control and invisible characters."""
    return read_search(query.get(name, ""))


def data_of(page: PageRequest, query: str, kind: type[Data]) -> Data | None:
    """Decodes the data of one of the page's queries; None where it is null or of another type."""
    for one in page.preloaded:
        if one.query == query:
            try:
                return msgspec.json.decode(one.data, type=kind)
            except msgspec.ValidationError:
                return None
    return None


def listed_query(page: PageRequest) -> dict[str, str]:
    """Returns the first value of each query parameter that the route table lists for the page.

    Others, and those with an empty value, are left out.
    """
    read = ROUTES[page.route].record.query if page.route in ROUTES else ()
    values = query_values(page.url.partition("?")[2])
    return {name: value for name, value in values.items() if name in read}


def robots_of(page: PageRequest, *, is_view: bool = False, is_listed: bool | None = None) -> str:
    """Returns the robots directive; `is_listed` overrides the route table.

    `is_view` marks a filtered list, which is not indexed.
    """
    if page.route not in ROUTES:
        return UNLISTED
    record = ROUTES[page.route].record
    if record.guard == "members" or record.frame == "bare":
        return HIDDEN
    listed = record.indexed if is_listed is None else is_listed
    return LISTED if listed and page.status == 200 and not is_view else UNLISTED


def query_of(page: PageRequest, query: str = "") -> str | None:
    """Returns `query` for the canonical address; None if the page has no public address."""
    if page.status != HTTPStatus.OK or page.route not in ROUTES:
        return None
    record = ROUTES[page.route].record
    is_public = record.guard == "everyone" and record.frame == "main"
    return query if is_public else None


def card_of(page: PageRequest) -> Card | None:
    """Returns the share card of the page, or None if its route has none."""
    return None if page.route in NO_CARD else page.card


_META: Mapping[str, Callable[[PageRequest], PageMeta]] = {
    "cultivars": _catalogue_meta,
    "cultivar": _cultivar_meta,
    "compare": _comparison_meta,
    "relation": _relation_meta,
    "lineage": _own_meta,
    "breeder": _own_meta,
    "prefecture": _own_meta,
    "calendar": _own_meta,
}
