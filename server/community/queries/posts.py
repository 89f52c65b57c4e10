"""Reads posts: lists by the place of their last row, at a cost that does not grow."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.cursors import Order, cursor_of, place_at
from server.community.feed import FeedWish
from server.community.queries.absences import (
    absence_of,
    as_far_as_there_are_tables,
)
from server.community.queries.places import Part
from server.community.queries.statements import (
    PLACES,
    PLACES_IN_ROW,
    TOTAL,
    Shape,
    Sought,
    count_among,
    count_of,
    one_post,
    page_found,
    page_of,
    posts_by,
)
from server.community.queries.views import AnySelect, Likes, likes_for, post_view
from server.community.schemas import PostPage, PostView
from server.community.search import escaped, grams_asked
from server.community.tables import Post, RemovedPost
from server.contracts.limits import LIMITS
from server.database.dialects import grams_wanted, posts_with
from server.database.questions import Rows, Values
from server.database.reading import Reader, Source, reader_over
from server.viewer import Member, Viewer

# More candidates than this, and going through the posts in order is quicker than through the index.
CANDIDATES_MOST = 1000

EMPTY = PostPage(posts=(), next=None, remaining=0, remaining_is_more=False)


class Listing(msgspec.Struct, frozen=True):
    """A list of posts: its order, and what is in it."""

    order: Order
    # The values of its conditions, by their names.
    where: Mapping[str, str | int]
    sought: Sought | None = None
    # Those of its search.
    words: Mapping[str, str] = {}


async def list_feed(source: Source, wish: FeedWish, *, viewer: Viewer) -> PostPage:
    chosen = {
        "category": wish.category,
        "tea_type": wish.tea_type,
        "prefecture": wish.prefecture,
        "tea_variety": wish.tea_variety,
        "rating": wish.rating,
    }
    where = {name: value for name, value in chosen.items() if value is not None}
    listing: Listing | None = Listing(wish.sort, where)
    if wish.words:
        listing = await _searched(reader_over(source), wish.words, Listing(wish.sort, where))
    if listing is None:
        return EMPTY
    return await _page(source, listing, Part(wish.size, wish.after), viewer=viewer)


async def list_posts_of(source: Source, member_id: str, *, part: Part, viewer: Viewer) -> PostPage:
    listing = Listing("newest", {"author": member_id})
    return await _page(source, listing, part, viewer=viewer)


async def list_related(source: Source, cultivar_id: str, *, part: Part, viewer: Viewer) -> PostPage:
    listing = Listing("newest", {"tea_variety": cultivar_id})
    return await _page(source, listing, part, viewer=viewer)


async def list_liked(source: Source, member: Member, *, part: Part) -> PostPage:
    """Newest like first; an empty list where likes can't be read."""
    listing = Listing("liked", {"liked_by": member.id})
    async with as_far_as_there_are_tables(source):
        return await _page(source, listing, part, viewer=member)
    return EMPTY


async def list_written(source: Source, member: Member) -> tuple[PostView, ...]:
    """All that a member wrote, oldest first."""
    values = {"author": member.id, "reader": member.id}
    rows = await _rows(source, posts_by, values, viewer=member)
    return tuple(post_view(row) for row in rows)


async def get_post(source: Source, post_id: int, *, viewer: Viewer) -> PostView:
    rows = await _rows(source, one_post, {"post_id": post_id}, viewer=viewer)
    if not rows:
        raise await absence_of(source, post_id)
    return post_view(rows[0])


async def is_untouched(session: AsyncSession) -> bool:
    """No post is there, and none ever was."""
    found = sa.or_(sa.exists(sa.select(Post.id)), sa.exists(sa.select(RemovedPost.id)))
    return not (await session.execute(sa.select(found))).scalar_one()


async def _page(source: Source, listing: Listing, part: Part, *, viewer: Viewer) -> PostPage:
    place = place_at(part.after, listing.order) or ()
    values = {
        **listing.where,
        **listing.words,
        **{
            f"last_{name}": value for name, value in zip(PLACES[listing.order], place, strict=False)
        },
        "most": part.size + 1,
        "counted": part.size + LIMITS.feed_remaining_most + 1,
    }
    shape, sought = Shape(listing.order, tuple(listing.where), is_first=not place), listing.sought
    found = partial(page_found, shape, sought) if sought else partial(page_of, shape)
    rows = await _rows(source, found, values, viewer=viewer)
    shown = rows[: part.size]
    posts = tuple(post_view(row) for row in shown)
    if len(rows) == len(shown):
        return PostPage(posts, next=None, remaining=0, remaining_is_more=False)
    last = shown[-1]
    total = last[TOTAL]
    if total is None:
        [[total]] = await reader_over(source).rows(count_of(shape, sought), values)
    remaining = total - len(shown)
    return PostPage(
        posts,
        next=cursor_of(listing.order, tuple(last[at] for at in PLACES_IN_ROW[listing.order])),
        remaining=min(remaining, LIMITS.feed_remaining_most),
        remaining_is_more=remaining > LIMITS.feed_remaining_most,
    )


async def _rows(
    source: Source, question: Callable[[Likes], AnySelect], values: Values, *, viewer: Viewer
) -> Rows:
    """The specification's silence: where likes can't be read, the rest of the posts can."""
    if isinstance(viewer, Member):
        values = {**values, "reader": viewer.id}
    reader = reader_over(source)
    rows = await reader.rows_if_there(question(likes_for(viewer)), values)
    return await reader.rows(question("unread"), values) if rows is None else rows


async def _searched(reader: Reader, words: Sequence[str], listing: Listing) -> Listing | None:
    """Posts in whose text every word stands; the index says where to look, or that none does."""
    candidates = posts_with(reader.dialect)
    grams = grams_wanted(reader.dialect, grams_asked(words))
    asked = {"grams": grams, "most": CANDIDATES_MOST + 1}
    [[count]] = await reader.rows(count_among(candidates), asked)
    if count == 0:
        return None
    values = {f"word_{n}": f"%{escaped(word)}%" for n, word in enumerate(words)}
    is_few = count <= CANDIDATES_MOST
    return msgspec.structs.replace(
        listing,
        sought=Sought(len(words), candidates if is_few else None),
        words={**values, "grams": grams} if is_few else values,
    )
