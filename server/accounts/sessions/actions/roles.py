"""Actions that give a member a role or take it back, with an entry in the moderation log."""

from datetime import datetime

import sqlalchemy as sa

from server.accounts.sessions.actions.suspension import lock_accounts
from server.accounts.sessions.rules import is_suspended
from server.accounts.sessions.tables import Account
from server.database.transaction import Transaction
from server.errors import Refusal
from server.moderation.actions import record_change
from server.moderation.role_schemas import RoleChange
from server.moderation.rules import (
    Attribution,
    ModerationChange,
    check_recent_sign_in,
    checked_note,
    member_id_in,
)
from server.web.viewer import Member, Role


async def change_role(
    opened: Transaction,
    attribution: Attribution,
    *,
    member_id: str,
    role: Role | None,
    now: datetime,
) -> bool:
    """Sets or clears the role and logs it.

    Returns False without a change: for an unknown member, or one who has that role already.
    """
    update = sa.update(Account).where(Account.id == member_id, Account.role.is_distinct_from(role))
    changed = await opened.session.execute(update.values(role=role).returning(Account.id))
    if changed.one_or_none() is None:
        return False
    change = ModerationChange(
        action="grant-role" if role else "revoke-role",
        subject_kind="member",
        member_id=member_id,
        details={"role": role},
    )
    await record_change(opened, attribution, change, now=now)
    return True


async def change_role_by(
    opened: Transaction, administrator: Member, change: RoleChange, *, now: datetime
) -> bool:
    """Gives or takes a role; returns False without a change if the member has that role already.

    Raises Refusal 403 without a recent sign-in or if `administrator` has lost the role meanwhile,
    404 for an unknown member, 409 for the last administrator, 422 without a valid reason.
    """
    check_recent_sign_in(administrator.signed_in_at, now)
    reason = checked_note(change.reason)
    if reason is None:
        raise Refusal("moderation.errors.reason", 422)
    member_id = member_id_in(change.subject)
    # Changes take turns: two administrators cannot revoke each other's role at the same moment.
    await lock_accounts(opened, sa.select(Account.id).where(Account.role == "administrator"))
    others = await _administrators(opened, now=now) - {member_id}
    if administrator.id not in others | {member_id}:
        raise Refusal("app.forbidden", 403)
    found = await opened.session.scalar(sa.select(Account.id).where(Account.id == member_id))
    if found is None:
        raise Refusal("moderation.errors.unknownMember", 404)
    if change.role != "administrator" and not others:
        raise Refusal("moderation.errors.lastAdministrator", 409)
    attribution = Attribution(administrator.id, reason)
    return await change_role(opened, attribution, member_id=member_id, role=change.role, now=now)


async def _administrators(opened: Transaction, *, now: datetime) -> set[str]:
    """Returns the ids of the administrators who are not suspended."""
    select = sa.select(Account.id, Account.suspended_at, Account.suspended_until)
    rows = await opened.session.execute(select.where(Account.role == "administrator"))
    return {id for id, at, until in rows if not is_suspended(at, until, now=now)}
