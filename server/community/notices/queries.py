"""Statements of notices, each of a comment or post for one member, and of the unread ones."""

from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.letters.tables import NotificationChoice
from server.community.notices.tables import (
    Notice,
    NotificationGroupRead,
    NotificationRead,
    PostNotice,
)
from server.community.queries.hidden_members import READER, Condition, is_visible_member
from server.community.queries.views import COMMENTS, POSTS, PROFILES, AnySelect
from server.community.queries.visibility import is_public_comment, is_public_post
from server.database.declarative import table_of

# Notices to read at most of each table; those of one post and kind become one notification.
NOTICES_MOST = 200

CHOICES = table_of(NotificationChoice)
NOTICES = table_of(Notice)
POST_NOTICES = table_of(PostNotice)
READS = table_of(NotificationRead)
GROUP_READS = table_of(NotificationGroupRead)
READ_AT = (
    sa.select(PROFILES.c.notifications_read_at).where(PROFILES.c.id == READER).scalar_subquery()
)
_SINCE = sa.bindparam("since", type_=POSTS.c.created_at.type)
# Name of the joined author: empty without a chosen name, null for one who has left.
AUTHOR_NAME = sa.case((PROFILES.c.id.is_not(None), sa.func.coalesce(PROFILES.c.display_name, "")))


def post_columns(at: sa.ColumnElement[Any]) -> tuple[sa.ColumnElement[Any], ...]:
    """Returns the columns of the post that a notification shows, and the time `at`."""
    return (POSTS.c.id, POSTS.c.title, POSTS.c.content, at)


@cache
def select_notices() -> AnySelect:
    """Selects the newest notices of comments: post, text, time, author of the comment, and kind."""
    columns = (*post_columns(NOTICES.c.at), AUTHOR_NAME, NOTICES.c.kind)
    return (
        _shown_notices(sa.select(*columns))
        .outerjoin(PROFILES, PROFILES.c.id == COMMENTS.c.user_id)
        .order_by(NOTICES.c.at.desc())
        .limit(NOTICES_MOST)
    )


@cache
def select_post_notices() -> AnySelect:
    """Selects the newest notices of posts that mention the reader.

    The columns are those of `select_notices`: post, text, time, author, and the kind "mention". The
    caller leaves them out if the reader turned mentions off.
    """
    columns = (*post_columns(POST_NOTICES.c.at), AUTHOR_NAME)
    return (
        _shown_post_notices(sa.select(*columns, sa.literal("mention")))
        .outerjoin(PROFILES, PROFILES.c.id == POSTS.c.user_id)
        .order_by(POST_NOTICES.c.at.desc())
        .limit(NOTICES_MOST)
    )


def has_unread_notice() -> Condition:
    """Returns the condition that the reader has an unread notice of a comment."""
    is_new = is_unread(NOTICES.c.at, NOTICES.c.post_id)
    return _shown_notices(sa.select(sa.literal(1))).where(is_new).exists()


def has_unread_post_notice() -> Condition:
    """Returns the condition that the reader has an unread notice of a post."""
    is_new = is_unread(POST_NOTICES.c.at, POST_NOTICES.c.post_id)
    of_posts = _shown_post_notices(sa.select(sa.literal(1)))
    return of_posts.where(is_new, ~is_off("mention")).exists()


def has_notice() -> Condition:
    """Returns the condition that the reader is notified of a comment as a reply or mention.

    Kinds that the reader turned off do not count. The caller selects from comments.
    """
    return sa.exists().where(
        NOTICES.c.member_id == READER,
        NOTICES.c.kind != "answer",
        NOTICES.c.comment_id == COMMENTS.c.id,
        ~is_off(NOTICES.c.kind),
    )


def is_off(kind: str | sa.ColumnElement[str]) -> Condition:
    """Returns the condition that the reader turned off a kind of notification."""
    return sa.exists().where(
        CHOICES.c.member_id == READER, CHOICES.c.kind == kind, CHOICES.c.channel == "off"
    )


