"""Action that gives a member a role or takes it back, with an entry in the moderation log."""

from datetime import datetime

import sqlalchemy as sa

from server.accounts.sessions.tables import Account
from server.database.transaction import Transaction
from server.moderation.actions import record_change
from server.moderation.rules import Attribution, ModerationChange
from server.web.viewer import Role


async def change_role(
    opened: Transaction,
    attribution: Attribution,
    *,
    member_id: str,
    role: Role | None,
    now: datetime,
) -> bool:
    """Sets or clears the role; returns False if nothing changed."""
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
