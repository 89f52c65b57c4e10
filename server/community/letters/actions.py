"""Actions of notification choices and of the outbox of weekly letters."""

from datetime import datetime
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from server.accounts.profiles.tables import Profile
from server.accounts.sessions.tables import Account
from server.community.letters.queries import is_not_suspended
from server.community.letters.rules import (
    HAND_OVER_MOST,
    KEPT,
    has_letter,
    last_issue,
    next_attempt,
    week_of,
)
from server.community.letters.schemas import Outcome, SettingsChange
from server.community.letters.tables import Letter, LetterConsent, NotificationChoice
from server.database.dialects import insert_for
from server.database.transaction import Transaction
from server.web.viewer import Member

QUEUED_AT_ONCE = 500


class ClaimedLetter(NamedTuple):
    """Letter that this host claimed from the outbox and sends now."""

    id: int
    member_id: str
    week: str
    attempts: int


async def save_settings(
    opened: Transaction, member: Member, *, change: SettingsChange, now: datetime
) -> None:
    """Replaces the member's choices of channels, and begins or ends the consent to letters.

    A consent keeps its first time, and ends when no kind has the letter as channel. The default
    channel, "on", is not stored.
    """
    session = opened.session
    own = NotificationChoice.member_id == member.id
    await session.execute(sa.delete(NotificationChoice).where(own))
    rows = [
        {"member_id": member.id, "kind": kind, "channel": channel, "created_at": now}
        for kind, channel in msgspec.to_builtins(change.choices).items()
        if channel != "on"
    ]
    if rows:
        await session.execute(sa.insert(NotificationChoice), rows)
    if has_letter(change.choices):
        insert = insert_for(session, LetterConsent).values(member_id=member.id, consented_at=now)
        await session.execute(insert.on_conflict_do_nothing())
    else:
        await end_consent(opened, member.id)


async def end_consent(opened: Transaction, member_id: str) -> None:
    """Ends a member's consent to letters and deletes the waiting ones.

    Kinds whose channel was the letter are shown on the site alone; the other choices stay.
    """
    session = opened.session
    in_letter = (NotificationChoice.member_id == member_id, NotificationChoice.channel == "letter")
    await session.execute(sa.delete(NotificationChoice).where(*in_letter))
    await session.execute(sa.delete(LetterConsent).where(LetterConsent.member_id == member_id))
    waiting = (Letter.member_id == member_id, Letter.state == "waiting")
    await session.execute(sa.delete(Letter).where(*waiting))


async def queue_letters(opened: Transaction, *, now: datetime) -> int:
    """Adds letters of the last issue to the outbox, at most QUEUED_AT_ONCE; returns how many.

    Members who consented after the issue get the next one; suspended ones and those without an
    address get none.
    """
    issue = last_issue(now)
    week = week_of(issue)
    has_one = sa.exists().where(Letter.member_id == LetterConsent.member_id, Letter.week == week)
    members = (
        sa.select(
            LetterConsent.member_id,
            sa.literal(week),
            sa.literal("waiting"),
            sa.literal(0),
            sa.literal(now, LetterConsent.consented_at.type),
        )
        .join(Account, Account.id == LetterConsent.member_id)
        .join(Profile, Profile.id == LetterConsent.member_id)
        .where(LetterConsent.consented_at < issue, ~has_one)
        .where(is_not_suspended(now), Profile.email.is_not(None))
        .limit(QUEUED_AT_ONCE)
    )
    columns = ["member_id", "week", "state", "attempts", "due_at"]
    insert = insert_for(opened.session, Letter).from_select(columns, members)
    added = await opened.session.execute(insert.on_conflict_do_nothing().returning(Letter.id))
    return len(added.all())


async def forget_letters(opened: Transaction, *, now: datetime) -> None:
    """Deletes the outbox rows of letters that were settled longer ago than KEPT."""
    is_settled = Letter.state.not_in(("waiting", "sending"))
    await opened.session.execute(sa.delete(Letter).where(is_settled, Letter.due_at <= now - KEPT))


async def claim_letter(opened: Transaction, *, now: datetime) -> ClaimedLetter | None:
    """Marks a due letter as being sent by this host, and returns it; None if none is due.

    The state is checked again in the UPDATE, so that of two hosts one gets a letter. Letters whose
    hand-over was interrupted become "unknown" and are not sent again: they may have arrived.
    """
    interrupted = (Letter.state == "sending", Letter.due_at <= now - HAND_OVER_MOST)
    await opened.session.execute(
        sa.update(Letter).where(*interrupted).values(state="unknown", due_at=now)
    )
    due = sa.select(Letter.id).where(Letter.state == "waiting", Letter.due_at <= now)
    first = due.order_by(Letter.due_at, Letter.id).limit(1)
    claim = (
        sa.update(Letter)
        .where(Letter.id.in_(first), Letter.state == "waiting")
        .values(state="sending", attempts=Letter.attempts + 1, due_at=now)
        .returning(Letter.id, Letter.member_id, Letter.week, Letter.attempts)
    )
    row = (await opened.session.execute(claim)).one_or_none()
    return ClaimedLetter(*row) if row else None


async def settle_letter(
    opened: Transaction, letter: ClaimedLetter, *, outcome: Outcome, now: datetime
) -> None:
    """Stores the outcome of sending a letter.

    A postponed letter waits for its next attempt or has failed after the last; a bounce ends the
    consent.
    """
    again = next_attempt(letter.attempts, now) if outcome == "postponed" else None
    due_at = again or now
    has_failed = outcome in {"postponed", "refused"}
    state = "waiting" if again else "failed" if has_failed else outcome
    settle = sa.update(Letter).where(Letter.id == letter.id, Letter.state == "sending")
    await opened.session.execute(settle.values(state=state, due_at=due_at))
    if outcome == "bounced":
        await end_consent(opened, letter.member_id)
