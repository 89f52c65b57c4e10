"""Actions of notification choices and of the outbox of weekly letters."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from server.accounts.profiles.tables import Profile
from server.accounts.sessions.tables import Account
from server.community.letters.rules import (
    HAND_OVER_MOST,
    has_letter,
    last_issue,
    next_attempt,
    week_of,
)
from server.community.letters.schemas import LetterState, SettingsChange
from server.community.letters.tables import Letter, LetterConsent, NotificationChoice
from server.database.dialects import insert_for
from server.database.transaction import Transaction
from server.web.viewer import Member

QUEUED_AT_ONCE = 500
CLAIMED_AT_ONCE = 20


class ClaimedLetter(NamedTuple):
    """Letter that this host hands over now."""

    id: int
    member_id: str
    week: str
    attempts: int


async def save_settings(
    opened: Transaction, member: Member, *, change: SettingsChange, now: datetime
) -> None:
    """Replaces the choices; a consent keeps its first time, and ends with the last letter."""
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
    """Ends the letter; the choices stay, and letters that wait are dropped."""
    session = opened.session
    await session.execute(sa.delete(LetterConsent).where(LetterConsent.member_id == member_id))
    waiting = (Letter.member_id == member_id, Letter.state == "waiting")
    await session.execute(sa.delete(Letter).where(*waiting))


async def queue_letters(opened: Transaction, *, now: datetime) -> int:
    """Adds the letters of the last issue to the outbox, one a member; returns how many.

    Members who consented after the issue begin with the next one.
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
        .where(Account.suspended_at.is_(None), Profile.email.is_not(None))
        .limit(QUEUED_AT_ONCE)
    )
    columns = ["member_id", "week", "state", "attempts", "due_at"]
    insert = insert_for(opened.session, Letter).from_select(columns, members)
    added = await opened.session.execute(insert.on_conflict_do_nothing().returning(Letter.id))
    return len(added.all())


async def claim_letters(opened: Transaction, *, now: datetime) -> Sequence[ClaimedLetter]:
    """Marks due letters as being sent by this host, and returns them.

    The state is checked again in the UPDATE, so that of two hosts one gets a letter. A hand-over
    that was interrupted is not repeated: the letter may have arrived.
    """
    interrupted = (Letter.state == "sending", Letter.due_at <= now - HAND_OVER_MOST)
    await opened.session.execute(
        sa.update(Letter).where(*interrupted).values(state="unknown", due_at=now)
    )
    due = sa.select(Letter.id).where(Letter.state == "waiting", Letter.due_at <= now)
    first = due.order_by(Letter.due_at, Letter.id).limit(CLAIMED_AT_ONCE)
    claim = (
        sa.update(Letter)
        .where(Letter.id.in_(first), Letter.state == "waiting")
        .values(state="sending", attempts=Letter.attempts + 1, due_at=now)
        .returning(Letter.id, Letter.member_id, Letter.week, Letter.attempts)
    )
    rows = await opened.session.execute(claim)
    return sorted(ClaimedLetter(*row) for row in rows)


async def settle_letter(
    opened: Transaction, letter: ClaimedLetter, *, state: LetterState, now: datetime
) -> None:
    """Stores the outcome; a failed attempt waits for the next one, a bounce ends the consent."""
    due_at = now
    if state == "failed" and (again := next_attempt(letter.attempts, now)):
        state, due_at = "waiting", again
    settle = sa.update(Letter).where(Letter.id == letter.id, Letter.state == "sending")
    await opened.session.execute(settle.values(state=state, due_at=due_at))
    if state == "bounced":
        await end_consent(opened, letter.member_id)
