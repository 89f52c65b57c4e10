"""Rate limit of searches, which are not cached and cost a query and a render."""

from collections.abc import Callable

from server.contracts.limits import LIMITS
from server.errors import Refusal
from server.web.asgi import App, Receive, Scope, Send, query_values
from server.web.rate_limits.rates import Rate, Rates, take_for_client

# Cached searches are not counted; a person does not reach this limit.
SEARCHES = Rate("searches", LIMITS.searches_per_minute, 60, counted_by="address")
WAIT_KEY = "seconds_until_a_search"


class SearchLimit:
    """Marks a search above the limit; its handler refuses it by `check_search_limit`."""

    def __init__(self, app: App, rates: Rates, *, is_ready: Callable[[Scope], bool]) -> None:
        self._app = app
        self._rates = rates
        self._is_ready = is_ready

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_counted = scope["type"] == "http" and is_search(scope["query_string"])
        if is_counted and not self._is_ready(scope):
            seconds = await take_for_client(self._rates, SEARCHES, scope)
            if seconds:
                scope[WAIT_KEY] = seconds
        await self._app(scope, receive, send)


def is_search(query: bytes) -> bool:
    """Returns whether the query has a search, in any spelling of the name."""
    if b"search" not in query and b"%" not in query:
        return False
    return bool(query_values(query.decode("latin-1")).get("search", "").strip())


def check_search_limit(scope: Scope) -> None:
    """Raises Refusal 429 for a search above the limit."""
    seconds: int | None = scope.get(WAIT_KEY)
    if seconds:
        raise Refusal("app.tooManyRequests", 429, params={"seconds": seconds})
