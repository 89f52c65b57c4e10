"""Queries of posts; lists use keyset pagination, so later pages cost the same."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

import msgspec

from server.community.cursors import Order, PageParams, Position, format_cursor, parse_cursor
from server.community.feed_query import FeedQuery
from server.community.follows.queries import follows_anything
from server.community.queries.missing_data import ignore_missing_tables, missing_post_refusal
from server.community.queries.page_visibility import is_member_readable, page_reader
from server.community.queries.statements import (
    MARKS,
    NUMBER,
    ORDER_COLUMNS,
    POSITION_IN_ROW,
    TOTAL,
    Mark,
    Shape,
    counted_for,
    ratings_of_reviews,
    select_page,
    select_post,
    select_posts_by_author,
    shape_of,
)
from server.community.queries.text_search import (
    ListScan,
    TextSearch,
    matches_most_posts,
    plan_search,
    search_page,
)
from server.community.queries.views import AnySelect, Likes, likes_for, post_view
from server.community.queries.visibility import Hidden, restrictions_of
from server.community.schemas import PostPage, PostView, RatingSummary
from server.community.search import grams_of_words
from server.contracts.limits import LIMITS
from server.database.driver import Rows, Values
from server.database.readers import Reader, Source, reader_over
from server.database.search_index import NUMBER_MOST, grams_wanted
from server.web.viewer import Member, Viewer

EMPTY = PostPage(posts=(), next=None, remaining=0, remaining_is_more=False)


class PostList(msgspec.Struct, frozen=True):
    """List of posts: its order, its conditions, its search and what is hidden."""

    order: Order
    # Values of the conditions by name.
    where: Mapping[str, str | int]
    text_search: TextSearch | None = None
    # Values of the search.
    words: Mapping[str, str | int] = {}
    # What hides posts from the reader.
    hidden: tuple[Hidden, ...] = ()

    def scans(self, size: int) -> tuple[ListScan, ...]:
        """Returns the batches in which the list is read; none where one statement is enough."""
        if self.text_search is not None:
            return self.text_search.scans(is_plain=self.is_by_number and not self.where)
        if not self.hidden or self.order in MARKS:
            return ()
        return ListScan(most=size + 1).scans(is_plain="unfollowed" not in self.hidden)

    @property
    def is_by_number(self) -> bool:
        """Returns whether a search reads the word index by id, as its filters fit most posts."""
        return bool(self.words) and self.order == "newest" and matches_most_posts(self.where)


class SearchResult(msgspec.Struct, frozen=True):
    """Rows of posts, a lower bound of their total, and the position where a search continues."""

    rows: Rows = ()
    total: int = 0
    edge: Position | None = None

    def with_more(self, rows: Rows, *, edge: Position | None) -> "SearchResult":
        """Returns the result with the rows of a further batch, which ended at `edge`."""
        posts = [row for row in rows if row[NUMBER] is not None]
        total = rows[0][TOTAL] if rows else 0
        return SearchResult([*self.rows, *posts], self.total + total, edge)


async def list_feed(source: Source, query: FeedQuery, *, viewer: Viewer) -> PostPage:
    """Returns a page of the feed; the first page of a cultivar's reviews has their mean rating.

    The feed of follows is empty for visitors and for members who follow nothing.
    """
    chosen = {
        "category": query.category,
        "tea_type": query.tea_type,
        "prefecture": query.prefecture,
        "tea_variety": query.tea_variety,
        "rating": query.rating,
    }
    where = {name: value for name, value in chosen.items() if value is not None}
    restrictions = await restrictions_of(source, viewer)
    hidden = restrictions.in_feed(
        is_search=bool(query.words), has_category=query.category is not None
    )
    if query.is_following:
        if not isinstance(viewer, Member) or not await follows_anything(source, viewer):
            return EMPTY
        hidden = (*hidden, "unfollowed")
    listing = PostList(query.sort, where, hidden=hidden)
    if query.words:
        listing = await _with_search(reader_over(source), query, listing)
    page = await read_page(source, listing, PageParams(query.size, query.after), viewer=viewer)
    if query.tea_variety is None or query.after is not None:
        return page
    return msgspec.structs.replace(page, rating=await _rating(reader_over(source), query))


async def _rating(reader: Reader, query: FeedQuery) -> RatingSummary | None:
    """Returns mean and number of the latest ratings; None without any or without a category."""
    values = {"category": query.category, "tea_variety": query.tea_variety}
    [[total, count]] = await reader.rows(ratings_of_reviews(), values)
    return RatingSummary(round(total / count, 1), count) if count else None


async def list_posts_of(
    source: Source, member_id: str, *, page: PageParams, viewer: Viewer
) -> PostPage:
    """Returns a page of a member's posts, newest first; empty if a block hides the member."""
    if not await is_member_readable(source, viewer, member_id):
        return EMPTY
    is_own = isinstance(viewer, Member) and viewer.id == member_id
    has_withheld = is_own and (await restrictions_of(source, viewer)).others
    hidden: tuple[Hidden, ...] = ("others",) if has_withheld else ()
    listing = PostList("newest", {"author": member_id}, hidden=hidden)
    return await read_page(source, listing, page, viewer=viewer)


async def list_related(
    source: Source, cultivar_id: str, *, page: PageParams, viewer: Viewer
) -> PostPage:
    """Returns a page of the posts about a cultivar, newest first."""
    hidden = (await restrictions_of(source, viewer)).in_lists
    listing = PostList("newest", {"tea_variety": cultivar_id}, hidden=hidden)
    return await read_page(source, listing, page, viewer=viewer)


