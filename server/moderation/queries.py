"""Queries of the moderation log, for the operator, the member concerned and the hosts."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.moderation.profile_parts import logged_parts
from server.moderation.rules import APPEAL_LIFE, UNDOS, Action
from server.moderation.schemas import AppealState, DecisionCount, OwnDecision, SubjectKind
from server.moderation.tables import Appeal, ModerationEntry, Report, ResetProfile, UndoneEntry

# Key in the details of an answer to an appeal if the moderator who took the decision gave it.
SAME_MODERATOR = "same_moderator"
# Action of a case that was closed without an act.
KEEP: Action = "keep"


async def latest_entries(
    session: AsyncSession, *, member_id: str | None, limit: int
) -> Sequence[ModerationEntry]:
    """Returns the newest entries of the log, those about a member if `member_id` is given.

    `member_id` may also be the pseudonym of a member who has left.
    """
    select = sa.select(ModerationEntry).order_by(ModerationEntry.id.desc()).limit(limit)
    if member_id is not None:
        is_former = ModerationEntry.former_member == member_id
        select = select.where(sa.or_(ModerationEntry.member_id == member_id, is_former))
    return (await session.scalars(select)).all()


async def last_entry_about(
    session: AsyncSession, kind: SubjectKind, subject_id: int
) -> ModerationEntry | None:
    """Returns the newest entry about a post or comment, or None."""
    select = (
        sa.select(ModerationEntry)
        .where(ModerationEntry.subject_kind == kind, ModerationEntry.subject_id == subject_id)
        .order_by(ModerationEntry.id.desc())
        .limit(1)
    )
    return (await session.scalars(select)).one_or_none()


async def highest_entry(session: AsyncSession) -> int:
    """Returns the highest id of an entry; 0 for an empty log."""
    return await session.scalar(sa.select(sa.func.max(ModerationEntry.id))) or 0


async def entries_above(session: AsyncSession, id: int) -> Sequence[ModerationEntry]:
    """Returns the entries with an id higher than this, oldest first."""
    select = sa.select(ModerationEntry).where(ModerationEntry.id > id).order_by(ModerationEntry.id)
    return (await session.scalars(select)).all()


async def entries_of_member(session: AsyncSession, member_id: str) -> list[dict[str, Any]]:
    """Returns the entries about a member for the export, without the moderator's name.

    Of a case closed without an act (`keep`) the reason is only the rule: moderators are promised
    that the member does not read their note, which may be about those who reported.
    """
    select = (
        sa.select(ModerationEntry)
        .where(ModerationEntry.member_id == member_id)
        .order_by(ModerationEntry.id)
    )
    return [
        {
            "action": row.action,
            "created_at": msgspec.to_builtins(row.created_at),
            "reason": row.details.get("rule") if row.action == KEEP else row.reason,
            "subject_kind": row.subject_kind,
            "subject_id": row.subject_id,
            "details": row.details,
        }
        for row in await session.scalars(select)
    ]


# Actions that the member concerned is shown as decisions.
DECISIONS: tuple[Action, ...] = (
    "warn",
    "hide-post",
    "hide-comment",
    "release-post",
    "release-comment",
    "remove-post",
    "remove-comment",
    "lock-comments",
    "move-post",
    "suspend",
    "sign-out",
    "reset-profile",
    "restore-profile",
    "restore-post",
    "restore-comment",
    "unlock-comments",
    "return-post",
    "withdraw-warning",
    "reinstate",
)
# Decisions whose undo shows a text again.
HIDES: tuple[Action, ...] = ("hide-post", "hide-comment")
HOLDS: tuple[Action, ...] = ("hold-post", "hold-comment")
# Answers to appeals.
ANSWERS: tuple[Action, ...] = ("uphold-decision", "reverse-decision")
# Actions that the public log counts; changes of roles are not among them.
COUNTED = (KEEP, "accept-correction", *HOLDS, *DECISIONS, *ANSWERS)
# Changes of roles and chosen answers are no decisions, but the member is notified of them too.
NOTIFIED = (
    *DECISIONS, *ANSWERS, "choose-answer", "clear-answer", "grant-role", "revoke-role",
)  # fmt: skip
# Decisions that a member can appeal against.
APPEALABLE = frozenset({"remove-post", "remove-comment", "sign-out", *UNDOS}) - {
    "release-post",
    "release-comment",
}
# Actions after which the post has no page for its author.
GONE = ("remove-post", "remove-comment")
# Listed decisions of each kind: removals, suspensions, others.
DECISIONS_MOST = 50


def is_undone() -> sa.ColumnElement[bool]:
    """Returns the condition that the action of an entry was undone."""
    return sa.exists().where(UndoneEntry.entry_id == ModerationEntry.id)


def is_shown_in_log(reader_id: str) -> sa.ColumnElement[bool]:
    """Returns the condition that the role holder `reader_id` sees an entry in the complete log.

    Not shown are cases about the reader that were closed without an act: they say that there were
    reports, and their notes may be about those who reported.
    """
    is_about_other = ModerationEntry.member_id.is_distinct_from(reader_id)
    return sa.or_(ModerationEntry.action != KEEP, is_about_other)


async def was_undone(session: AsyncSession, entry_id: int) -> bool:
    """Returns whether the action of the entry with this id was undone."""
    select = sa.select(sa.exists().where(UndoneEntry.entry_id == entry_id))
    return bool(await session.scalar(select))


async def find_entry(session: AsyncSession, id: int) -> ModerationEntry | None:
    """Returns the log entry with this id, or None."""
    return await session.get(ModerationEntry, id)


async def decisions_about(
    session: AsyncSession, member_id: str, *, now: datetime
) -> list[OwnDecision]:
    """Returns the newest decisions about a member with the state of their appeals.

    Changes of roles and all else in NOTIFIED are among them. Removals, suspensions and all others
    have a limit each: however much is removed together, the suspension with it stays in the list.
    """
    kind = sa.case(
        (ModerationEntry.action.in_(GONE), 1), (ModerationEntry.action == "suspend", 2), else_=3
    )
    place = sa.func.row_number().over(partition_by=kind, order_by=ModerationEntry.id.desc())
    placed = (
        sa.select(ModerationEntry.id, place.label("place"))
        .where(ModerationEntry.member_id == member_id, ModerationEntry.action.in_(NOTIFIED))
        .subquery()
    )
    select = (
        sa.select(ModerationEntry, Appeal.entry_id, Appeal.outcome, is_undone())
        .join(placed, placed.c.id == ModerationEntry.id)
        .outerjoin(Appeal, Appeal.entry_id == ModerationEntry.id)
        .where(placed.c.place <= DECISIONS_MOST)
        .order_by(ModerationEntry.id.desc())
    )
    rows = await session.execute(select)
    return [
        _own_decision(
            row,
            cast("AppealState", outcome or "open") if appealed else None,
            was_undone=was_undone,
            now=now,
        )
        for row, appealed, outcome, was_undone in rows
    ]


async def count_removals(session: AsyncSession, member_id: str) -> int:
    """Counts all removals of a member's posts and comments; `decisions_about` limits them."""
    select = sa.select(sa.func.count()).where(
        ModerationEntry.member_id == member_id, ModerationEntry.action.in_(GONE)
    )
    return await session.scalar(select) or 0


