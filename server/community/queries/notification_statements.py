"""Statements of notifications: what happened on own posts, to the member, and about their follows.

Each reads along an index from the member, and a bounded number of rows. None uses IN: `Reader.rows`
takes no lists.
"""

from functools import cache

import sqlalchemy as sa

from server.community.notices.queries import (
    AUTHOR_NAME,
    CHOICES,
    GROUP_READS,
    READS,
    has_notice,
    has_unread_notice,
    has_unread_post_notice,
    is_off,
    is_unread,
    is_unread_in_group,
    post_columns,
)
from server.community.notices.rules import DECISION_GROUP, RECORD_PREFIX, REPORT_GROUP
from server.community.queries.hidden_members import READER, Condition, is_visible_member
from server.community.queries.views import COMMENTS, LIKES, POSTS, PROFILES, AnySelect
from server.community.queries.visibility import (
    FOLLOWS,
    is_public_comment,
    is_public_post,
    shows_post,
)
from server.database.declarative import table_of
from server.moderation.queries import NOTIFIED
from server.moderation.tables import ModerationEntry, Report

NOTIFICATIONS_MOST = 50
# Column of a post that a follow of this kind names.
FOLLOWED = {
    "member": POSTS.c.user_id,
    "cultivar": POSTS.c.tea_variety,
    "prefecture": POSTS.c.prefecture,
    "tea-type": POSTS.c.tea_type,
}

ENTRIES = table_of(ModerationEntry)
REPORTS = table_of(Report)
# Group in which the result of a report is marked as read.
_GROUP_OF_REPORT = sa.case(
    (REPORTS.c.subject.startswith(RECORD_PREFIX), REPORTS.c.subject), else_=sa.literal(REPORT_GROUP)
)
_IS_DECISION = sa.or_(*(ENTRIES.c.action == action for action in NOTIFIED))
# Only what is later is selected: the caller passes the time 90 days ago, or a week before a letter.
_SINCE = sa.bindparam("since", type_=POSTS.c.created_at.type)
_HIDDEN_POSTS = ("members", "words", "categories")


@cache
def select_reads() -> AnySelect:
    """Selects the posts that the reader has opened, and when."""
    return sa.select(READS.c.post_id, READS.c.read_at).where(READS.c.member_id == READER)


@cache
def select_group_reads() -> AnySelect:
    """Selects the groups of notifications that the reader has read, and when."""
    read = (GROUP_READS.c.group_name, GROUP_READS.c.read_at)
    return sa.select(*read).where(GROUP_READS.c.member_id == READER)


@cache
def select_kinds_off() -> AnySelect:
    """Selects the kinds of notifications that the reader turned off."""
    off = (CHOICES.c.member_id == READER, CHOICES.c.channel == "off")
    return sa.select(CHOICES.c.kind).where(*off)


@cache
def select_has_unread(*, has_comments: bool = True) -> AnySelect:
    """Selects whether an unread notification sets the mark in the header.

    Likes and new posts of what the reader follows do not count, nor kinds that are turned off.
    Without `has_comments` the table of comments is not read.
    """
    unread_result = is_unread_in_group(REPORTS.c.closed_at, _GROUP_OF_REPORT)
    report = sa.exists().where(*_closed_report(), unread_result, ~is_off("report"))
    unread_decision = is_unread_in_group(ENTRIES.c.created_at, DECISION_GROUP)
    decision = sa.exists().where(*_decision_on_reader(), unread_decision)
    of_comments = _unread_comments() if has_comments else ()
    return sa.select(sa.or_(*of_comments, has_unread_post_notice(), report, decision))


def _unread_comments() -> tuple[Condition, ...]:
    """Returns conditions that the reader has an unread notification of a comment, by kind."""
    unread_comment = is_unread(COMMENTS.c.created_at, COMMENTS.c.post_id)
    own_post = COMMENTS.c.post_id == POSTS.c.id
    comment = sa.exists().where(
        own_post, *_comment_on_own_post(), unread_comment, ~is_off("comment")
    )
    answered = (
        sa.select(sa.literal(1))
        .select_from(FOLLOWS)
        .where(*_is_follow("question"), ~is_off("question"), _new_comment(unread_comment).exists())
        .exists()
    )
    return (comment, has_unread_notice(), answered)


