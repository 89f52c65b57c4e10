"""Undo of decisions by moderators and commands."""

from datetime import datetime

import sqlalchemy as sa

from server.community.actions.acts import mark_undone, undo_entry
from server.community.actions.transactions import post_transaction, unavailable
from server.community.dependencies import CommunityDependencies
from server.community.queries.role_holders import check_rank
from server.community.queries.things import things_of_entries
from server.database.transaction import Transaction
from server.errors import Refusal
from server.moderation.decision_rules import check_unchanged
from server.moderation.queries import HIDES
from server.moderation.rules import (
    Action,
    Attribution,
    check_recent_sign_in,
    checked_note,
    checked_rule,
)
from server.moderation.schemas import NewUndo
from server.moderation.tables import Appeal, ModerationEntry
from server.web.viewer import Member


async def undo_decision(
    community: CommunityDependencies, moderator: Member, *, entry_id: int, undo: NewUndo
) -> None:
    """Undoes the act of a log entry for a moderator, and closes an open appeal against it.

    Raises Refusal 404 for an unknown entry, 409 if it was undone before or cannot be, 403 without
    recent sign-in, below the rank, and for an act on the moderator. Also 409 if a hidden text was
    edited since the moderator read it.
    """
    now = community.now()
    check_recent_sign_in(moderator.signed_in_at, now)
    note = checked_note(undo.note)
    async with post_transaction(community, None, without_table=unavailable()) as opened:
        await _close_appeal(opened, entry_id, decided_by=moderator.id, now=now)
        entry = await mark_undone(opened, entry_id)
        if entry.member_id == moderator.id:
            raise Refusal("moderation.errors.own", 403)
        about = {"kind": entry.subject_kind, "decision": entry.action}
        await check_rank(opened.session, moderator, entry.member_id, **about)
        await check_text_to_restore(opened, entry, undo.edited_at)
        rule = entry.details.get("rule")
        attribution = Attribution(
            moderator.id,
            note or str(rule or "undo"),
            rule=checked_rule(str(rule)) if rule else None,
        )
        await undo_entry(opened, community, attribution, entry)


async def undo_by_command(
    community: CommunityDependencies, attribution: Attribution, *, entry_id: int
) -> Action:
    """Undoes a log entry for the command line, without the checks of a moderator's session.

    Returns the action of the undo; raises Refusal 404 for an unknown entry, 409 as `undo_decision`.
    """
    async with post_transaction(community, None, without_table=unavailable()) as opened:
        await _close_appeal(opened, entry_id, decided_by=None, now=community.now())
        entry = await mark_undone(opened, entry_id)
        return await undo_entry(opened, community, attribution, entry)


async def _close_appeal(
    opened: Transaction, entry_id: int, *, decided_by: str | None, now: datetime
) -> None:
    """Closes an open appeal against an entry that is being undone, as reversed.

    The member is notified of the undo alone. `decided_by` is the moderator, None for a command.
    Called before `mark_undone`: an answer to the appeal locks the rows in this order too.
    """
    values = {"outcome": "reversed", "decided_by": decided_by, "decided_at": now}
    close = sa.update(Appeal).where(Appeal.entry_id == entry_id, Appeal.outcome.is_(None))
    await opened.session.execute(close.values(values))


async def check_text_to_restore(
    opened: Transaction, entry: ModerationEntry, edited_at: datetime | None
) -> None:
    """Checks that a hidden text which is to come back is the one that the moderator read.

    `edited_at` is its last edit then. Raises Refusal 409 if its author has edited it since.
    """
    if entry.action not in HIDES:
        return
    thing = (await things_of_entries(opened.session, [entry])).get(entry.id)
    if thing is not None:
        check_unchanged(thing, edited_at)
