"""Queries of notification choices, of the members who receive letters, and of the export."""

from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.profiles.rules import public_name
from server.accounts.profiles.tables import Profile
from server.accounts.sessions.tables import Account
from server.community.letters.schemas import NotificationChoices, NotificationSettings
from server.community.letters.tables import Letter, LetterConsent, NotificationChoice
from server.contracts.routes import Language
from server.web.viewer import Member


async def get_settings(
    session: AsyncSession, member: Member, *, is_offered: bool
) -> NotificationSettings:
    """Returns the member's choices of channels, the address, and the time of the consent."""
    return NotificationSettings(
        choices=await get_choices(session, member.id),
        is_letter_offered=is_offered,
        email=member.email,
        consented_at=await session.scalar(
            sa.select(LetterConsent.consented_at).where(LetterConsent.member_id == member.id)
        ),
    )


async def get_choices(session: AsyncSession, member_id: str) -> NotificationChoices:
    """Returns the channel of each kind of notification; the default where none was chosen.

    The choice "letter" of a member without a consent to letters counts as the default, "on".
    """
    select = sa.select(NotificationChoice.kind, NotificationChoice.channel)
    consents = sa.exists().where(LetterConsent.member_id == NotificationChoice.member_id)
    is_valid = sa.or_(NotificationChoice.channel != "letter", consents)
    rows = await session.execute(select.where(NotificationChoice.member_id == member_id, is_valid))
    return msgspec.convert({kind: channel for kind, channel in rows}, NotificationChoices)


def is_not_suspended(now: datetime) -> sa.ColumnElement[bool]:
    """Returns the condition that an account is not suspended at this time."""
    return sa.or_(Account.suspended_at.is_(None), Account.suspended_until <= now)


async def find_recipient(session: AsyncSession, member_id: str, *, now: datetime) -> Member | None:
    """Returns a member who receives letters, with name, language and address.

    Returns None without address or consent, or while suspended.
    """
    select = (
        sa.select(Profile.display_name, Profile.email, Profile.language)
        .join(Account, Account.id == Profile.id)
        .join(LetterConsent, LetterConsent.member_id == Profile.id)
        .where(Profile.id == member_id, Profile.email.is_not(None), is_not_suspended(now))
    )
    row = (await session.execute(select)).one_or_none()
    if row is None:
        return None
    language: Language = "en" if row.language == "en" else "ja"
    name = public_name(row.display_name)
    return Member(id=member_id, display_name=name, language=language, email=row.email)


async def list_recipients(session: AsyncSession) -> list[str]:
    """Returns the ids of the members who consented to letters, the earliest consent first."""
    select = sa.select(LetterConsent.member_id)
    order = (LetterConsent.consented_at, LetterConsent.member_id)
    return list(await session.scalars(select.order_by(*order)))


async def export_letters(session: AsyncSession, member_id: str) -> list[dict[str, Any]]:
    """Returns a member's choices, consent and letters for the export.

    `action` and `title` are channel and kind, "consent" and "letter", or state and week.
    """
    choices = sa.select(
        NotificationChoice.channel, NotificationChoice.kind, NotificationChoice.created_at
    ).where(NotificationChoice.member_id == member_id)
    consents = sa.select(
        sa.literal("consent"), sa.literal("letter"), LetterConsent.consented_at
    ).where(LetterConsent.member_id == member_id)
    letters = sa.select(Letter.state, Letter.week, Letter.due_at).where(
        Letter.member_id == member_id
    )
    return [
        {"action": action, "title": title, "created_at": msgspec.to_builtins(created_at)}
        for select in (choices, consents, letters)
        for action, title, created_at in await session.execute(select)
    ]