@cache
def select_commented_posts() -> AnySelect:
    """Selects the reader's posts on which others commented since `_SINCE`.

    Replies and mentions, which have notices, do not count. Each row has the post,
    the time of the newest comment, their number, and the name of the newest author.
    """
    newest = sa.func.max(COMMENTS.c.created_at)
    groups = (
        sa.select(
            COMMENTS.c.post_id,
            newest.label("at"),
            sa.func.count().label("number"),
            sa.func.max(COMMENTS.c.id).label("newest_id"),
        )
        .join(POSTS, POSTS.c.id == COMMENTS.c.post_id)
        .where(*_comment_on_own_post())
        .group_by(COMMENTS.c.post_id)
        .order_by(newest.desc())
        .limit(NOTIFICATIONS_MOST)
        .subquery()
    )
    last = COMMENTS.alias("last_comments")
    return (
        sa.select(*post_columns(groups.c.at), groups.c.number, AUTHOR_NAME)
        .join(groups, groups.c.post_id == POSTS.c.id)
        .join(last, last.c.id == groups.c.newest_id)
        .outerjoin(PROFILES, PROFILES.c.id == last.c.user_id)
    )


@cache
def select_likes() -> AnySelect:
    """Selects the reader's posts liked since `_SINCE`, time of the newest like, and the number."""
    newest = sa.func.max(LIKES.c.created_at)
    groups = (
        sa.select(LIKES.c.post_id, newest.label("at"), sa.func.count().label("number"))
        .join(POSTS, POSTS.c.id == LIKES.c.post_id)
        .where(POSTS.c.user_id == READER, LIKES.c.created_at > _SINCE)
        .where(*_of_others(LIKES), is_public_post())
        .group_by(LIKES.c.post_id)
        .order_by(newest.desc())
        .limit(NOTIFICATIONS_MOST)
        .subquery()
    )
    return sa.select(*post_columns(groups.c.at), groups.c.number, sa.null()).join(
        groups, groups.c.post_id == POSTS.c.id
    )


@cache
def select_answered() -> AnySelect:
    """Selects followed questions with time and author of the newest comment since the follow."""
    newest = _new_comment().order_by(COMMENTS.c.created_at.desc(), COMMENTS.c.id.desc()).limit(1)
    follows = sa.select(newest.scalar_subquery().label("newest")).where(*_is_follow("question"))
    found = follows.subquery("newest_comments")
    last = COMMENTS.alias("last_comments")
    return (
        sa.select(*post_columns(last.c.created_at), sa.literal(1), AUTHOR_NAME)
        .select_from(found)
        .join(last, last.c.id == found.c.newest)
        .join(POSTS, POSTS.c.id == last.c.post_id)
        .outerjoin(PROFILES, PROFILES.c.id == last.c.user_id)
        .order_by(last.c.created_at.desc())
        .limit(NOTIFICATIONS_MOST)
    )


@cache
def select_followed(kind: str) -> AnySelect:
    """Selects for each followed subject of this kind the newest post about it since the follow.

    For a followed member it is the newest post that the member wrote.
    """
    newest = (
        sa.select(POSTS.c.id)
        .where(
            FOLLOWED[kind] == FOLLOWS.c.value,
            POSTS.c.created_at > _SINCE,
            POSTS.c.created_at > FOLLOWS.c.created_at,
            POSTS.c.user_id.is_distinct_from(READER),
            *shows_post(_HIDDEN_POSTS),
        )
        .order_by(POSTS.c.created_at.desc(), POSTS.c.id.desc())
        .limit(1)
        .correlate(FOLLOWS)
        .scalar_subquery()
    )
    follows = sa.select(newest.label("newest")).where(*_is_follow(kind))
    found = follows.subquery("newest_posts")
    return (
        sa.select(*post_columns(POSTS.c.created_at), sa.literal(1), AUTHOR_NAME)
        .select_from(found)
        .join(POSTS, POSTS.c.id == found.c.newest)
        .outerjoin(PROFILES, PROFILES.c.id == POSTS.c.user_id)
        .order_by(POSTS.c.created_at.desc())
        .limit(NOTIFICATIONS_MOST)
    )


