"""Queries of the complete moderation log for role holders, and of what in it can be undone."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from server.accounts.profiles.rules import public_name
from server.accounts.profiles.tables import Profile
from server.accounts.sessions.tables import Account, SuspendedIdentity
from server.community.queries.missing_data import read_with_comments_if_there
from server.community.queries.role_holders import RoleHolders, read_role_holders
from server.community.queries.things import things_of_entries
from server.community.tables import Comment, MovedPost, Post, WithheldComment, WithheldPost
from server.moderation.log_filter.queries import LogFilter, log_conditions
from server.moderation.log_schemas import LogDetails, LogEntry, LogPage
from server.moderation.profile_parts import logged_parts
from server.moderation.queries import HIDES, decisions_about, is_shown_in_log, is_undone
from server.moderation.schemas import OwnDecision
from server.moderation.tables import ModerationEntry, ResetProfile
from server.web.viewer import Member

ENTRIES_MOST = 50
# Actions of which the newest about a subject takes the place of the earlier ones.
REPLACING = ("suspend", "move-post")
ACTS_MOST = 20
# Entries in effect that one statement reads, and most statements for one list.
EFFECTIVE_MOST = 100
EFFECTIVE_READS_MOST = 10
# Details of an entry that the log shows as they are stored.
LOGGED = ("role", "until", "before", "category", "word", "edition")


async def list_entries(
    session: AsyncSession, wanted: LogFilter, *, reader: Member, now: datetime
) -> LogPage:
    """Returns a page of entries that fit the filter, newest first; empty for a malformed filter.

    An undo is offered to a reader with the rank for it, but not for entries about comments while
    comments cannot be read. Entries about the reader offer none, and do not name their maker.
    """
    conditions = log_conditions(wanted, reader_id=reader.id)
    if conditions is None:
        return LogPage((), None)
    rows = await read_with_comments_if_there(
        session,
        lambda has_comments: _log_rows(
            session,
            (is_shown_in_log(reader.id), *conditions),
            can_be_undone(now, has_comments=has_comments),
        ),
    )
    shown = rows[:ENTRIES_MOST]
    role_holders = await read_role_holders(session, reader, now=now)
    rows_by_id = {row.id: row for row, *_ in shown}
    entries = [_seen_by(role_holders, row[0], _entry(*row)) for row in shown]
    hidden = [rows_by_id[one.id] for one in entries if one.can_undo and one.action in HIDES]
    things = await things_of_entries(session, hidden)
    entries = [replace(one, thing=things.get(one.id)) for one in entries]
    entries = await _unlink_gone_posts(session, entries)
    return LogPage(tuple(entries), entries[-1].id if len(rows) > ENTRIES_MOST else None)


async def _log_rows(
    session: AsyncSession,
    conditions: Iterable[sa.ColumnElement[bool]],
    can_undo: sa.ColumnElement[bool],
) -> Sequence[sa.Row[*tuple[Any, ...]]]:
    """Reads the arguments of `_entry`, the newest entry first, for one more than ENTRIES_MOST."""
    maker, member = aliased(Profile), aliased(Profile)
    select = (
        sa.select(ModerationEntry, maker.display_name, maker.id, member.display_name, can_undo)
        .outerjoin(maker, maker.id == ModerationEntry.made_by)
        .outerjoin(member, member.id == ModerationEntry.member_id)
        .where(*conditions)
        .order_by(ModerationEntry.id.desc())
        .limit(ENTRIES_MOST + 1)
    )
    return (await session.execute(select)).all()


def _seen_by(role_holders: RoleHolders, row: ModerationEntry, entry: LogEntry) -> LogEntry:
    """Returns a log entry with an undo by rank; one about the reader has neither undo nor maker."""
    if row.member_id == role_holders.reader.id:
        return replace(entry, made_by=None, made_by_name=None, can_undo=False)
    return replace(entry, can_undo=entry.can_undo and role_holders.has_rank(row))


async def _unlink_gone_posts(session: AsyncSession, entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Returns the entries with `post_id` None where the post does not exist any more."""
    existing = await _existing_posts(session, [entry.post_id for entry in entries])
    return [one if one.post_id in existing else replace(one, post_id=None) for one in entries]


