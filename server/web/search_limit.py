"""Rate limit of searches, and of pages whose free choice of values makes too many to cache."""

from collections.abc import Callable, Mapping
from urllib.parse import parse_qs

from server.contracts.limits import LIMITS
from server.contracts.routes import LANGUAGES, ROUTES
from server.errors import Refusal
from server.web.asgi import (
    QUERY_FIELDS_MOST,
    App,
    Receive,
    Scope,
    Send,
    answer_problem,
    query_values,
)
from server.web.fetch_metadata import is_foreign_load
from server.web.rate_limits.rates import Rate, Rates, take_for_client

# Cached searches are not counted; a person does not reach this limit.
SEARCHES = Rate("searches", LIMITS.searches_per_minute, 60, counted_by="address")
# Selections of the open data that other sites load; readers keep their own searches.
FOREIGN_SELECTIONS = Rate(
    "selections by other sites", LIMITS.searches_per_minute, 60, counted_by="address"
)
WAIT_KEY = "seconds_until_a_search"
_COMBINATIONS = (
    "/api/search",
    *(
        route.pattern(language).partition("{")[0]
        for route in ROUTES.values()
        for language in LANGUAGES
        if route.record.combination
    ),
)


_LISTS = tuple(ROUTES["cultivars"].pattern(language) for language in LANGUAGES)
_FEEDS = tuple(ROUTES["community"].pattern(language) for language in LANGUAGES)
# Pages that show a choice when they have a query.
_CHOICES = tuple(
    ROUTES[name].pattern(language) for name in ("pedigree", "calendar") for language in LANGUAGES
)
# Fields of the list that select by one value; the others select, order or show in another way.
_ALONE = frozenset(ROUTES["cultivars"].record.query) - {"from", "to", "sort", "view"}
_OPEN_DATA = "/data/v1/"
# Files of the open data that a query `ids` reduces to some records.
_SELECTABLE = ("/data/v1/cultivars.csv", "/data/v1/cultivars.json")


class SearchLimit:
    """Middleware that marks searches above the limit, for `check_search_limit` in their handler.

    A search that another site's page loads, as a picture for example, is refused uncounted, so that
    the visitor keeps their searches and no page is rendered. Selections of the open data, which
    scripts of any site may read, are counted by a rate of their own instead.
    """

    def __init__(self, app: App, rates: Rates, *, is_ready: Callable[[Scope], bool]) -> None:
        self._app = app
        self._rates = rates
        self._is_ready = is_ready

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Counts searches, combinations of filters and positions in the feed, if not cached.

        Marks those above the limit, for `check_search_limit`. Answers 403 to those that another
        site loads, except selections of the open data.
        """
        is_counted = scope["type"] == "http" and _is_counted(scope["path"], scope["query_string"])
        is_foreign = is_counted and is_foreign_load(scope)
        if is_foreign and scope["path"] not in _SELECTABLE:
            await answer_problem(send, 403, code="app.forbidden")
            return
        if is_counted and not self._is_ready(scope):
            rate = FOREIGN_SELECTIONS if is_foreign else SEARCHES
            seconds = await take_for_client(self._rates, rate, scope)
            if seconds:
                scope[WAIT_KEY] = seconds
        await self._app(scope, receive, send)


def _is_counted(path: str, query: bytes) -> bool:
    """Returns whether a request counts as a search; of the open data only selections do."""
    if path.startswith(_OPEN_DATA):
        return is_selection(path, query)
    return is_search(query) or is_combination(path, query) or is_feed_position(path, query)


def is_feed_position(path: str, query: bytes) -> bool:
    """Returns whether a page of the feed begins after a cursor or has several filters.

    Unlike combinations it is cached: crawlers follow the few cursors that the pages link.
    """
    if path not in _FEEDS or not query:
        return False
    chosen = {name for name, value in query_values(query.decode("latin-1")).items() if value}
    return "after" in chosen or len(chosen - {"page"}) > 1


def is_search(query: bytes) -> bool:
    """Returns whether the query has a field `search` with a text, however it is encoded."""
    if b"search" not in query and b"%" not in query:
        return False
    return bool(query_values(query.decode("latin-1")).get("search", "").strip())


def is_combination(path: str, query: bytes) -> bool:
    """Returns whether the page depends on a free choice, so that its addresses are countless.

    Such are comparisons, the API's search, lists with several filters, a range, an order or a view,
    and each query of the pedigree and the calendar.
    """
    if path in _CHOICES:
        return bool(query)
    if path not in _LISTS or not query:
        return path.startswith(_COMBINATIONS)
    chosen = {name: value for name, value in query_values(query.decode("latin-1")).items() if value}
    chosen.pop("page", None)
    is_single = len(chosen) < 2 and not any("," in value for value in chosen.values())
    return not (is_single and chosen.keys() <= _ALONE)


def is_selection(path: str, query: bytes) -> bool:
    """Returns whether the query of a file of the open data has a field `ids`, however encoded.

    Of more than QUERY_FIELDS_MOST fields none is read: the query counts as one if it may have it.
    """
    if path not in _SELECTABLE or (b"ids" not in query and b"%" not in query):
        return False
    text = query.decode("latin-1")
    try:
        fields = parse_qs(text, keep_blank_values=True, max_num_fields=QUERY_FIELDS_MOST)
    except ValueError:
        return True
    return "ids" in fields


def check_search_limit(scope: Scope, headers: Mapping[str, str] | None = None) -> None:
    """Raises Refusal 429 with `headers` if the request was marked as above the limit."""
    seconds: int | None = scope.get(WAIT_KEY)
    if seconds:
        raise Refusal("app.tooManyRequests", 429, params={"seconds": seconds}, headers=headers)
