"""Actions that write the moderation log, and delete what is stored for an undo."""

from collections.abc import Iterable
from datetime import datetime

import sqlalchemy as sa

from server.database.transaction import Transaction
from server.moderation.rules import APPEAL_LIFE, Attribution, ModerationChange
from server.moderation.tables import Appeal, ModerationEntry, ResetProfile


async def record_change(
    opened: Transaction, attribution: Attribution, change: ModerationChange, *, now: datetime
) -> int:
    """Adds one entry to the moderation log, in the transaction of the change; returns its id."""
    insert = sa.insert(ModerationEntry).values(_row(attribution, change, now=now))
    return (await opened.session.execute(insert.returning(ModerationEntry.id))).scalar_one()


async def record_changes(
    opened: Transaction,
    attribution: Attribution,
    changes: Iterable[ModerationChange],
    *,
    now: datetime,
) -> None:
    """Adds an entry to the moderation log for each change, all with the same author and reason."""
    rows = [_row(attribution, change, now=now) for change in changes]
    if rows:
        await opened.session.execute(sa.insert(ModerationEntry), rows)


async def remove_old_resets(opened: Transaction, now: datetime) -> None:
    """Deletes reset profiles once the member can appeal no longer and no appeal is open."""
    is_open = sa.exists().where(Appeal.entry_id == ResetProfile.entry_id, Appeal.outcome.is_(None))
    is_old = ResetProfile.created_at <= now - APPEAL_LIFE
    await opened.session.execute(sa.delete(ResetProfile).where(is_old, ~is_open))


def _row(attribution: Attribution, change: ModerationChange, *, now: datetime) -> dict[str, object]:
    """Returns the row of a change in the log."""
    rule = {"rule": attribution.rule} if attribution.rule else {}
    return {
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


def _undone(change: ModerationChange) -> dict[str, str | int | None]:
    """Returns the detail that names the entry which a change undoes; empty if there is none."""
    return {} if change.undoes is None else {"undoes": change.undoes}
