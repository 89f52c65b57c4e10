"""Actions that write the moderation log."""

from collections.abc import Iterable
from datetime import datetime

import sqlalchemy as sa

from server.database.transaction import Transaction
from server.moderation.rules import Attribution, ModerationChange
from server.moderation.tables import ModerationEntry


async def record_change(
    opened: Transaction, attribution: Attribution, change: ModerationChange, *, now: datetime
) -> None:
    """Adds one entry to the moderation log, in the transaction of the change."""
    await record_changes(opened, attribution, [change], now=now)


async def record_changes(
    opened: Transaction,
    attribution: Attribution,
    changes: Iterable[ModerationChange],
    *,
    now: datetime,
) -> None:
    """Adds an entry to the moderation log for each change, all with the same author and reason."""
    rule = {"rule": attribution.rule} if attribution.rule else {}
    rows = [
        {
            "created_at": now,
            "made_by": attribution.made_by,
            "action": change.action,
            "subject_kind": change.subject_kind,
            "subject_id": change.subject_id,
            "member_id": change.member_id,
            "former_member": change.former_member,
            "reason": attribution.reason,
            "details": change.details | rule | _undone(change),
        }
        for change in changes
    ]
    if rows:
        await opened.session.execute(sa.insert(ModerationEntry), rows)


def _undone(change: ModerationChange) -> dict[str, str | int | None]:
    """Returns the detail that names the entry which a change undoes; empty if there is none."""
    return {} if change.undoes is None else {"undoes": change.undoes}
