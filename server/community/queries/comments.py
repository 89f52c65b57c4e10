"""Reads the comments of a post, oldest first."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.cursors import cursor_of, place_at
from server.community.queries.absences import absence_of, comments_unavailable
from server.community.queries.places import Part, row_at
from server.community.queries.views import AUTHOR, AnyRow, AnySelect, author_of
from server.community.schemas import CommentPage, CommentView
from server.community.tables import Comment, Post
from server.database.dialects import is_missing_table
from server.profiles.tables import Profile

Columns = tuple[sa.orm.InstrumentedAttribute[Any], ...]


async def list_comments(session: AsyncSession, post_id: int, *, part: Part) -> CommentPage:
    total = await session.scalar(sa.select(Post.comments_count).where(Post.id == post_id))
    if total is None:
        raise await absence_of(session, post_id)
    columns: Columns = (Comment.created_at, Comment.id)
    select = (
        select_comments()
        .where(Comment.post_id == post_id)
        .order_by(*(column.asc() for column in columns))
        .limit(part.size + 1)
    )
    place = place_at(part.after, "comments")
    if place is not None:
        select = select.where(sa.tuple_(*columns) > row_at(place))
    try:
        rows = (await session.execute(select)).all()
    except sa.exc.DBAPIError as error:
        if is_missing_table(error):
            raise comments_unavailable() from error
        raise
    shown = rows[: part.size]
    more = len(rows) > len(shown)
    return CommentPage(
        comments=tuple(comment_view(row) for row in shown),
        next=cursor_of("comments", (shown[-1].created_at, shown[-1].id)) if more else None,
        total=total,
    )


def select_comments() -> AnySelect:
    columns = (Comment.id, Comment.post_id, Comment.content, Comment.created_at, Comment.user_id)
    return sa.select(*columns, *AUTHOR).outerjoin(Profile, Profile.id == Comment.user_id)


def comment_view(row: AnyRow) -> CommentView:
    return CommentView(
        id=row.id,
        post_id=row.post_id,
        content=row.content,
        created_at=row.created_at,
        user=author_of(row),
    )