async def list_about_prefecture(
    source: Source, prefecture: str, *, page: PageParams, viewer: Viewer
) -> PostPage:
    """Returns a page of the posts about a prefecture, newest first."""
    hidden = (await restrictions_of(source, viewer)).in_lists
    listing = PostList("newest", {"prefecture": prefecture}, hidden=hidden)
    return await read_page(source, listing, page, viewer=viewer)


async def list_marked(source: Source, member: Member, *, mark: Mark, page: PageParams) -> PostPage:
    """Returns a page of liked or saved posts, the last one first; empty if the table is missing."""
    listing = PostList(mark, {f"{mark}_by": member.id}, hidden=("blocked",))
    async with ignore_missing_tables(source):
        return await read_page(source, listing, page, viewer=member)
    return EMPTY


async def rows_by_author(source: Source, member: Member) -> Rows:
    """Reads the rows of all posts of a member, oldest first, without deleted ones."""
    values = {"author": member.id, "reader": member.id}
    return await _rows(source, select_posts_by_author, values, viewer=member)


async def get_post(source: Source, post_id: int, *, viewer: Viewer) -> PostView:
    """Returns a post as the viewer sees it; raises Refusal 404 or 410 for one that is not shown."""
    build = partial(select_post, page_reader(viewer))
    rows = await _rows(source, build, {"post_id": post_id}, viewer=viewer)
    if not rows:
        raise await missing_post_refusal(source, post_id)
    return post_view(rows[0])


async def read_page(
    source: Source, listing: PostList, page: PageParams, *, viewer: Viewer
) -> PostPage:
    """Returns a page of a list with the next cursor, which a short or empty page may have too."""
    found = await _find(source, listing, page, viewer=viewer)
    shown = found.rows[: page.size]
    posts = tuple(post_view(row) for row in shown)
    position = found.edge
    if len(found.rows) > len(shown):
        position = tuple(shown[-1][at] for at in POSITION_IN_ROW[listing.order])
    if position is None:
        return PostPage(posts, next=None, remaining=0, remaining_is_more=False)
    remaining = found.total - len(shown)
    return PostPage(
        posts,
        next=format_cursor(listing.order, position),
        remaining=min(remaining, LIMITS.feed_remaining_most),
        remaining_is_more=remaining > LIMITS.feed_remaining_most or found.edge is not None,
    )


async def _find(
    source: Source, listing: PostList, page: PageParams, *, viewer: Viewer
) -> SearchResult:
    """Reads the rows of a page and one more, their total, and where a search continues."""
    position = parse_cursor(page.after, listing.order)
    values: dict[str, object] = {
        **listing.where,
        "most": page.size + 1,
        "counted": counted_for(page.size),
        **_position_values(ORDER_COLUMNS[listing.order], position),
    }
    scans = listing.scans(page.size)
    if not scans:
        where, is_first = tuple(listing.where), position is None
        shape = shape_of(listing.order, where, is_first=is_first, size=page.size)
        shape = msgspec.structs.replace(shape, hidden=listing.hidden)
        rows = await _rows(source, partial(select_page, shape), values, viewer=viewer)
        return SearchResult(rows, rows[0][TOTAL] if rows else 0)
    found = SearchResult()
    values |= listing.words
    for text_search in scans:
        shape = Shape(
            listing.order,
            tuple(listing.where),
            is_first=position is None,
            by_number=listing.is_by_number,
            hidden=listing.hidden,
        )
        values |= _position_values(ORDER_COLUMNS[listing.order], position)
        build = partial(search_page, shape, text_search)
        rows = await _rows(source, build, values, viewer=viewer)
        position = _edge_of(rows, listing.order)
        found = found.with_more(rows, edge=position)
        if position is None or len(found.rows) > page.size:
            break
    return found


def _position_values(names: Iterable[str], position: Position | None) -> Values:
    """Returns the parameters for the position after which a page begins."""
    if position is None:
        return {}
    return {f"last_{name}": value for name, value in zip(names, position, strict=False)}


def _edge_of(rows: Rows, order: Order) -> Position | None:
    """Returns the position where the search continues, which each row contains; None at the end."""
    edge = (
        tuple(rows[0][TOTAL + 1 :][: len(ORDER_COLUMNS[order])])
        if rows and order not in MARKS
        else ()
    )
    return edge if edge and edge[-1] is not None else None


async def _rows(
    source: Source, build: Callable[[Likes], AnySelect], values: Values, *, viewer: Viewer
) -> Rows:
    """Reads rows with the viewer's likes; without likes if their table does not exist.

    The specification allows posts without likes, and no error for it.
    """
    if isinstance(viewer, Member):
        values = {**values, "reader": viewer.id}
    reader = reader_over(source)
    rows = await reader.rows_if_there(build(likes_for(viewer)), values)
    return await reader.rows(build("not loaded"), values) if rows is None else rows


async def _with_search(reader: Reader, query: FeedQuery, listing: PostList) -> PostList:
    """Adds a search to a list: how its posts are read, and the values of its parameters."""
    words = query.words
    values: dict[str, str | int] = {f"word_{n}": word for n, word in enumerate(words)}
    values |= {
        "grams": grams_wanted(reader.dialect, grams_of_words(words)),
        "last_id": NUMBER_MOST,
    }
    text_search = await plan_search(reader, words, values, most=query.size + 1)
    return msgspec.structs.replace(listing, text_search=text_search, words=values)
