"""Answers visitors from the pages that are kept; whoever may be somebody passes by untouched."""

from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter

from server.cache.entries import Entries, Entry, Written
from server.cache.flights import Flights
from server.cache.plan import Plan, Planner
from server.web.admission import HEADER_BYTES_MOST, HEADERS_MOST
from server.web.asgi import App, Receive, Scope, Send
from server.web.journal import REQUEST_ID, Journal

READING = frozenset({"GET", "HEAD"})
# Whoever sends one of these asks for more than the page, or says who they are.
TELLING = frozenset(
    {b"authorization", b"range", b"content-length", b"transfer-encoding", b"expect", b"upgrade"}
)
PLANS_MOST = 4096
# Longer than any page's; what is remembered of addresses must not grow with what somebody sends.
ADDRESS_BYTES_MOST = 1536


@dataclass(frozen=True, slots=True)
class Readers:
    """Who may be answered from what is kept."""

    hosts: frozenset[bytes]
    # Its mere presence is enough to pass by, whatever it is worth.
    session_cookie: bytes

    def named(self, scope: Scope) -> dict[bytes, bytes] | None:
        """The headers of a request that anybody could have sent; of any other, nothing."""
        if scope["type"] != "http" or scope["method"] not in READING:
            return None
        headers = scope["headers"]
        named = dict(headers)
        is_usual = len(named) == len(headers) <= HEADERS_MOST and TELLING.isdisjoint(named)
        if not is_usual or self.session_cookie in named.get(b"cookie", b""):
            return None
        if named.get(b"host") not in self.hosts:
            return None
        return named if sum(map(len, named.values())) < HEADER_BYTES_MOST // 2 else None


class PageCache:
    """Stands before the whole site."""

    def __init__(
        self, app: App, flights: Flights, *, plan: Planner, readers: Readers, journal: Journal
    ) -> None:
        self._app = app
        self._flights = flights
        self._entries: Entries = flights.entries
        self._plan = lru_cache(PLANS_MOST)(plan)
        self._readers = readers
        self._journal = journal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        named = self._readers.named(scope)
        plan = self._plan_of(scope, named) if named else None
        if named is None or plan is None:
            await self._app(scope, receive, send)
            return
        started = perf_counter()
        entry, how = await self._find(plan)
        if entry is None:
            await self._app(scope, receive, send)
            return
        scope["kept_page"] = how
        REQUEST_ID.set(self._journal.next_id())
        start, body = entry.answer(scope, named)
        await send(start)
        await send(body)
        self._journal.note(scope, status=start["status"], started=started, kept=how)

    def at_once(self, scope: Scope) -> Written | None:
        """A page that is kept and fresh, found without a pause; anything else takes its time."""
        named = self._readers.named(scope)
        plan = self._plan_of(scope, named) if named else None
        entry = self._entries.find(plan) if plan else None
        if named is None or entry is None or self._flights.now() >= entry.fresh_until:
            return None
        started = perf_counter()
        self._flights.counts.hits += 1
        written = entry.written(scope, named)
        request_id = self._journal.next_id()
        self._journal.note(
            scope, status=written.status, started=started, kept="hit", request_id=request_id
        )
        return written

    def is_ready(self, scope: Scope) -> bool:
        """Whether a page is at hand, be it a little old, and nothing has to be drawn first."""
        named = self._readers.named(scope)
        plan = self._plan_of(scope, named) if named else None
        entry = self._entries.find(plan) if plan else None
        return entry is not None and self._flights.now() < entry.stale_until

    def _plan_of(self, scope: Scope, named: dict[bytes, bytes]) -> Plan | None:
        raw_path, query = scope.get("raw_path") or b"", scope["query_string"]
        is_usual = 0 < len(raw_path) <= ADDRESS_BYTES_MOST - len(query)
        plan = self._plan(raw_path, query) if is_usual else None
        if plan is None or not plan.avoided_cookie:
            return plan
        return None if plan.avoided_cookie in named.get(b"cookie", b"") else plan

    async def _find(self, plan: Plan) -> tuple[Entry | None, str]:
        """The page, and whether it was kept, is old, or had to be drawn."""
        entry = self._entries.find(plan)
        counts = self._flights.counts
        now = self._flights.now()
        if entry is not None and now < entry.fresh_until:
            counts.hits += 1
            return entry, "hit"
        if entry is not None and now < entry.stale_until:
            counts.stale += 1
            self._flights.refresh(entry)
            return entry, "stale"
        if entry is not None and now < entry.error_until:
            return await self._redrawn(entry)
        counts.misses += 1
        drawn = await self._flights.join(plan)
        return (drawn.entry if drawn else None), "miss"

    async def _redrawn(self, old: Entry) -> tuple[Entry | None, str]:
        """The page as it is now; as it was, where it can't be drawn, or not as soon as that."""
        counts = self._flights.counts
        if old.retry_at:
            # It failed before: nobody waits for it, but it is tried behind their backs.
            self._flights.refresh(old)
        else:
            drawn = await self._flights.join_briefly(old.plan)
            if drawn is not None and not drawn.is_failure:
                counts.misses += 1
                return drawn.entry, "miss"
        counts.rescued += 1
        return old, "rescued"
