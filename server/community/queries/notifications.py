"""Queries of notifications: comments and likes on a member's posts, and moderators' decisions.

They are read from the posts, comments, likes and decisions themselves, so writing costs nothing.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import sqlalchemy as sa

from server.accounts.profiles.rules import public_name
from server.community.letters.tables import NotificationChoice
from server.community.queries.views import COMMENTS, LIKES, POSTS, PROFILES, READER, AnySelect
from server.community.queries.visibility import (
    hides_nobody,
    is_public_comment,
    is_public_post,
)
from server.community.schemas import Notification, NotificationList
from server.database.declarative import table_of
from server.database.readers import Source, reader_over
from server.moderation.queries import DECISIONS
from server.moderation.tables import ModerationEntry
from server.web.viewer import Member

DAYS_SHOWN = timedelta(days=90)
NOTIFICATIONS_MOST = 50

ENTRIES = table_of(ModerationEntry)
CHOICES = table_of(NotificationChoice)
# Without IN: the reader of rows takes no lists.
_IS_DECISION = sa.or_(*(ENTRIES.c.action == action for action in DECISIONS))
_SINCE = sa.bindparam("since", type_=POSTS.c.created_at.type)
_READ_AT = (
    sa.select(PROFILES.c.notifications_read_at).where(PROFILES.c.id == READER).scalar_subquery()
)


async def has_unread(source: Source, member: Member) -> bool:
    """Returns whether a comment or decision is unread; likes alone do not count.

    Kinds that the member turned off do not count either.
    """
    [[has_any]] = await reader_over(source).rows(_has_unread(), {"reader": member.id})
    return bool(has_any)


async def list_notifications(source: Source, member: Member, *, now: datetime) -> NotificationList:
    """Returns notifications of the last days by post and kind, newest first."""
    reader = reader_over(source)
    values = {"reader": member.id, "since": now - DAYS_SHOWN}
    comments = await reader.rows(_comments(), values)
    likes = await reader.rows(_likes(), values)
    decisions = await reader.rows(_decisions(), values)
    off = {kind for [kind] in await reader.rows(_kinds_off(), {"reader": member.id})}
    [[read_at]] = await reader.rows(sa.select(_READ_AT), {"reader": member.id})
    found = [
        *(_on_post("comment", row, read_at) for row in comments if "comment" not in off),
        *(_on_post("like", row, read_at) for row in likes if "like" not in off),
        *(_decision(row, read_at) for row in decisions),
    ]
    found.sort(key=lambda one: one.at, reverse=True)
    return NotificationList(
        notifications=tuple(found[:NOTIFICATIONS_MOST]),
        has_unread=any(one.is_unread for one in found),
    )


def _on_post(kind: str, row: Sequence[Any], read_at: datetime | None) -> Notification:
    post_id, title, content, at, count, name = row
    return Notification(
        kind=kind,
        at=at,
        is_unread=read_at is None or at > read_at,
        post_id=post_id,
        text=title or content,
        count=count,
        name=public_name(name) if kind == "comment" and name else None,
    )


def _decision(row: Sequence[Any], read_at: datetime | None) -> Notification:
    action, at = row
    return Notification(
        kind=action,
        at=at,
        is_unread=read_at is None or at > read_at,
        post_id=None,
        text="",
        count=1,
        name=None,
    )


@cache
def _has_unread() -> AnySelect:
    comment = (
        sa.exists()
        .where(POSTS.c.user_id == READER, COMMENTS.c.post_id == POSTS.c.id, *_of_others(COMMENTS))
        .where(_is_unread(COMMENTS.c.created_at), ~_is_off("comment"))
        .where(is_public_comment(), is_public_post())
    )
    decision = sa.exists().where(
        ENTRIES.c.member_id == READER,
        _IS_DECISION,
        _is_unread(ENTRIES.c.created_at),
    )
    return sa.select(sa.or_(comment, decision))


def _is_off(kind: str) -> sa.ColumnElement[bool]:
    return sa.exists().where(
        CHOICES.c.member_id == READER, CHOICES.c.kind == kind, CHOICES.c.channel == "off"
    )


@cache
def _kinds_off() -> AnySelect:
    return sa.select(CHOICES.c.kind).where(
        CHOICES.c.member_id == READER, CHOICES.c.channel == "off"
    )


def _is_unread(at: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    return sa.or_(_READ_AT.is_(None), at > _READ_AT)


def _of_others(table: sa.Table) -> tuple[sa.ColumnElement[bool], ...]:
    """Excludes the member's own, and those of members whom the reader hides."""
    return (
        table.c.user_id.is_distinct_from(READER),
        hides_nobody(table.c.user_id, only_blocks=False),
    )


@cache
def _comments() -> AnySelect:
    """Selects post, its text, the newest comment's time, the number, and the newest author."""
    newest = sa.func.max(COMMENTS.c.created_at)
    groups = (
        sa.select(
            COMMENTS.c.post_id,
            newest.label("at"),
            sa.func.count().label("number"),
            sa.func.max(COMMENTS.c.id).label("newest_id"),
        )
        .join(POSTS, POSTS.c.id == COMMENTS.c.post_id)
        .where(POSTS.c.user_id == READER, COMMENTS.c.created_at > _SINCE, *_of_others(COMMENTS))
        .where(is_public_comment(), is_public_post())
        .group_by(COMMENTS.c.post_id)
        .order_by(newest.desc())
        .limit(NOTIFICATIONS_MOST)
        .subquery()
    )
    last = COMMENTS.alias("last_comments")
    return (
        sa.select(
            POSTS.c.id,
            POSTS.c.title,
            POSTS.c.content,
            groups.c.at,
            groups.c.number,
            PROFILES.c.display_name,
        )
        .join(groups, groups.c.post_id == POSTS.c.id)
        .join(last, last.c.id == groups.c.newest_id)
        .outerjoin(PROFILES, PROFILES.c.id == last.c.user_id)
    )


@cache
def _likes() -> AnySelect:
    newest = sa.func.max(LIKES.c.created_at)
    groups = (
        sa.select(LIKES.c.post_id, newest.label("at"), sa.func.count().label("number"))
        .join(POSTS, POSTS.c.id == LIKES.c.post_id)
        .where(POSTS.c.user_id == READER, LIKES.c.created_at > _SINCE, *_of_others(LIKES))
        .where(is_public_post())
        .group_by(LIKES.c.post_id)
        .order_by(newest.desc())
        .limit(NOTIFICATIONS_MOST)
        .subquery()
    )
    return sa.select(
        POSTS.c.id, POSTS.c.title, POSTS.c.content, groups.c.at, groups.c.number, sa.null()
    ).join(groups, groups.c.post_id == POSTS.c.id)


@cache
def _decisions() -> AnySelect:
    return (
        sa.select(ENTRIES.c.action, ENTRIES.c.created_at)
        .where(
            ENTRIES.c.member_id == READER,
            ENTRIES.c.created_at > _SINCE,
            _IS_DECISION,
        )
        .order_by(ENTRIES.c.id.desc())
        .limit(NOTIFICATIONS_MOST)
    )
