"""Reads posts: lists by the place of their last row, at a cost that does not grow."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.cursors import Order, cursor_of, place_at
from server.community.feed import FeedWish
from server.community.queries.absences import absence_of, as_far_as_there_are_tables
from server.community.queries.places import Part
from server.community.queries.statements import (
    PLACES,
    TEXTS,
    Condition,
    Shape,
    count_of,
    one_post,
    page_found,
    page_of,
    posts_by,
)
from server.community.queries.views import POSTS, AnyRow, AnySelect, post_view, reader_of
from server.community.schemas import PostPage, PostView
from server.community.search import grams_asked
from server.community.tables import Post, RemovedPost
from server.contracts.limits import LIMITS
from server.database.dialects import posts_with
from server.viewer import Member, Viewer

# More candidates than this, and going through the posts in order is quicker than through the index.
CANDIDATES_MOST = 1000

EMPTY = PostPage(posts=(), next=None, remaining=0, remaining_is_more=False)


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of posts: its order, and what is in it."""

    order: Order
    # The values of its conditions, by their names.
    where: Mapping[str, str | int]
    texts: tuple[Condition, ...] = ()


async def list_feed(session: AsyncSession, wish: FeedWish, *, viewer: Viewer) -> PostPage:
    chosen = {
        "category": wish.category,
        "tea_type": wish.tea_type,
        "prefecture": wish.prefecture,
        "tea_variety": wish.tea_variety,
        "rating": wish.rating,
    }
    where = {name: value for name, value in chosen.items() if value is not None}
    texts = await _containing(session, wish.words) if wish.words else ()
    if texts is None:
        return EMPTY
    listing = Listing(wish.sort, where, texts)
    return await _page(session, listing, Part(wish.size, wish.after), viewer=viewer)


async def list_posts_of(
    session: AsyncSession, member_id: str, *, part: Part, viewer: Viewer
) -> PostPage:
    listing = Listing("newest", {"author": member_id})
    return await _page(session, listing, part, viewer=viewer)


async def list_related(
    session: AsyncSession, cultivar_id: str, *, part: Part, viewer: Viewer
) -> PostPage:
    listing = Listing("newest", {"tea_variety": cultivar_id})
    return await _page(session, listing, part, viewer=viewer)


async def list_liked(session: AsyncSession, member: Member, *, part: Part) -> PostPage:
    """Newest like first; an empty list where likes can't be read."""
    listing = Listing("liked", {"liked_by": member.id})
    async with as_far_as_there_are_tables(session):
        return await _page(session, listing, part, viewer=member)
    return EMPTY


async def list_written(session: AsyncSession, member: Member) -> tuple[PostView, ...]:
    """All that a member wrote, oldest first."""
    values = {"author": member.id, "reader": member.id}
    rows = await _rows(session, posts_by, values)
    return tuple(post_view(row) for row in rows)


async def get_post(session: AsyncSession, post_id: int, *, viewer: Viewer) -> PostView:
    values = {"post_id": post_id, "reader": reader_of(viewer)}
    rows = await _rows(session, one_post, values)
    if not rows:
        raise await absence_of(session, post_id)
    return post_view(rows[0])


async def is_untouched(session: AsyncSession) -> bool:
    """No post is there, and none ever was."""
    found = sa.or_(sa.exists(sa.select(Post.id)), sa.exists(sa.select(RemovedPost.id)))
    return not (await session.execute(sa.select(found))).scalar_one()


async def _page(session: AsyncSession, listing: Listing, part: Part, *, viewer: Viewer) -> PostPage:
    names = PLACES[listing.order]
    place = place_at(part.after, listing.order) or ()
    values = {
        **listing.where,
        **{f"last_{name}": value for name, value in zip(names, place, strict=False)},
        "reader": reader_of(viewer),
        "most": part.size + 1,
        "counted": part.size + LIMITS.feed_remaining_most + 1,
    }
    shape = Shape(listing.order, tuple(listing.where), is_first=not place)
    found = partial(page_found, shape, listing.texts) if listing.texts else partial(page_of, shape)
    rows = await _rows(session, found, values)
    shown = rows[: part.size]
    posts = tuple(post_view(row) for row in shown)
    if len(rows) == len(shown):
        return msgspec.structs.replace(EMPTY, posts=posts)
    total = shown[-1].total
    if total is None:
        total = await session.scalar(count_of(shape, listing.texts), values)
    remaining = total - len(shown)
    return PostPage(
        posts=posts,
        next=cursor_of(listing.order, tuple(getattr(shown[-1], name) for name in names)),
        remaining=min(remaining, LIMITS.feed_remaining_most),
        remaining_is_more=remaining > LIMITS.feed_remaining_most,
    )


async def _rows(
    session: AsyncSession, statement: Callable[..., AnySelect], values: Mapping[str, object]
) -> Sequence[AnyRow]:
    """The specification's silence: where likes can't be read, the rest of the posts can."""
    rows: Sequence[AnyRow] | None = None
    async with as_far_as_there_are_tables(session):
        rows = (await session.execute(statement(with_likes=True), values)).all()
    if rows is None:
        rows = (await session.execute(statement(with_likes=False), values)).all()
    return rows


async def _containing(session: AsyncSession, words: Sequence[str]) -> tuple[Condition, ...] | None:
    """Posts in whose text every word stands; the index says where to look, or that none does."""
    conditions = [TEXTS.c.folded.contains(word, autoescape=True) for word in words]
    candidates = posts_with(session, grams_asked(words))
    few = candidates.limit(CANDIDATES_MOST + 1).subquery()
    count = await session.scalar(sa.select(sa.func.count()).select_from(few)) or 0
    if count == 0:
        return None
    if count <= CANDIDATES_MOST:
        conditions.append(POSTS.c.id.in_(candidates))
    return tuple(conditions)
