"""Writes the moderation log."""

from datetime import datetime

import sqlalchemy as sa

from server.database.transaction import Transaction
from server.moderation.rules import Attribution, ModerationChange
from server.moderation.tables import ModerationEntry


async def record_change(
    opened: Transaction, attribution: Attribution, change: ModerationChange, *, now: datetime
) -> None:
    """Inserts the log entry in the transaction of the change."""
    insert = sa.insert(ModerationEntry).values(
        created_at=now,
        made_by=attribution.made_by,
        action=change.action,
        subject_kind=change.subject_kind,
        subject_id=change.subject_id,
        member_id=change.member_id,
        reason=attribution.reason,
        details=change.details | ({"rule": attribution.rule} if attribution.rule else {}),
    )
    await opened.session.execute(insert)
