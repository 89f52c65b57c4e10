"""Queries that apply the rank rule: which role holders may decide about a member."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.sessions.rules import is_suspended
from server.accounts.sessions.tables import Account
from server.errors import Refusal
from server.moderation.rank import may_decide
from server.moderation.rules import Subject
from server.moderation.tables import ModerationEntry, Report
from server.web.viewer import Member


async def check_rank(
    session: AsyncSession, decider: Member, member_id: str | None, *, kind: str, decision: str
) -> None:
    """Raises Refusal 403 if the role of `decider` does not allow a decision about this member.

    `may_decide` has the rule for members with a role. `kind` is the kind of the reported subject;
    `decision` is the decision on the report, or for an undo the `action` of the log entry.
    """
    role = await session.scalar(sa.select(Account.role).where(Account.id == member_id))
    if not may_decide(decider.role, role, kind=kind, decision=decision):
        raise Refusal("moderation.errors.rank", 403)


@dataclass(frozen=True, slots=True)
class RoleHolders:
    """Role holders, and what the rank rule lets one of them, the reader, undo and answer."""

    reader: Member
    # All members with a role, by id.
    roles: Mapping[str, str]
    # Role holders who are not suspended, by id, without the reader.
    others: Mapping[str, str]

    def may_answer(self, entry: ModerationEntry) -> bool:
        """Returns whether the reader may answer an appeal against this entry.

        The role holder who decided may not, unless no other has the rank.
        """
        is_own = entry.made_by == self.reader.id
        return self.has_rank(entry) and not (is_own and self.has_other(entry))

    def has_rank(self, entry: ModerationEntry) -> bool:
        """Returns whether the reader has the rank for an entry and is not the member concerned."""
        return self._has_rank(self.reader.id, self.reader.role, entry)

    def has_other(self, entry: ModerationEntry) -> bool:
        """Returns whether another role holder has the rank for this entry."""
        return any(self._has_rank(id, role, entry) for id, role in self.others.items())

    def _has_rank(self, id: str, role: str | None, entry: ModerationEntry) -> bool:
        """Returns whether this role holder has the rank and is not the member concerned."""
        concerned = self.roles.get(entry.member_id or "")
        is_enough = may_decide(role, concerned, kind=entry.subject_kind, decision=entry.action)
        return is_enough and id != entry.member_id


async def read_role_holders(session: AsyncSession, reader: Member, *, now: datetime) -> RoleHolders:
    """Reads the role holders, and which of them are not suspended, for the reader."""
    roles, present = await _read_roles(session, now=now)
    others = {id: role for id, role in present.items() if id != reader.id}
    return RoleHolders(reader, roles, others)


async def _read_roles(
    session: AsyncSession, *, now: datetime
) -> tuple[dict[str, str], dict[str, str]]:
    """Returns the roles by member, of all role holders and of those who are not suspended."""
    columns = (Account.id, Account.role, Account.suspended_at, Account.suspended_until)
    rows = (await session.execute(sa.select(*columns).where(Account.role.is_not(None)))).all()
    roles = {id: role for id, role, _, _ in rows if role}
    absent = {id for id, _, at, until in rows if is_suspended(at, until, now=now)}
    return roles, {id: role for id, role in roles.items() if id not in absent}


class OpenCases(NamedTuple):
    """Number of the open cases, and of those among them that only the operator may decide."""

    total: int
    of_operator: int


async def count_open_cases(session: AsyncSession, *, now: datetime) -> OpenCases:
    """Counts the open cases; the operator decides those that no role holder may decide.

    Nobody decides about themselves, and suspended role holders do not decide.
    """
    roles, present = await _read_roles(session, now=now)
    select = (
        sa.select(Report.subject, sa.func.max(Report.member_id))
        .where(Report.closed_at.is_(None))
        .group_by(Report.subject)
    )
    cases = (await session.execute(select)).all()
    of_operator = [
        subject
        for subject, member in cases
        if not any(
            id != member
            and may_decide(
                role, roles.get(member or ""), kind=Subject.parse(subject).kind, decision="keep"
            )
            for id, role in present.items()
        )
    ]
    return OpenCases(len(cases), len(of_operator))


async def check_may_answer(
    session: AsyncSession, moderator: Member, entry: ModerationEntry, *, now: datetime
) -> None:
    """Raises Refusal 403 for a moderator who may not answer an appeal against this entry."""
    role_holders = await read_role_holders(session, moderator, now=now)
    if entry.member_id == moderator.id:
        raise Refusal("moderation.errors.own", 403)
    if not role_holders.has_rank(entry):
        raise Refusal("moderation.errors.rank", 403)
    if not role_holders.may_answer(entry):
        raise Refusal("moderation.errors.ownDecision", 403)
