"""ASGI middleware of the page cache; requests with a session cookie bypass it."""

from collections.abc import Callable
from functools import lru_cache, partial

from server.pages.cache.entries import Entry, capture_response, shared_scope
from server.pages.cache.policy import CachePolicy, FindPolicy
from server.pages.cache.single_flight import Render, SingleFlight
from server.web.asgi import App, Receive, Scope, Send
from server.web.logs import CACHE_STATUS
from server.web.search_limit import WAIT_KEY

# Requests with credentials, a body, or a wish for a part of the page or another protocol: a stored
# page cannot answer them.
BYPASSING = frozenset(
    {b"authorization", b"range", b"content-length", b"transfer-encoding", b"expect", b"upgrade"}
)
POLICIES_MOST = 4096
# No page has a longer address; others must not fill the memory of policies.
ADDRESS_BYTES_MOST = 1536

Named = dict[bytes, bytes]
Trace = Callable[[App], App]


class CachedPages:
    """Lookup of the cache policy and the cached page of a request."""

    def __init__(
        self, single_flight: SingleFlight, find_policy: FindPolicy, *, session_cookie: bytes
    ) -> None:
        self.single_flight = single_flight
        self._find_policy = lru_cache(POLICIES_MOST)(find_policy)
        # Its presence alone bypasses the cache, whether or not it is valid.
        self._session_cookie = session_cookie

    def find_policy(self, scope: Scope) -> tuple[CachePolicy, Named] | None:
        """Returns policy and headers of a request that may get a cached page, else None.

        Requests above the limit of searches (`WAIT_KEY`) are passed on: their handler answers 429.
        """
        if scope["type"] != "http" or scope["method"] != "GET" or WAIT_KEY in scope:
            return None
        raw_path, query = scope.get("raw_path") or b"", scope["query_string"]
        is_usual = 0 < len(raw_path) <= ADDRESS_BYTES_MOST - len(query)
        policy = self._find_policy(raw_path, query) if is_usual else None
        if policy is None:
            return None
        headers = scope["headers"]
        named = dict(headers)
        cookies = named.get(b"cookie", b"")
        # Repeated headers are ambiguous.
        if len(named) < len(headers) or not BYPASSING.isdisjoint(named):
            return None
        if self._session_cookie in cookies:
            return None
        if policy.bypass_cookie and policy.bypass_cookie in cookies:
            return None
        return policy, named

    def is_ready(self, scope: Scope) -> bool:
        """Returns whether a stored page can be sent without waiting for a render."""
        found = self.find_policy(scope)
        entry = self.single_flight.entries.find(found[0]) if found else None
        return entry is not None and self.single_flight.now() < entry.stale_until


class PageCache:
    """Middleware that responds with cached pages and caches new ones.

    `trace` wraps the application for renders into the cache, which get traces of their own.
    """

    def __init__(self, app: App, pages: CachedPages, *, trace: Trace = lambda app: app) -> None:
        self._app = app
        self._traced_app = trace(app)
        self._pages = pages
        self._single_flight = pages.single_flight
        self._entries = pages.single_flight.entries

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Responds from the cache; passes on requests without a policy or an entry."""
        found = self._pages.find_policy(scope)
        if found is None:
            await self._app(scope, receive, send)
            return
        policy, named = found
        entry, status = await self._find(policy, scope)
        if entry is None:
            await self._app(scope, receive, send)
            return
        scope[CACHE_STATUS] = status
        start, body = self._entries.answer(entry, named)
        await send(start)
        await send(body)

    async def _find(self, policy: CachePolicy, scope: Scope) -> tuple[Entry | None, str]:
        """Returns the page, rendered if necessary, and its cache status.

        The status is hit, stale, miss or stale_if_error. Without a page the request is passed on.
        """
        entry = self._entries.find(policy)
        counts = self._single_flight.counts
        now = self._single_flight.now()
        if entry is not None and now < entry.fresh_until:
            counts.hits += 1
            return entry, "hit"
        render = partial(capture_response, self._traced_app, shared_scope(scope, policy))
        if entry is not None and now < entry.stale_until:
            counts.stale += 1
            self._single_flight.refresh(entry, render)
            return entry, "stale"
        if entry is not None and now < entry.error_until:
            return await self._find_newer(entry, render)
        counts.misses += 1
        outcome = await self._single_flight.join(policy, render)
        return (outcome.entry if outcome else None), "miss"

    async def _find_newer(self, old: Entry, render: Render) -> tuple[Entry | None, str]:
        """Returns the page rendered again or, if that fails or is slow, the old copy; with status.

        The entry is None if the new response may not be shared; the request is then passed on.
        """
        counts = self._single_flight.counts
        if old.retry_at:
            # The last render failed: requests do not wait, and a retry runs in the background.
            self._single_flight.refresh(old, render)
        else:
            outcome = await self._single_flight.join_briefly(old.policy, render)
            if outcome is not None and not outcome.is_failure:
                counts.misses += 1
                return outcome.entry, "miss"
        counts.stale_if_error += 1
        return old, "stale_if_error"
