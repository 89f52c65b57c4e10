"""Actions that suspend or reinstate a member, with an entry in the moderation log."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from server.accounts.sessions.rules import day_of
from server.accounts.sessions.tables import Account, Session
from server.database.transaction import Transaction
from server.moderation.actions import record_change
from server.moderation.rules import Attribution, ModerationChange


async def lock_accounts(opened: Transaction, ids: sa.Select[Any]) -> None:
    """Locks the selected accounts for the transaction.

    It writes to them, because on SQLite only a write takes the write lock before anything is read.
    """
    lock = sa.update(Account).where(Account.id.in_(ids)).values(suspended_at=Account.suspended_at)
    await opened.session.execute(lock)


async def suspend(
    opened: Transaction,
    attribution: Attribution,
    *,
    member_id: str,
    until: datetime | None,
    now: datetime,
) -> bool:
    """Suspends the member until a date (None: without end), ends all sessions, and logs it.

    Returns False without a change: for an unknown member, or one suspended until the same date.
    """
    is_same = sa.and_(
        Account.suspended_at.is_not(None), Account.suspended_until.is_not_distinct_from(until)
    )
    update = sa.update(Account).where(Account.id == member_id, sa.not_(is_same))
    values = {
        "suspended_at": now,
        "suspended_until": until,
        "suspension_reason": attribution.reason,
    }
    changed = await opened.session.execute(update.values(values).returning(Account.id))
    if changed.one_or_none() is None:
        return False
    # The rows stay, so that an open page can be told about the suspension.
    over = {"expires_at": Session.created_at, "ends_at": Session.created_at}
    await opened.session.execute(
        sa.update(Session).where(Session.account_id == member_id).values(over)
    )
    details: dict[str, str | int | None] = {"until": day_of(until) if until else None}
    change = ModerationChange(
        action="suspend", subject_kind="member", member_id=member_id, details=details
    )
    await record_change(opened, attribution, change, now=now)
    return True


async def sign_out_everywhere(opened: Transaction, member_id: str) -> None:
    """Ends all sessions of a member, who may sign in again at once."""
    await opened.session.execute(sa.delete(Session).where(Session.account_id == member_id))


async def reinstate(
    opened: Transaction,
    attribution: Attribution,
    *,
    member_id: str,
    now: datetime,
    undoes: int | None = None,
) -> bool:
    """Ends the suspension and logs it; returns False if there was none.

    The member has to sign in again.
    """
    values = {"suspended_at": None, "suspended_until": None, "suspension_reason": None}
    in_force = sa.and_(
        Account.suspended_at.is_not(None),
        sa.or_(Account.suspended_until.is_(None), Account.suspended_until > now),
    )
    update = sa.update(Account).where(Account.id == member_id, in_force).values(values)
    changed = await opened.session.execute(update.returning(Account.id))
    if changed.one_or_none() is None:
        return False
    change = ModerationChange(
        action="reinstate", subject_kind="member", member_id=member_id, undoes=undoes
    )
    await record_change(opened, attribution, change, now=now)
    return True
