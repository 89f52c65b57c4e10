"""Queries of notifications, grouped by post and kind.

Only replies, mentions and chosen answers are stored as notices; all else is read from the posts,
comments, likes, reports and decisions themselves, so that writing costs nothing.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from server.accounts.profiles.rules import public_name
from server.community.notices.queries import READ_AT, select_notices, select_post_notices
from server.community.notices.rules import DECISION_GROUP, choice_of
from server.community.queries.notification_statements import (
    FOLLOWED,
    NOTIFICATIONS_MOST,
    select_answered,
    select_commented_posts,
    select_decisions,
    select_followed,
    select_group_reads,
    select_has_unread,
    select_kinds_off,
    select_likes,
    select_reads,
    select_reports,
)
from server.community.schemas import Notification, NotificationList
from server.contracts.catalogue import CULTIVARS
from server.database.readers import Reader, Source, reader_over
from server.web.viewer import Member

DAYS_SHOWN = timedelta(days=90)
# Kinds of notifications by the outcome of a report, for outcomes without an act.
REPORTS_WITHOUT_ACT = {"keep": "report-kept", None: "report-kept", "gone": "report-gone"}


class ReadState(NamedTuple):
    """Times at which the member read all notifications, opened posts, and read groups."""

    all_at: datetime | None
    posts: dict[int | None, datetime]
    groups: dict[str | None, datetime]

    def is_unread(self, one: Notification) -> bool:
        """Returns whether a notification is newer than what the member has read."""
        read_at = (self.all_at, self.posts.get(one.post_id), self.groups.get(one.group))
        return all(time is None or one.at > time for time in read_at)


async def has_unread(source: Source, member: Member, *, now: datetime) -> bool:
    """Returns whether an unread notification of the last DAYS_SHOWN sets the mark in the header.

    Likes and new posts of what the member follows do not count, nor kinds that are turned off.
    """
    values = {"reader": member.id, "since": now - DAYS_SHOWN}
    reader = reader_over(source)
    found = await reader.rows_if_there(select_has_unread(), values)
    if found is None:
        found = await reader.rows(select_has_unread(has_comments=False), values)
    return bool(found[0][0])


async def list_notifications(source: Source, member: Member, *, now: datetime) -> NotificationList:
    """Returns the notifications of the last DAYS_SHOWN, one for each post and kind, newest first.

    At most NOTIFICATIONS_MOST, without the kinds that the member turned off.
    """
    found = await list_all_since(source, member, since=now - DAYS_SHOWN)
    state = await _read_state(reader_over(source), member)
    shown = tuple(
        msgspec.structs.replace(one, is_unread=state.is_unread(one))
        for one in found[:NOTIFICATIONS_MOST]
    )
    # The mark may also come from one that the list is too short for.
    is_any = any(one.is_unread for one in shown) or await has_unread(source, member, now=now)
    return NotificationList(notifications=shown, has_unread=is_any)


async def list_all_since(source: Source, member: Member, *, since: datetime) -> list[Notification]:
    """Returns the notifications after a time, one for each post and kind, newest first.

    The statement of each kind limits their number. Without the kinds that the member turned off;
    `is_unread` is true for all, as it is not looked up here.
    """
    reader = reader_over(source)
    off = {kind for [kind] in await reader.rows(select_kinds_off(), {"reader": member.id})}
    values = {"reader": member.id, "since": since}
    found = [one for one in await _read_all(reader, values) if choice_of(one.kind) not in off]
    return sorted(_without_repeats(found), key=lambda one: one.at, reverse=True)


def _without_repeats(found: Sequence[Notification]) -> list[Notification]:
    """Leaves out notifications of a follow about a post that also mentions the member."""
    mentioning = {one.post_id for one in found if one.kind == "mention"}
    return [
        one for one in found if choice_of(one.kind) != "follow" or one.post_id not in mentioning
    ]


async def _read_state(reader: Reader, member: Member) -> ReadState:
    """Reads when the member has read all notifications, single posts and groups."""
    values = {"reader": member.id}
    [[all_at]] = await reader.rows(sa.select(READ_AT), values)
    posts = await reader.rows(select_reads(), values)
    groups = await reader.rows(select_group_reads(), values)
    return ReadState(
        all_at,
        {post_id: read_at for post_id, read_at in posts},
        {group: read_at for group, read_at in groups},
    )


async def _read_all(reader: Reader, values: dict[str, object]) -> list[Notification]:
    """Reads the notifications of all kinds, unordered, with one statement for each kind.

    Without those of comments or likes while their table is missing.
    """
    comments = await reader.rows_if_there(select_commented_posts(), values) or ()
    likes = await reader.rows_if_there(select_likes(), values) or ()
    answered = await reader.rows_if_there(select_answered(), values) or ()
    of_comments = await reader.rows_if_there(select_notices(), values) or ()
    notices = [(row, False) for row in of_comments]
    notices += [(row, True) for row in await reader.rows(select_post_notices(), values)]
    reports = await reader.rows(select_reports(), values)
    decisions = await reader.rows(select_decisions(), values)
    followed = [
        (kind, row) for kind in FOLLOWED for row in await reader.rows(select_followed(kind), values)
    ]
    return [
        *(_from_row("comment", row) for row in comments),
        *(_from_row("like", row) for row in likes),
        *(_from_row("question", row) for row in answered),
        *_grouped(notices),
        *_followed(followed),
        *(_outcome(row) for row in reports),
        *(_decision(kind, at, group=DECISION_GROUP) for kind, at in decisions),
    ]


def _from_row(kind: str, row: Sequence[Any], *, is_of_post: bool = False) -> Notification:
    """Converts a row about a post to a notification, unread at first.

    `is_of_post`: the post itself is new to the member; otherwise the link leads to its comments.
    """
    post_id, title, content, at, count, name = row
    return Notification(
        kind=kind,
        at=at,
        is_unread=True,
        post_id=post_id,
        text=title or content,
        count=count,
        name=public_name(name) if kind != "like" and name is not None else None,
        is_of_post=is_of_post,
    )


def _grouped(rows: Iterable[tuple[Sequence[Any], bool]]) -> Iterable[Notification]:
    """Groups notices by kind and post, with their number; the group shows its newest notice.

    The flag of a row says whether the notice is of the post itself, not of a comment.
    """
    groups: dict[tuple[str, int], Notification] = {}
    for (*post, name, kind), is_of_post in sorted(rows, key=lambda one: one[0][3], reverse=True):
        one = _from_row(kind, (*post, 1, name), is_of_post=is_of_post)
        first = groups.setdefault((kind, post[0]), one)
        if first is not one:
            counted = msgspec.structs.replace(first, count=first.count + 1)
            groups[kind, post[0]] = counted
    return groups.values()


def _followed(rows: Iterable[tuple[str, Sequence[Any]]]) -> Iterable[Notification]:
    """Converts rows of followed posts; a post that several follows find appears once."""
    found: dict[int, Notification] = {}
    for kind, row in rows:
        found.setdefault(row[0], _from_row(f"follow-{kind}", row, is_of_post=True))
    return found.values()


def _outcome(row: Sequence[Any]) -> Notification:
    """Returns the notification of the decision on a report of the member."""
    outcome, at, group = row
    kind, _, id = group.partition(":")
    record = CULTIVARS.get(id) if kind == "cultivar" else None
    if record is None:
        return _decision(REPORTS_WITHOUT_ACT.get(outcome, "report-acted"), at, group=group)
    return Notification(
        kind="correction-accepted" if outcome == "accept" else "correction-kept",
        at=at,
        is_unread=True,
        post_id=None,
        text=record.name_ja,
        count=1,
        name=record.name_en,
        cultivar=id,
        group=group,
    )


def _decision(kind: str, at: datetime, *, group: str) -> Notification:
    """Returns the notification of a moderator's decision on the member, or on a report of theirs.

    It has no post and no other member.
    """
    return Notification(
        kind=kind, at=at, is_unread=True, post_id=None, text="", count=1, name=None, group=group
    )
