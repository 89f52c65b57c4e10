"""Query of the feed, parsed from an address; unknown values are ignored."""

import re
from collections.abc import Container, Mapping
from typing import Literal

import msgspec

from server.community.search import words_of
from server.contracts.catalogue import CULTIVARS
from server.contracts.limits import LIMITS
from server.contracts.reference import POST_CATEGORIES, PREFECTURES, TEA_CATEGORIES

Sort = Literal["newest", "popular"]

PAGE_MOST = 50
# Parameter names of feed addresses, shared by pages and API.
PARAMS = (
    "category",
    "sort",
    "rating",
    "tea_type",
    "prefecture",
    "tea_variety",
    "search",
    "following",
    "after",
    "page",
)

_WHOLE = re.compile("[1-9][0-9]{0,2}")
_RATINGS = frozenset(str(rating) for rating in range(LIMITS.rating_least, LIMITS.rating_most + 1))


class FeedQuery(msgspec.Struct, frozen=True, kw_only=True):
    """Filters, order, cursor and size of one page of the feed."""

    category: str | None = None
    sort: Sort = "newest"
    rating: int | None = None
    tea_type: str | None = None
    prefecture: str | None = None
    tea_variety: str | None = None
    words: tuple[str, ...] = ()
    # Only posts of what the reader follows; no posts for visitors.
    is_following: bool = False
    after: str | None = None
    size: int = LIMITS.feed_page_size


# Query of the feed's first page without filters, the most frequent one.
NEWEST = FeedQuery()


def parse_feed_query(query: Mapping[str, str]) -> FeedQuery:
    """Parses the parameters of an address.

    Ignores unknown values, and filters that the category does not have.
    """
    if not query:
        return NEWEST
    category = _category(query.get("category"))
    fields = POST_CATEGORIES[category].fields if category else ()

    def chosen(name: str, known: Container[str]) -> str | None:
        """Returns a parameter if the category has this filter and the value is known."""
        value = query.get(name, "")
        return value if name in fields and value in known else None

    rating = chosen("rating", _RATINGS)
    return FeedQuery(
        category=category,
        sort="popular" if query.get("sort") == "popular" else "newest",
        rating=int(rating) if rating else None,
        tea_type=chosen("tea_type", TEA_CATEGORIES),
        prefecture=chosen("prefecture", PREFECTURES),
        tea_variety=chosen("tea_variety", CULTIVARS),
        words=words_of(query.get("search", "")),
        is_following=query.get("following") == "1",
        after=query.get("after") or None,
        size=parse_page_size(query),
    )


def parse_page_size(query: Mapping[str, str]) -> int:
    """Returns the number of rows: `page` times the page size, else `limit`, else the page size.

    An address with `page` shows the rows of all pages up to that one. An invalid or too large value
    counts as missing.
    """
    pages = _whole(query.get("page"), most=LIMITS.feed_pages)
    if pages:
        return pages * LIMITS.feed_page_size
    return _whole(query.get("limit"), most=PAGE_MOST) or LIMITS.feed_page_size


def parse_limit(query: Mapping[str, str]) -> int:
    """Returns the parameter `limit`; PAGE_MOST if it is missing, invalid or greater."""
    return _whole(query.get("limit"), most=PAGE_MOST) or PAGE_MOST


def _category(category: str | None) -> str | None:
    """Returns the category if it exists and members may write in it, else None."""
    known = POST_CATEGORIES.get(category or "")
    return category if known and known.offered else None


def _whole(text: str | None, *, most: int) -> int | None:
    """Parses a whole number from 1 to `most`; returns None for anything else."""
    if not text or not _WHOLE.fullmatch(text):
        return None
    return int(text) if int(text) <= most else None
