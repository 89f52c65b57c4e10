"""Cache policies of the public pages, from the route table."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import parse_qs, urlencode

from server.contracts.routes import Match, Route, match
from server.web.search_limit import is_combination

# Names of the data that a page shows, such as "feed" or "post:12".
Tags = frozenset[str]

# Built data changes at the next start only. Other pages are purged on change, but show relative
# times, so they expire soon.
BUILT_IN = frozenset(
    {
        "featuredCultivars", "cultivar", "lineage", "lineages", "observations", "operator",
        "statistics", "timeline", "breeders", "breeder", "pedigree", "calendar",
    }
)  # fmt: skip
BUILT_IN_FRESH_S, BUILT_IN_STALE_S = 60.0, 600.0
LIVE_FRESH_S, LIVE_STALE_S = 2.0, 10.0

QUERY_BYTES_MOST = 1024
QUERY_FIELDS_MOST = 20
# The language switcher's cookie redirects from the English home page to the Japanese one.
PREFERS_JAPANESE = b"language=ja"


@dataclass(frozen=True, slots=True)
class CachePolicy:
    """Cache key, lifetimes in seconds, and tags of one public page."""

    path: bytes
    query: bytes
    fresh_s: float
    stale_s: float
    tags: Tags
    # A request with this cookie gets another page at the same address, and bypasses the cache.
    bypass_cookie: bytes = b""

    @property
    def key(self) -> tuple[bytes, bytes]:
        return self.path, self.query


# Takes path and query as sent; returns nothing for addresses that are not cached.
FindPolicy = Callable[[bytes, bytes], CachePolicy | None]


def is_cached(route: Route) -> bool:
    """Returns whether the route's pages are cached: public, and no combinations of choices."""
    record = route.record
    return record.guard == "everyone" and record.frame == "main" and not record.combination


def find_policy(path: bytes, query: bytes) -> CachePolicy | None:
    """Returns how the page of an address is cached; ignores fields that the page does not have.

    None for no page, for members' pages and combinations of filters, and for queries that are too
    long or repeat a field.
    """
    found = match(path.decode("latin-1")) if len(query) <= QUERY_BYTES_MOST else None
    # Combinations are countless: kept, they would push out the pages that many readers open.
    if found is None or not is_cached(found.route) or is_combination(path.decode("latin-1"), query):
        return None
    read = _read_query(found.route, query)
    if read is None:
        return None
    record = found.route.record
    is_built_in = BUILT_IN.issuperset(record.preload)
    return CachePolicy(
        path=path,
        query=read,
        fresh_s=BUILT_IN_FRESH_S if is_built_in else LIVE_FRESH_S,
        stale_s=BUILT_IN_STALE_S if is_built_in else LIVE_STALE_S,
        tags=tags_of(found),
        bypass_cookie=PREFERS_JAPANESE if path == b"/" else b"",
    )


def tags_of(found: Match) -> Tags:
    """Returns the cache tags of a page, such as "post" and "post:12".

    They are the names of its queries, alone and with each parameter, and the route's name.
    """
    queries = found.route.record.preload
    named = {f"{query}:{value}" for query in queries for value in found.params.values()}
    return frozenset({*queries, *named, found.route.name})


def _read_query(route: Route, query: bytes) -> bytes | None:
    """Returns the query with only the route table's fields that have a value, in its order.

    None if one of them repeats, with a value or without, or for more than QUERY_FIELDS_MOST fields.
    """
    if not query:
        return b""
    try:
        text = query.decode(errors="replace")
        fields = parse_qs(text, keep_blank_values=True, max_num_fields=QUERY_FIELDS_MOST)
    except ValueError:
        return None
    read = [(name, value) for name in route.record.query for value in fields.get(name, ())]
    if len(read) > len({name for name, _ in read}):
        return None
    return urlencode([(name, value) for name, value in read if value]).encode()