async def own_decisions(
    session: AsyncSession, member_id: str, *, now: datetime
) -> list[OwnDecision]:
    """Returns the newest decisions about a member.

    That on a removed comment has `post_id` only while the post exists.
    """
    decisions = await decisions_about(session, member_id, now=now)
    named = [one.post_id for one in decisions if one.action == "remove-comment"]
    gone = {*named} - await _existing_posts(session, named)
    return [replace(one, post_id=None) if one.post_id in gone else one for one in decisions]


async def _existing_posts(session: AsyncSession, ids: Iterable[int | None]) -> set[int | None]:
    """Returns those of the ids whose post exists."""
    select = sa.select(Post.id).where(Post.id.in_({id for id in ids if id is not None}))
    return set(await session.scalars(select))


def _entry(
    row: ModerationEntry,
    made_by_name: str | None,
    made_by_id: str | None,
    name: str | None,
    can_undo: bool,
) -> LogEntry:
    """Returns a log entry as role holders read it; a reason that repeats the rule is left out."""
    rule, post_id = row.details.get("rule"), row.details.get("post_id")
    number = row.subject_id or row.member_id or row.details.get("cultivar")
    return LogEntry(
        id=row.id,
        created_at=row.created_at,
        action=row.action,
        made_by=row.made_by,
        made_by_name=public_name(made_by_name) if made_by_id else None,
        subject=f"{row.subject_kind}:{number}" if number else row.subject_kind,
        post_id=_number(row.subject_id if row.subject_kind == "post" else post_id),
        member_id=row.member_id,
        member_name=public_name(name) if row.member_id else None,
        rule=str(rule) if rule else None,
        note=row.reason if row.reason and row.reason != rule else None,
        former_member=row.former_member,
        can_undo=can_undo,
        details=_details(row),
    )


def _details(row: ModerationEntry) -> LogDetails | None:
    """Returns what exactly an entry decided; None for an action without details."""
    texts = {name: _text(row.details.get(name)) for name in LOGGED}
    parts = logged_parts(row.details) if row.action == "reset-profile" else ()
    has_any = parts or any(texts.values()) or row.action == "suspend"
    return LogDetails(**texts, parts=parts) if has_any else None


def _text(value: Any) -> str | None:
    """Converts a stored value to text; None stays None."""
    return str(value) if value is not None else None


def _number(value: Any) -> int | None:
    """Converts a stored value to a number; None stays None."""
    return int(value) if value is not None else None


async def undoable_entries(
    session: AsyncSession,
    *,
    now: datetime,
    role_holders: RoleHolders | None = None,
    has_comments: bool = True,
) -> Sequence[ModerationEntry]:
    """Returns the newest entries whose action can be undone and was not, at most ACTS_MOST.

    With `role_holders`, those which their reader may undo; without `has_comments`, none about a
    comment.

    Entries in effect are read first, EFFECTIVE_MOST at a time: what has replaced an entry is found
    by a scan of the log, so it is not searched for entries that have no effect any more.
    """
    found: list[ModerationEntry] = []
    is_in_effect = _is_in_effect(now, has_comments=has_comments)
    before: int | None = None
    for _ in range(EFFECTIVE_READS_MOST):
        ids = await _ids_in_effect(session, is_in_effect, before=before)
        current = sa.select(ModerationEntry).where(ModerationEntry.id.in_(ids), _is_not_replaced())
        newest = await session.scalars(current.order_by(ModerationEntry.id.desc()))
        found += [one for one in newest if role_holders is None or role_holders.has_rank(one)]
        if len(found) >= ACTS_MOST or len(ids) < EFFECTIVE_MOST:
            break
        before = ids[-1]
    return found[:ACTS_MOST]


async def _ids_in_effect(
    session: AsyncSession, is_in_effect: sa.ColumnElement[bool], *, before: int | None
) -> Sequence[int]:
    """Returns the ids of the newest entries in effect, at most EFFECTIVE_MOST, newest first.

    With `before`, only those of older entries than this one. An entry in effect may be replaced.
    """
    select = sa.select(ModerationEntry.id).where(~is_undone(), is_in_effect)
    if before is not None:
        select = select.where(ModerationEntry.id < before)
    newest = select.order_by(ModerationEntry.id.desc()).limit(EFFECTIVE_MOST)
    return (await session.scalars(newest)).all()


