"""Queries of a post's comments: oldest first, each followed by its replies."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa

from server.community.cursors import EPOCH, PageParams, Position, format_cursor, parse_cursor
from server.community.queries.hidden_members import Condition
from server.community.queries.mention_places import COMMENT_MENTIONS, mentions_beside, read_mentions
from server.community.queries.missing_data import comments_unavailable, missing_post_refusal
from server.community.queries.page_visibility import (
    PageReader,
    page_reader,
    shows_comment_on_page,
    shows_page_of_post,
)
from server.community.queries.views import (
    COMMENTS,
    POSTS,
    PROFILES,
    WITHHELD_COMMENTS,
    AnySelect,
    author_of,
    state_or_rule,
)
from server.community.schemas import CommentPage, CommentView
from server.database.dialects import is_missing_table
from server.database.readers import Reader, Source, reader_over
from server.web.viewer import Member, Viewer

_OF_POST = COMMENTS.c.post_id == sa.bindparam("post_id")
_MOST = sa.bindparam("most", type_=sa.Integer)
# Columns of the index of a thread. Comments without a parent have the first two empty, and are read
# in its order too.
_INDEXED = (COMMENTS.c.parent_at, COMMENTS.c.parent_id, COMMENTS.c.created_at, COMMENTS.c.id)
# Place in a thread: time and id of the comment, and those of the reply to it, or none.
_PLACE = {
    "thread_at": COMMENTS.c.created_at,
    "thread_id": COMMENTS.c.id,
    "replied_at": COMMENTS.c.created_at,
    "reply_id": COMMENTS.c.id,
}
# In the position of a comment that is no reply, in place of a reply's: it sorts before its replies.
_BEFORE_REPLIES = (EPOCH, 0)


async def list_comments(
    source: Source, post_id: int, *, page: PageParams, viewer: Viewer
) -> CommentPage:
    """Returns a page of a post's comments that the viewer sees; the total is the same for all.

    Raises Refusal 404 or 410 for a post that the viewer does not see, 503 if the table of comments
    is missing.
    """
    kind = page_reader(viewer)
    position = parse_cursor(page.after, "comments") or ()
    values: dict[str, object] = {
        "post_id": post_id,
        "most": page.size + 1,
        **{f"last_{name}": value for name, value in zip(_PLACE, position, strict=False)},
    }
    if isinstance(viewer, Member):
        values["reader"] = viewer.id
    reader = reader_over(source)
    counted = await reader.rows(_total(kind), values)
    if not counted:
        raise await missing_post_refusal(source, post_id)
    [[total, *marked]] = counted
    try:
        rows = await reader.rows(_page(kind, is_first=not position), values)
    except sa.exc.DBAPIError as error:
        if is_missing_table(error):
            raise comments_unavailable() from error
        raise
    shown = tuple(comment_view(row) for row in rows[: page.size])
    more = len(rows) > len(shown)
    listed = {view.id for view in shown}
    absent = [
        None
        if id is None or id in listed
        else await _find(reader, kind, {**values, "comment_id": id})
        for id in marked
    ]
    return CommentPage(
        comments=shown,
        next=format_cursor("comments", _place_of(rows[page.size - 1])) if more else None,
        total=total,
        answer=absent[0],
        pinned=absent[1],
    )


async def _find(reader: Reader, kind: PageReader, values: dict[str, object]) -> CommentView | None:
    """Returns the comment `comment_id` of the post, or None if the reader does not see it."""
    rows = await reader.rows(_one(kind), values)
    return next(map(comment_view, rows), None)


@cache
def _total(reader: PageReader) -> AnySelect:
    """Builds the statement that selects a post's number of comments, answer and pinned comment."""
    total = sa.select(POSTS.c.comments_count, POSTS.c.answer_id, POSTS.c.pinned_id).where(
        POSTS.c.id == sa.bindparam("post_id")
    )
    return total.where(*shows_page_of_post(reader))


