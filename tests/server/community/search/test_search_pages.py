"""Paging of a search that reads a bounded batch of texts per statement."""

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.dependencies import CommunityDependencies
from server.community.feed_query import parse_feed_query
from server.community.queries import text_search
from server.community.queries.posts import list_feed
from server.community.schemas import PostPage
from server.database.transaction import transaction
from server.web.viewer import Visitor
from tests.server.community.builders import add_posts

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

# One post per page and the 100 that are counted after it: the first batch has 306 texts.
SIZE = 1
FIRST_BATCH = text_search.EXAMINED_EACH * 102
PAGES_MOST = 9

ORDERS = [{}, {"sort": "popular"}]


@pytest.fixture(autouse=True)
def _frequent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treats every word as frequent."""
    monkeypatch.setattr(text_search, "INDEXED_FEW_MOST", 0)


async def add_posts_by_category(
    database: AsyncEngine, categories: list[tuple[str, str, int]]
) -> list[int]:
    """Inserts posts by (category, content, count), oldest first; each has one like more."""
    rows = [
        {"category": category, "content": content}
        for category, content, count in categories
        for _ in range(count)
    ]
    return await add_posts(database, [{**row, "likes": n} for n, row in enumerate(rows)])


async def search_page(community: CommunityDependencies, query: dict[str, str]) -> PostPage:
    """Returns a page of a search in the feed."""
    feed_query = parse_feed_query({"limit": str(SIZE), "search": "煎茶", **query})
    async with transaction(community.database) as opened:
        return await list_feed(opened.session, feed_query, viewer=Visitor())


async def read_all_pages(community: CommunityDependencies, query: dict[str, str]) -> list[PostPage]:
    """Returns the pages of a search one after another, at most PAGES_MOST."""
    pages = [await search_page(community, query)]
    while pages[-1].next and len(pages) < PAGES_MOST:
        pages.append(await search_page(community, {**query, "after": pages[-1].next}))
    return pages


@pytest.fixture
async def old_matches(database: AsyncEngine) -> list[int]:
    """Inserts two matching reviews, then more questions than a batch; returns the reviews' ids."""
    above = ("question", "煎茶", FIRST_BATCH + 4)
    written = await add_posts_by_category(
        database, [("question", "煎茶", 1), ("review", "煎茶", 2), above]
    )
    return written[2:0:-1]


async def test_match_after_the_first_batch_is_found_by_the_next_batch(
    community: CommunityDependencies, old_matches: list[int]
) -> None:
    page = await search_page(community, {"category": "review", "limit": "5"})

    assert [post.id for post in page.posts] == old_matches
    assert (page.next, page.remaining, page.remaining_is_more) == (None, 0, False)


async def test_search_that_reaches_its_batch_limit_returns_a_cursor(
    community: CommunityDependencies, old_matches: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_search, "BATCHES_MOST", 1)

    pages = await read_all_pages(community, {"category": "review"})

    assert (pages[0].posts, pages[0].remaining, pages[0].remaining_is_more) == ((), 0, True)
    assert [post.id for page in pages for post in page.posts] == old_matches


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("looks", [1, 3])
async def test_paged_search_returns_each_match_exactly_once(
    community: CommunityDependencies,
    database: AsyncEngine,
    monkeypatch: pytest.MonkeyPatch,
    *,
    order: dict[str, str],
    looks: int,
) -> None:
    monkeypatch.setattr(text_search, "BATCHES_MOST", looks)
    monkeypatch.setattr(text_search, "EXAMINED_EACH", 1)
    below = [("review", "煎茶", 1), ("review", "番茶", 150), ("review", "煎茶", 2)]
    above = [("question", "煎茶", 110), ("review", "煎茶", 1)]
    written = await add_posts_by_category(database, [*below, *above])

    pages = await read_all_pages(community, {"category": "review", **order})

    found = [post.id for page in pages for post in page.posts]
    assert found == [written[-1], written[152], written[151], written[0]]
    assert (pages[-1].remaining, pages[-1].remaining_is_more) == (0, False)


async def test_remaining_is_a_lower_bound_after_a_batch(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    """The first batch has one more review; whether others follow is unknown."""
    await add_posts_by_category(
        database, [("question", "煎茶", FIRST_BATCH), ("review", "煎茶", 2)]
    )

    first = await search_page(community, {"category": "review"})
    [second] = await read_all_pages(community, {"category": "review", "after": first.next or ""})

    assert (first.remaining, first.remaining_is_more) == (1, True)
    assert (second.next, second.remaining, second.remaining_is_more) == (None, 0, False)


async def test_cursor_at_the_end_of_a_batch_is_a_feed_cursor(
    community: CommunityDependencies, old_matches: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cursor of a search, used in the whole feed, continues at its position."""
    monkeypatch.setattr(text_search, "BATCHES_MOST", 1)
    ended = (await search_page(community, {"category": "review"})).next or ""

    whole = await search_page(community, {"search": "", "after": ended, "limit": "9"})

    assert [post.id for post in whole.posts][-3:-1] == old_matches