def _own_decision(
    row: ModerationEntry, appeal: AppealState | None, *, was_undone: bool, now: datetime
) -> OwnDecision:
    """Returns a log entry as the member concerned sees it, and whether an appeal is possible."""
    rule = row.details.get("rule")
    is_recent = now - row.created_at <= APPEAL_LIFE
    can_appeal = row.action in APPEALABLE and is_recent and not was_undone and appeal is None
    return OwnDecision(
        action=row.action,
        created_at=row.created_at,
        rule=str(rule) if rule else None,
        # For a decision without a note the reason is the rule.
        note=row.reason if row.reason and row.reason != rule else None,
        post_id=_post_of(row) if row.action != "remove-post" else None,
        id=row.id,
        appeal=appeal,
        can_appeal=can_appeal,
        by_same_moderator=SAME_MODERATOR in row.details,
        parts=logged_parts(row.details) if row.action == "reset-profile" else (),
        subject_id=row.subject_id,
        written_at=_written_at(row),
    )


def _written_at(row: ModerationEntry) -> datetime | None:
    """Returns when a removed post or comment was written; None if the entry does not say so."""
    written_at = row.details.get("written_at")
    return datetime.fromisoformat(str(written_at)) if written_at else None


def _post_of(row: ModerationEntry) -> int | None:
    """Returns the id of an entry's post, or of the post of its comment; None without a post."""
    if row.subject_kind == "post":
        return row.subject_id
    post_id = row.details.get("post_id")
    return int(post_id) if post_id is not None else None


async def export_reset_profiles(session: AsyncSession, member_id: str) -> list[dict[str, Any]]:
    """Returns what is stored of a member's reset profiles, for the export."""
    select = sa.select(ResetProfile).where(ResetProfile.member_id == member_id)
    return [
        {
            "created_at": msgspec.to_builtins(row.created_at),
            "display_name": row.display_name,
            "bio": row.bio,
            "picture": row.picture,
        }
        for row in await session.scalars(select.order_by(ResetProfile.entry_id))
    ]


async def reports_of_member(session: AsyncSession, member_id: str) -> list[dict[str, Any]]:
    """Returns the reports that the member made, for the export."""
    select = sa.select(Report).where(Report.reporter_id == member_id).order_by(Report.id)
    return [
        {
            "subject": row.subject,
            "created_at": msgspec.to_builtins(row.created_at),
            "reason": row.reason,
            "note": row.note,
            "closed_at": msgspec.to_builtins(row.closed_at),
        }
        for row in await session.scalars(select)
    ]


# Most rows of the public log; each is of a month, an action and a rule.
COUNTS_MOST = 1000


async def count_decisions(session: AsyncSession) -> list[DecisionCount]:
    """Counts the decisions by month (UTC), action and rule, newest month first, without names.

    Beyond COUNTS_MOST rows the oldest are left out.
    """
    year = sa.extract("year", ModerationEntry.created_at)
    month = sa.extract("month", ModerationEntry.created_at)
    rule = ModerationEntry.details["rule"].as_string()
    groups = (year, month, ModerationEntry.action, rule)
    select = (
        sa.select(*groups, sa.func.count())
        .where(ModerationEntry.action.in_(COUNTED))
        .group_by(*groups)
        .order_by(year.desc(), month.desc(), ModerationEntry.action, rule)
        .limit(COUNTS_MOST)
    )
    return [
        DecisionCount(int(year), int(month), action, rule, count)
        for year, month, action, rule, count in await session.execute(select)
    ]
