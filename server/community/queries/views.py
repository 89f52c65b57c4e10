"""From rows to what goes over the wire: posts with authors, pictures and the reader's likes."""

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.schemas import Author, PostView
from server.community.tables import Post, PostLike
from server.database.dialects import is_missing_table
from server.profiles.rules import public_name
from server.profiles.tables import Profile
from server.uploads.queries import images_of
from server.viewer import Member, Viewer

AnySelect = sa.Select[*tuple[Any, ...]]
AnyRow = sa.Row[*tuple[Any, ...]]

# Nobody's number: a visitor's likes are asked for like a member's, and there are none.
NOBODY = ""

AUTHOR = (Profile.display_name, Profile.avatar_url)
COLUMNS = (
    Post.id,
    Post.user_id,
    Post.content,
    Post.category,
    Post.title,
    Post.tea_type,
    Post.tea_variety,
    Post.prefecture,
    Post.rating,
    Post.price_yen,
    Post.shop_name,
    Post.harvest_period,
    Post.processing_method,
    Post.language,
    Post.likes,
    Post.comments_count,
    Post.created_at,
    Post.edited_at,
    *AUTHOR,
)


def select_posts(*extra: sa.ColumnElement[Any]) -> AnySelect:
    """Posts together with who wrote them, by one question."""
    return sa.select(*COLUMNS, *extra).outerjoin(Profile, Profile.id == Post.user_id)


async def views_of(
    session: AsyncSession, rows: Sequence[AnyRow], viewer: Viewer
) -> tuple[PostView, ...]:
    ids = [row.id for row in rows]
    images = await images_of(session, ids)
    liked = await _liked_among(session, ids, viewer)
    return tuple(
        PostView(
            id=row.id,
            user=author_of(row),
            content=row.content,
            category=row.category,
            title=row.title,
            tea_type=row.tea_type,
            tea_variety=row.tea_variety,
            prefecture=row.prefecture,
            rating=row.rating,
            price_yen=row.price_yen,
            shop_name=row.shop_name,
            harvest_period=row.harvest_period,
            processing_method=row.processing_method,
            language="en" if row.language == "en" else "ja",
            created_at=row.created_at,
            edited_at=row.edited_at,
            likes=0 if liked is None else row.likes,
            is_liked=liked is not None and row.id in liked,
            comments_count=row.comments_count,
            images=images.get(row.id, ()),
        )
        for row in rows
    )


def author_of(row: AnyRow) -> Author | None:
    """Nobody once they have left; somebody without a profile still has a number."""
    if row.user_id is None:
        return None
    return Author(row.user_id, public_name(row.display_name), row.avatar_url)


async def _liked_among(
    session: AsyncSession, post_ids: Collection[int], viewer: Viewer
) -> frozenset[int] | None:
    """Which of the posts the viewer likes; nothing at all where likes can't be read.

    The specification's silence: without its table nobody likes anything, and the feed goes on.
    """
    if not post_ids:
        return frozenset()
    member_id = viewer.id if isinstance(viewer, Member) else NOBODY
    select = sa.select(PostLike.post_id).where(
        PostLike.user_id == member_id, PostLike.post_id.in_(post_ids)
    )
    try:
        # Where a failed statement spoils its transaction, only this much of it is lost.
        async with session.begin_nested():
            return frozenset(await session.scalars(select))
    except sa.exc.DBAPIError as error:
        if is_missing_table(error):
            return None
        raise