def can_be_undone(now: datetime, *, has_comments: bool) -> sa.ColumnElement[bool]:
    """Returns the condition that the action of an entry can be undone and was not.

    That is while it has an effect, and for a suspension or a move until a later one replaced it.
    Without `has_comments`, nothing about a comment can be undone.
    """
    is_in_effect = _is_in_effect(now, has_comments=has_comments)
    return sa.and_(~is_undone(), is_in_effect, _is_not_replaced())


def _is_in_effect(now: datetime, *, has_comments: bool) -> sa.ColumnElement[bool]:
    """Returns the condition that an entry is of an act whose effect its undo can still end.

    A post or comment exists and is still hidden, locked, moved or published; what a reset profile
    had is still stored; a suspension is not over. A warning always counts.
    Without `has_comments`, no act on a comment counts, and the table of comments is not read.
    """
    number = ModerationEntry.subject_id
    of_post, of_comment = WithheldPost.post_id == number, WithheldComment.comment_id == number
    is_held_post = sa.exists().where(of_post, WithheldPost.state == "held")
    is_held_comment = sa.exists().where(of_comment, WithheldComment.state == "held")
    effects = {
        "hide-post": sa.exists().where(of_post, WithheldPost.state == "hidden"),
        "hide-comment": sa.exists().where(of_comment, WithheldComment.state == "hidden"),
        "lock-comments": sa.exists().where(Post.id == number, Post.comments_locked_at.is_not(None)),
        "move-post": sa.exists().where(MovedPost.post_id == number),
        "release-post": sa.exists().where(Post.id == number, ~is_held_post),
        "reset-profile": sa.exists().where(ResetProfile.entry_id == ModerationEntry.id),
        "suspend": _is_suspended(now),
        "warn": sa.true(),
    }
    if has_comments:
        effects["release-comment"] = sa.exists().where(Comment.id == number, ~is_held_comment)
    action = ModerationEntry.action
    has_effect = sa.or_(*((action == name) & effect for name, effect in effects.items()))
    return has_effect if has_comments else has_effect & is_without_comment()


def is_without_comment() -> sa.ColumnElement[bool]:
    """Returns the condition that an entry is not about a comment."""
    return ModerationEntry.subject_kind != "comment"


def _is_suspended(now: datetime) -> sa.ColumnElement[bool]:
    """Returns the condition that a suspension of an entry's member is in force at `now`.

    Also of a member who has left.
    """
    return sa.or_(
        sa.exists().where(
            Account.id == ModerationEntry.member_id,
            Account.suspended_at.is_not(None),
            sa.or_(Account.suspended_until.is_(None), Account.suspended_until > now),
        ),
        sa.exists().where(
            SuspendedIdentity.former_member == ModerationEntry.former_member,
            sa.or_(
                SuspendedIdentity.suspended_until.is_(None), SuspendedIdentity.suspended_until > now
            ),
        ),
    )


async def was_replaced(session: AsyncSession, entry_id: int) -> bool:
    """Returns whether a later suspension or move has replaced that of the entry with this id."""
    select = sa.select(ModerationEntry.id).where(
        ModerationEntry.id == entry_id, ~_is_not_replaced()
    )
    return await session.scalar(select) is not None


def _is_not_replaced() -> sa.ColumnElement[bool]:
    """Returns the condition that no later entry has replaced the suspension or move of an entry.

    A post is known by its id, a member by the id, or by the pseudonym after leaving. With one
    condition for all three, PostgreSQL scans the log for each entry.
    """
    return sa.and_(
        ~_has_later(REPLACING, "subject_id"),
        ~_has_later(("suspend",), "member_id"),
        ~_has_later(("suspend",), "former_member"),
    )


def _has_later(actions: Sequence[str], column: str) -> sa.ColumnElement[bool]:
    """Returns the condition that a later entry has the same action (of `actions`) and `column`."""
    later = aliased(ModerationEntry)
    return sa.exists().where(
        later.action == ModerationEntry.action,
        later.action.in_(actions),
        getattr(later, column) == getattr(ModerationEntry, column),
        later.id > ModerationEntry.id,
    )
