"""Appeals of members against decisions, and moderators' answers to them."""

import sqlalchemy as sa

from server.community.actions.acts import mark_undone, undo_entry
from server.community.actions.undos import check_text_to_restore
from server.community.dependencies import CommunityDependencies
from server.community.queries.role_holders import check_may_answer
from server.database.dialects import insert_for
from server.database.transaction import Transaction, transaction
from server.errors import Refusal
from server.media.uploads.actions.refused_pictures import allow_pictures
from server.moderation.actions import record_change
from server.moderation.appeal_schemas import AppealDecision, NewAppeal
from server.moderation.queries import APPEALABLE, SAME_MODERATOR, was_undone
from server.moderation.rules import (
    APPEAL_LIFE,
    UNDOS,
    Action,
    Attribution,
    ModerationChange,
    check_recent_sign_in,
    checked_note,
    checked_rule,
)
from server.moderation.tables import Appeal, ModerationEntry
from server.web.viewer import Member

OUTCOMES: dict[str, Action] = {"upheld": "uphold-decision", "reversed": "reverse-decision"}


async def appeal(community: CommunityDependencies, member: Member, given: NewAppeal) -> None:
    """Stores a member's appeal against a decision.

    Raises Refusal 404 for no decision about the member, 409 for a second appeal, after 30 days or
    for a decision that was undone, 422 without a reason or for an invalid one.
    """
    now, note = community.now(), _required(given.note, "account.appeal.errors.note")
    async with transaction(community.database) as opened:
        entry = await opened.session.get(ModerationEntry, given.entry_id)
        if entry is None or entry.member_id != member.id or entry.action not in APPEALABLE:
            raise Refusal("account.appeal.errors.unknown", 404)
        if now - entry.created_at > APPEAL_LIFE:
            raise Refusal("account.appeal.errors.late", 409)
        if await was_undone(opened.session, entry.id):
            raise Refusal("account.appeal.errors.undone", 409)
        row = {"entry_id": entry.id, "member_id": member.id, "note": note, "created_at": now}
        insert = insert_for(opened.session, Appeal).values(row).on_conflict_do_nothing()
        added = await opened.session.execute(insert.returning(Appeal.entry_id))
        if added.one_or_none() is None:
            raise Refusal("account.appeal.errors.again", 409)


async def decide_appeal(
    community: CommunityDependencies, moderator: Member, given: AppealDecision
) -> None:
    """Upholds or reverses a decision; a reversed act is undone if it still can be.

    A removed post stays removed, but its pictures may be uploaded again.

    Raises Refusal 403 without recent sign-in, for the member concerned, below the rank of the
    decision, and for the moderator who decided unless no other may answer; 409 if no such appeal is
    open, for a hidden text that was edited since the moderator read it, and if what is upheld was
    undone; 422 without a valid reason; 503 if the storage of a reset picture is unavailable.
    """
    now = community.now()
    check_recent_sign_in(moderator.signed_in_at, now)
    note = _required(given.note, "moderation.errors.reason")
    async with transaction(community.database) as opened:
        values = {"outcome": given.outcome, "decided_by": moderator.id, "decided_at": now}
        which = (Appeal.entry_id == given.entry_id, Appeal.outcome.is_(None))
        decide = sa.update(Appeal).where(*which).values(values).returning(Appeal.member_id)
        member_id = (await opened.session.execute(decide)).scalar_one_or_none()
        entry = await opened.session.get(ModerationEntry, given.entry_id)
        if member_id is None or entry is None:
            raise Refusal("moderation.errors.decided", 409)
        await check_may_answer(opened.session, moderator, entry, now=now)
        if given.outcome == "upheld" and await was_undone(opened.session, entry.id):
            raise Refusal("moderation.errors.undo", 409)
        # The answer and what it undoes rest on the rule of the decision.
        rule = entry.details.get("rule")
        attribution = Attribution(moderator.id, note, checked_rule(str(rule)) if rule else None)
        change = ModerationChange(
            action=OUTCOMES[given.outcome],
            subject_kind="member",
            member_id=member_id,
            details={"entry": entry.id, **_same_moderator(entry, moderator)},
        )
        await record_change(opened, attribution, change, now=now)
        if given.outcome == "reversed" and entry.action == "remove-post":
            await allow_pictures(opened, post_id=entry.subject_id or 0)
        if given.outcome == "reversed" and entry.action in UNDOS:
            await check_text_to_restore(opened, entry, given.edited_at)
            await _undo_reversed(opened, community, attribution, entry)


async def _undo_reversed(
    opened: Transaction,
    community: CommunityDependencies,
    attribution: Attribution,
    entry: ModerationEntry,
) -> None:
    """Undoes the act of a reversed decision.

    One that was undone before, was replaced or has ended, or whose post is gone, stays as it is.
    """
    try:
        await undo_entry(opened, community, attribution, await mark_undone(opened, entry.id))
    except Refusal as refusal:
        # A storage that does not answer fails the whole answer.
        if refusal.status >= 500:
            raise


def _same_moderator(entry: ModerationEntry, moderator: Member) -> dict[str, int]:
    """Returns the log detail of a moderator who answers about an own decision, else none."""
    return {SAME_MODERATOR: 1} if entry.made_by == moderator.id else {}


def _required(text: str, code: str) -> str:
    """Returns a note in normal form; raises Refusal 422 with the message `code` if it is empty."""
    note = checked_note(text)
    if note is None:
        raise Refusal(code, 422)
    return note
