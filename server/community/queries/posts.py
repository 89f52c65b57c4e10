"""Reads posts: lists by the place of their last row, at a cost that does not grow."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.cursors import Order, Place, cursor_of, place_at
from server.community.feed import FeedWish
from server.community.queries.absences import absence_of
from server.community.queries.places import Part, row_at
from server.community.queries.views import AnyRow, AnySelect, select_posts, views_of
from server.community.schemas import PostPage, PostView
from server.community.search import grams_asked
from server.community.tables import Post, PostLike, PostText, RemovedPost
from server.contracts.limits import LIMITS
from server.database.dialects import is_missing_table, posts_with
from server.viewer import Member, Viewer

Columns = tuple[sa.orm.InstrumentedAttribute[Any], ...]
Condition = sa.ColumnElement[bool]

# More candidates than this, and going through the posts in order is quicker than through the index.
CANDIDATES_MOST = 1000

_NEWEST: Columns = (Post.created_at, Post.id)
_POPULAR: Columns = (Post.likes, Post.created_at, Post.id)


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of posts: what is in it, and the columns by which it is ordered, all descending."""

    order: Order
    columns: Columns
    where: tuple[Condition, ...]
    by_likes: bool = False
    by_text: bool = False


async def list_feed(session: AsyncSession, wish: FeedWish, *, viewer: Viewer) -> PostPage:
    chosen = {
        Post.category: wish.category,
        Post.tea_type: wish.tea_type,
        Post.prefecture: wish.prefecture,
        Post.tea_variety: wish.tea_variety,
    }
    where = [column == value for column, value in chosen.items() if value is not None]
    if wish.rating is not None:
        where.append(Post.rating >= wish.rating)
    where += await _containing(session, wish.words)
    listing = Listing(
        order=wish.sort,
        columns=_POPULAR if wish.sort == "popular" else _NEWEST,
        where=tuple(where),
        by_text=bool(wish.words),
    )
    return await _page(session, listing, Part(wish.size, wish.after), viewer=viewer)


async def list_posts_of(
    session: AsyncSession, member_id: str, *, part: Part, viewer: Viewer
) -> PostPage:
    listing = Listing("newest", _NEWEST, (Post.user_id == member_id,))
    return await _page(session, listing, part, viewer=viewer)


async def list_related(
    session: AsyncSession, cultivar_id: str, *, part: Part, viewer: Viewer
) -> PostPage:
    listing = Listing("newest", _NEWEST, (Post.tea_variety == cultivar_id,))
    return await _page(session, listing, part, viewer=viewer)


async def list_liked(session: AsyncSession, member: Member, *, part: Part) -> PostPage:
    """Newest like first; an empty list where likes can't be read."""
    listing = Listing("liked", (PostLike.id,), (PostLike.user_id == member.id,), by_likes=True)
    try:
        async with session.begin_nested():
            return await _page(session, listing, part, viewer=member)
    except sa.exc.DBAPIError as error:
        if is_missing_table(error):
            return PostPage(posts=(), next=None, remaining=0, remaining_is_more=False)
        raise


async def get_post(session: AsyncSession, post_id: int, *, viewer: Viewer) -> PostView:
    row = (await session.execute(select_posts().where(Post.id == post_id))).one_or_none()
    if row is None:
        raise await absence_of(session, post_id)
    return (await views_of(session, [row], viewer))[0]


async def is_untouched(session: AsyncSession) -> bool:
    """No post is there, and none ever was."""
    found = sa.or_(sa.exists(sa.select(Post.id)), sa.exists(sa.select(RemovedPost.id)))
    return not (await session.execute(sa.select(found))).scalar_one()


async def _page(session: AsyncSession, listing: Listing, part: Part, *, viewer: Viewer) -> PostPage:
    place = place_at(part.after, listing.order)
    named = [column.label(f"place_{index}") for index, column in enumerate(listing.columns)]
    select = (
        _among(select_posts(*named), listing, place)
        .order_by(*(column.desc() for column in listing.columns))
        .limit(part.size + 1)
    )
    rows = (await session.execute(select)).all()
    shown = rows[: part.size]
    posts = await views_of(session, shown, viewer)
    if len(rows) == len(shown):
        return PostPage(posts=posts, next=None, remaining=0, remaining_is_more=False)
    last = _place_of(shown, listing)
    remaining = await _count(session, listing, last)
    return PostPage(
        posts=posts,
        next=cursor_of(listing.order, last),
        remaining=min(remaining, LIMITS.feed_remaining_most),
        remaining_is_more=remaining > LIMITS.feed_remaining_most,
    )


def _among(select: AnySelect, listing: Listing, place: Place | None) -> AnySelect:
    if listing.by_likes:
        select = select.join(PostLike, PostLike.post_id == Post.id)
    if listing.by_text:
        select = select.join(PostText, PostText.post_id == Post.id)
    if place is not None:
        select = select.where(sa.tuple_(*listing.columns) < row_at(place))
    return select.where(*listing.where)


def _place_of(rows: Sequence[AnyRow], listing: Listing) -> Place:
    last = rows[-1]
    return tuple(getattr(last, f"place_{index}") for index in range(len(listing.columns)))


async def _count(session: AsyncSession, listing: Listing, place: Place) -> int:
    """How many follow; nobody needs to know how many more than a thousand."""
    rows = _among(sa.select(Post.id).select_from(Post), listing, place)
    bounded = rows.limit(LIMITS.feed_remaining_most + 1).subquery()
    return await session.scalar(sa.select(sa.func.count()).select_from(bounded)) or 0


async def _containing(session: AsyncSession, words: Sequence[str]) -> list[Condition]:
    """Posts in whose text every word stands; the index only says where to look."""
    conditions: list[Condition] = [
        PostText.folded.contains(word, autoescape=True) for word in words
    ]
    if not words:
        return conditions
    candidates = posts_with(session, grams_asked(words))
    few = candidates.limit(CANDIDATES_MOST + 1).subquery()
    count = await session.scalar(sa.select(sa.func.count()).select_from(few)) or 0
    if count <= CANDIDATES_MOST:
        conditions.append(Post.id.in_(candidates))
    return conditions
