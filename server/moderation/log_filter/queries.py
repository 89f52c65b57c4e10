"""Filter of the complete moderation log: the parameters of its address, and their conditions."""

from collections.abc import Mapping
from typing import NamedTuple

import sqlalchemy as sa

from server.errors import Refusal
from server.moderation.rules import Subject, member_id_in
from server.moderation.tables import ModerationEntry

DIGITS_MOST = 18


class LogFilter(NamedTuple):
    """Filter of log entries: about a member, by a moderator, about a subject, before an entry.

    An empty one filters nothing. A member or moderator is an id or the address of their page.
    """

    member: str = ""
    by: str = ""
    subject: str = ""
    before: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "LogFilter":
        """Reads the filter from the parameters of an address; a missing one is empty."""
        return cls(**{name: query.get(name, "").strip() for name in cls._fields})


def log_conditions(wanted: LogFilter, *, reader_id: str) -> list[sa.ColumnElement[bool]] | None:
    """Returns the SQL conditions of a filter; None if a field is malformed.

    The filter by moderator finds no entry about the reader: members do not learn who decided about
    them.
    """
    found: list[sa.ColumnElement[bool]] = []
    if wanted.member:
        # A pseudonym of a member who has left is found in any spelling of the page.
        former = wanted.member.rpartition(" ")[2].lower()
        is_former = ModerationEntry.former_member == former
        member_id = member_id_in(wanted.member) or wanted.member
        found.append(sa.or_(ModerationEntry.member_id == member_id, is_former))
    if wanted.by:
        found.append(ModerationEntry.made_by == (member_id_in(wanted.by) or wanted.by))
        found.append(ModerationEntry.member_id.is_distinct_from(reader_id))
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
