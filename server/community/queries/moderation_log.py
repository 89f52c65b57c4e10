"""Query of the complete moderation log, for role holders."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from server.accounts.profiles.rules import public_name
from server.accounts.profiles.tables import Profile
from server.errors import Refusal
from server.moderation.log_schemas import LogEntry, LogPage
from server.moderation.rules import Subject
from server.moderation.tables import ModerationEntry
from server.moderation.undo_queries import can_be_undone

ENTRIES_MOST = 50
DIGITS_MOST = 18


class LogFilter(NamedTuple):
    """Filter of log entries: about a member, by a moderator, about a subject, before an entry.

    Each is an id, the subject `kind:id`; an empty one filters nothing.
    """

    member: str = ""
    by: str = ""
    subject: str = ""
    before: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "LogFilter":
        """Reads the filter from the parameters of an address; a missing one is empty."""
        return cls(**{name: query.get(name, "").strip() for name in cls._fields})


async def list_entries(session: AsyncSession, wanted: LogFilter) -> LogPage:
    """Returns a page of entries that fit the filter, newest first; empty for a malformed filter."""
    conditions = _conditions(wanted)
    if conditions is None:
        return LogPage((), None)
    maker, member = aliased(Profile), aliased(Profile)
    select = (
        sa.select(
            ModerationEntry, maker.display_name, maker.id, member.display_name, can_be_undone()
        )
        .outerjoin(maker, maker.id == ModerationEntry.made_by)
        .outerjoin(member, member.id == ModerationEntry.member_id)
        .where(*conditions)
        .order_by(ModerationEntry.id.desc())
        .limit(ENTRIES_MOST + 1)
    )
    rows = (await session.execute(select)).all()
    entries = tuple(_entry(*row) for row in rows[:ENTRIES_MOST])
    return LogPage(entries, entries[-1].id if len(rows) > ENTRIES_MOST else None)


def _conditions(wanted: LogFilter) -> list[sa.ColumnElement[bool]] | None:
    """Returns the SQL conditions of a filter; None if a field is malformed."""
    found: list[sa.ColumnElement[bool]] = []
    if wanted.member:
        # A pseudonym of a member who has left is found in any spelling of the page.
        former = wanted.member.rpartition(" ")[2].lower()
        is_former = ModerationEntry.former_member == former
        found.append(sa.or_(ModerationEntry.member_id == wanted.member, is_former))
    if wanted.by:
        found.append(ModerationEntry.made_by == wanted.by)
    if wanted.before:
        is_number = wanted.before.isascii() and wanted.before.isdigit()
        if not is_number or len(wanted.before) > DIGITS_MOST:
            return None
        found.append(ModerationEntry.id < int(wanted.before))
    if wanted.subject:
        try:
            subject = Subject.parse(wanted.subject)
        except Refusal:
            return None
        found.append(ModerationEntry.subject_kind == subject.kind)
        found.append(_is_about(subject))
    return found


def _is_about(subject: Subject) -> sa.ColumnElement[bool]:
    """Returns the condition that an entry is about this subject, for entries of the same kind."""
    if subject.kind == "member":
        return ModerationEntry.member_id == subject.member_id
    if subject.kind == "cultivar":
        named: sa.ColumnElement[str] = ModerationEntry.details["cultivar"].as_string()
        return named == subject.cultivar
    return ModerationEntry.subject_id == subject.number


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
    )


def _number(value: Any) -> int | None:
    """Converts a stored value to a number; None stays None."""
    return int(value) if value is not None else None