@cache
def _page(reader: PageReader, *, is_first: bool) -> AnySelect:
    """Builds the statement of a page of comments, each followed by its replies.

    It merges comments without a parent and replies, each read along the index.
    """
    last = [sa.bindparam(f"last_{name}", type_=column.type) for name, column in _PLACE.items()]
    comments: list[Condition] = [COMMENTS.c.parent_at.is_(None), COMMENTS.c.parent_id.is_(None)]
    replies: list[Condition] = [COMMENTS.c.parent_at.is_not(None)]
    if not is_first:
        comments.append(sa.tuple_(*_INDEXED[2:]) > sa.tuple_(*last[:2]))
        replies.append(sa.tuple_(*_INDEXED) > sa.tuple_(*last))
    before = [
        sa.literal(value, column.type)
        for value, column in zip(_BEFORE_REPLIES, _INDEXED[2:], strict=True)
    ]
    places = sa.union_all(
        _next([*_INDEXED[2:], *before], comments, reader=reader),
        _next(_INDEXED, replies, reader=reader),
    ).subquery("places")
    select = select_comments(reader).join(places, places.c.id == COMMENTS.c.id)
    return select.order_by(*(places.c[name] for name in _PLACE)).limit(_MOST)


def _next(
    place: Sequence[sa.ColumnElement[Any]],
    which: Sequence[Condition],
    *,
    reader: PageReader,
) -> AnySelect:
    """Selects the next comments that fit the conditions, along the index, with their `place`.

    It is one half of the union in `_page`.
    """
    named = (column.label(name) for name, column in zip(_PLACE, place, strict=True))
    select = sa.select(COMMENTS.c.id, *named).where(_OF_POST, *which)
    select = select.where(shows_comment_on_page(reader))
    # SQLite limits a part of a union in a subquery only.
    return sa.select(select.order_by(*_INDEXED).limit(_MOST).subquery())


@cache
def _one(reader: PageReader) -> AnySelect:
    """Builds the statement that selects one comment of a post if the reader sees it."""
    select = select_comments(reader)
    select = select.where(_OF_POST, COMMENTS.c.id == sa.bindparam("comment_id"))
    return select.where(shows_comment_on_page(reader))


def select_comments(reader: PageReader = "visitor") -> AnySelect:
    """Selects comments with author, mentions and whether the parent is shown.

    For `member` and `moderator` also what withholds a comment, null if nothing does. The caller
    adds the conditions: which comments, and what the reader sees.
    """
    comment, author = COMMENTS.c, PROFILES.c
    columns = (
        comment.id,
        comment.post_id,
        comment.content,
        comment.created_at,
        comment.edited_at,
        comment.parent_id,
        comment.parent_at,
        comment.user_id,
    )
    parents = COMMENTS.alias("parents")
    is_shown = shows_comment_on_page(reader, parents)
    parent = sa.exists().where(parents.c.id == comment.parent_id, is_shown)
    # SQLite returns a number, PostgreSQL a boolean; `comment_view` converts.
    is_parent_shown = sa.type_coerce(parent, sa.Integer)
    state: sa.ColumnElement[Any] = sa.null()
    if reader != "visitor":
        withheld = sa.select(sa.func.min(state_or_rule(WITHHELD_COMMENTS)))
        state = withheld.where(WITHHELD_COMMENTS.c.comment_id == comment.id).scalar_subquery()
    mentions = mentions_beside(COMMENT_MENTIONS, comment.id, is_member=reader != "visitor")
    joined = COMMENTS.outerjoin(PROFILES, author.id == comment.user_id)
    return sa.select(
        *columns,
        author.display_name,
        author.avatar_url,
        is_parent_shown.label("is_parent_shown"),
        state.label("state"),
        mentions.label("mentions"),
    ).select_from(joined)


def comment_view(row: Sequence[Any]) -> CommentView:
    """Converts a row of `select_comments`."""
    id, post_id, content, created_at, edited_at, parent_id, _, *author, shown, state, mentions = row
    return CommentView(
        id=id,
        post_id=post_id,
        content=content,
        created_at=created_at,
        edited_at=edited_at,
        user=author_of(*author),
        parent_id=parent_id,
        is_parent_shown=bool(shown),
        withheld=state,
        mentions=read_mentions(mentions),
    )


def _place_of(row: Sequence[Any]) -> Position:
    """Returns a comment's position in the thread; a reply's begins with that of its parent."""
    id, created_at, parent_id, parent_at = row[0], row[3], row[5], row[6]
    if parent_id is None:
        return (created_at, id, *_BEFORE_REPLIES)
    return (parent_at, parent_id, created_at, id)
