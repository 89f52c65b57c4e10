"""Queries of a post's comments, oldest first."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa

from server.community.cursors import PageParams, format_cursor, parse_cursor
from server.community.queries.missing_data import comments_unavailable, missing_post_refusal
from server.community.queries.views import COMMENTS, POSTS, PROFILES, AnySelect, author_of
from server.community.queries.visibility import shows_comment, shows_post
from server.community.schemas import CommentPage, CommentView
from server.database.dialects import is_missing_table
from server.database.readers import Source, reader_over
from server.web.viewer import Member, Viewer

_OF_POST = COMMENTS.c.post_id == sa.bindparam("post_id")
_ORDER = (COMMENTS.c.created_at, COMMENTS.c.id)


async def list_comments(
    source: Source, post_id: int, *, page: PageParams, viewer: Viewer
) -> CommentPage:
    """Returns the comments that the reader sees, and the same total for all readers."""
    is_member = isinstance(viewer, Member)
    position = parse_cursor(page.after, "comments") or ()
    values: dict[str, object] = {
        "post_id": post_id,
        "most": page.size + 1,
        **{f"last_{column.name}": value for column, value in zip(_ORDER, position, strict=False)},
    }
    if isinstance(viewer, Member):
        values["reader"] = viewer.id
    reader = reader_over(source)
    counted = await reader.rows(_total(is_member=is_member), values)
    if not counted:
        raise await missing_post_refusal(source, post_id)
    [[total, answer_id]] = counted
    try:
        rows = await reader.rows(_page(is_first=not position, is_member=is_member), values)
    except sa.exc.DBAPIError as error:
        if is_missing_table(error):
            raise comments_unavailable() from error
        raise
    shown = tuple(comment_view(row) for row in rows[: page.size])
    more = len(rows) > len(shown)
    answer = None
    if answer_id is not None and all(view.id != answer_id for view in shown):
        found = await reader.rows(_one(is_member=is_member), {**values, "comment_id": answer_id})
        answer = next(map(comment_view, found), None)
    return CommentPage(
        comments=shown,
        next=format_cursor("comments", (shown[-1].created_at, shown[-1].id)) if more else None,
        total=total,
        answer=answer,
    )


@cache
def _total(*, is_member: bool) -> AnySelect:
    total = sa.select(POSTS.c.comments_count, POSTS.c.answer_id).where(
        POSTS.c.id == sa.bindparam("post_id")
    )
    return total.where(*shows_post(("blocked",))) if is_member else total


@cache
def _page(*, is_first: bool, is_member: bool) -> AnySelect:
    select = select_comments().where(_OF_POST).order_by(*_ORDER)
    if is_member:
        select = select.where(shows_comment())
    if not is_first:
        last = (sa.bindparam(f"last_{column.name}", type_=column.type) for column in _ORDER)
        select = select.where(sa.tuple_(*_ORDER) > sa.tuple_(*last))
    return select.limit(sa.bindparam("most", type_=sa.Integer))


@cache
def _one(*, is_member: bool) -> AnySelect:
    select = select_comments().where(_OF_POST, COMMENTS.c.id == sa.bindparam("comment_id"))
    return select.where(shows_comment()) if is_member else select


def select_comments() -> AnySelect:
    comment, author = COMMENTS.c, PROFILES.c
    columns = (
        comment.id,
        comment.post_id,
        comment.content,
        comment.created_at,
        comment.edited_at,
        comment.user_id,
    )
    joined = COMMENTS.outerjoin(PROFILES, author.id == comment.user_id)
    return sa.select(*columns, author.display_name, author.avatar_url).select_from(joined)


def comment_view(row: Sequence[Any]) -> CommentView:
    id, post_id, content, created_at, edited_at, *author = row
    return CommentView(
        id=id,
        post_id=post_id,
        content=content,
        created_at=created_at,
        edited_at=edited_at,
        user=author_of(*author),
    )