def is_unread(at: sa.ColumnElement[Any], post_id: sa.ColumnElement[int]) -> Condition:
    """Returns the condition that an event is newer than what the reader has read.

    The last reading of all notifications makes it read, and so does that of this post.
    """
    opened = (READS.c.member_id == READER, READS.c.post_id == post_id, READS.c.read_at >= at)
    return sa.and_(_is_after_all_read(at), ~sa.exists().where(*opened))


def is_unread_in_group(at: sa.ColumnElement[Any], group: str | sa.ColumnElement[str]) -> Condition:
    """Returns the condition that an event without a post is newer than what the reader has read.

    The last reading of all notifications makes it read, and so does that of its group, such as
    `decisions` (`rules.py` has the groups).
    """
    is_own = (GROUP_READS.c.member_id == READER, GROUP_READS.c.group_name == group)
    is_read = sa.exists().where(*is_own, GROUP_READS.c.read_at >= at)
    return sa.and_(_is_after_all_read(at), ~is_read)


def _is_after_all_read(at: sa.ColumnElement[Any]) -> Condition:
    """Returns the condition that an event is newer than the last reading of all notifications."""
    return sa.or_(READ_AT.is_(None), at > READ_AT)


def _shown_notices(select: AnySelect) -> AnySelect:
    """Joins the reader's recent notices with comment and post, save those of hidden members.

    Left out are kinds that the reader turned off, and mentions in replies that notify the reader.
    """
    replies = NOTICES.alias("reply_notices")
    is_reply = sa.exists().where(
        replies.c.member_id == READER,
        replies.c.kind == "reply",
        replies.c.comment_id == NOTICES.c.comment_id,
        ~is_off("reply"),
    )
    return (
        select.select_from(NOTICES)
        .join(COMMENTS, COMMENTS.c.id == NOTICES.c.comment_id)
        .join(POSTS, POSTS.c.id == NOTICES.c.post_id)
        .where(
            NOTICES.c.member_id == READER,
            NOTICES.c.at > _SINCE,
            ~is_off(NOTICES.c.kind),
            sa.or_(NOTICES.c.kind != "mention", ~is_reply),
            is_public_comment(),
            is_public_post(),
            is_visible_member(COMMENTS.c.user_id, only_blocks=False),
            is_visible_member(POSTS.c.user_id, only_blocks=True),
            # An answer is chosen by the author of the question.
            sa.or_(
                NOTICES.c.kind != "answer", is_visible_member(POSTS.c.user_id, only_blocks=False)
            ),
        )
    )


async def export_reads(session: AsyncSession, member_id: str) -> list[dict[str, Any]]:
    """Returns until when a member read notifications, for the export.

    First of all of them, `title` being "all", then of each post, then of each group.
    """
    read_all = sa.select(
        PROFILES.c.notifications_read_at.label("created_at"), sa.literal("all").label("title")
    ).where(PROFILES.c.id == member_id, PROFILES.c.notifications_read_at.is_not(None))
    posts = sa.select(READS.c.read_at.label("created_at"), READS.c.post_id)
    groups = sa.select(
        GROUP_READS.c.read_at.label("created_at"), GROUP_READS.c.group_name.label("title")
    )
    selects = (
        read_all,
        posts.where(READS.c.member_id == member_id).order_by(READS.c.read_at),
        groups.where(GROUP_READS.c.member_id == member_id).order_by(GROUP_READS.c.read_at),
    )
    return [
        {**row._mapping, "created_at": msgspec.to_builtins(row.created_at)}
        for select in selects
        for row in await session.execute(select)
    ]


def _shown_post_notices(select: AnySelect) -> AnySelect:
    """Joins the reader's recent notices with their post, without those of hidden members.

    Mentions are included even if the reader turned them off, unlike in `_shown_notices`.
    """
    return (
        select.select_from(POST_NOTICES)
        .join(POSTS, POSTS.c.id == POST_NOTICES.c.post_id)
        .where(
            POST_NOTICES.c.member_id == READER,
            POST_NOTICES.c.at > _SINCE,
            is_public_post(),
            is_visible_member(POSTS.c.user_id, only_blocks=False),
        )
    )