@cache
def select_reports() -> AnySelect:
    """Selects the decisions on the reader's reports with their group, newest first."""
    return (
        sa.select(REPORTS.c.outcome, REPORTS.c.closed_at, _GROUP_OF_REPORT)
        .where(*_closed_report())
        .order_by(REPORTS.c.closed_at.desc())
        .limit(NOTIFICATIONS_MOST)
    )


@cache
def select_decisions() -> AnySelect:
    """Selects the moderators' decisions on the reader, newest first."""
    return (
        sa.select(ENTRIES.c.action, ENTRIES.c.created_at)
        .where(*_decision_on_reader())
        .order_by(ENTRIES.c.id.desc())
        .limit(NOTIFICATIONS_MOST)
    )


def _is_follow(kind: str) -> tuple[Condition, ...]:
    """Returns the conditions of the reader's follows of this kind."""
    return (FOLLOWS.c.member_id == READER, FOLLOWS.c.kind == kind)


def _new_comment(*conditions: Condition) -> AnySelect:
    """Selects the ids of comments on a followed public question that fit the conditions.

    Left out are the reader's own comments, those that notify the reader as comments on an own post,
    replies or mentions, and questions of members across a block.
    """
    # Other kinds of follows are no numbers, and PostgreSQL may convert before it filters.
    is_question = FOLLOWS.c.kind == "question"
    post_id = sa.case((is_question, sa.cast(FOLLOWS.c.value, COMMENTS.c.post_id.type)))
    return (
        sa.select(COMMENTS.c.id)
        .join(POSTS, POSTS.c.id == COMMENTS.c.post_id)
        .where(
            COMMENTS.c.post_id == post_id,
            COMMENTS.c.created_at > FOLLOWS.c.created_at,
            COMMENTS.c.created_at > _SINCE,
            is_public_post(),
            is_visible_member(POSTS.c.user_id, only_blocks=True),
            sa.or_(POSTS.c.user_id.is_distinct_from(READER), is_off("comment")),
            ~has_notice(),
            *_comment_of_others(),
            *conditions,
        )
        .correlate(FOLLOWS)
    )


def _comment_on_own_post() -> tuple[Condition, ...]:
    """Returns the conditions of new comments by others on public posts of the reader.

    Left out are those that notify the reader as a reply or mention. The caller joins comments with
    posts.
    """
    is_shown = (POSTS.c.user_id == READER, COMMENTS.c.created_at > _SINCE, is_public_post())
    return (*is_shown, ~has_notice(), *_comment_of_others())


def _closed_report() -> tuple[Condition, ...]:
    """Returns the conditions of the reader's reports that were decided since `since`."""
    return (REPORTS.c.reporter_id == READER, REPORTS.c.closed_at > _SINCE)


def _decision_on_reader() -> tuple[Condition, ...]:
    """Returns the conditions of decisions of moderators on the reader since `since`."""
    return (ENTRIES.c.member_id == READER, ENTRIES.c.created_at > _SINCE, _IS_DECISION)


def _comment_of_others() -> tuple[Condition, ...]:
    """Returns the conditions of public comments by others whom the reader does not hide."""
    return (*_of_others(COMMENTS), is_public_comment())


def _of_others(table: sa.Table) -> tuple[Condition, ...]:
    """Returns the conditions of rows by other members whom the reader does not hide."""
    return (
        table.c.user_id.is_distinct_from(READER),
        is_visible_member(table.c.user_id, only_blocks=False),
    )
