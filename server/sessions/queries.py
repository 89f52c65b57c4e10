"""Reads sessions: whose a token is, and where else a member is signed in."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.profiles.queries import language_of
from server.profiles.rules import first_name, own_name
from server.profiles.tables import Profile
from server.sessions.rules import Times, is_alive, is_fresh, is_in_grace, is_new, is_suspended
from server.sessions.schemas import SessionEntry
from server.sessions.tables import Account, Session
from server.viewer import Member


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A live session, and the member whose it is."""

    session_id: str
    member: Member
    times: Times
    is_fresh: bool
    # The token was rotated a moment ago, and this request still came with the one before.
    is_previous: bool


@dataclass(frozen=True, slots=True)
class Suspended:
    """Whose session it was may not come in: they read like any visitor, and are told why."""


async def find_signed_in(
    session: AsyncSession, token_hash: str, *, now: datetime
) -> SignedIn | Suspended | None:
    select = (
        sa.select(Session, Account, Profile)
        .join(Account, Account.id == Session.account_id)
        .outerjoin(Profile, Profile.id == Account.id)
        .where(sa.or_(Session.token_hash == token_hash, Session.previous_hash == token_hash))
    )
    row = (await session.execute(select)).first()
    if row is None:
        return None
    found, account, profile = row
    if is_suspended(account.suspended_at, account.suspended_until, now=now):
        return Suspended()
    times = times_of(found)
    is_previous = found.token_hash != token_hash
    if not is_alive(times, now) or (is_previous and not is_in_grace(times, now)):
        return None
    return SignedIn(
        session_id=found.id,
        member=member_of(account, profile, is_new=is_new(account.created_at, now)),
        times=times,
        is_fresh=is_fresh(times, now),
        is_previous=is_previous,
    )


async def is_member(session: AsyncSession, member_id: str) -> bool:
    found = await session.scalar(sa.select(Account.id).where(Account.id == member_id))
    return found is not None


async def list_sessions(
    session: AsyncSession, member: Member, *, current: str, now: datetime
) -> list[SessionEntry]:
    select = (
        sa.select(Session)
        .where(Session.account_id == member.id)
        .order_by(Session.seen_at.desc(), Session.id)
    )
    rows = (await session.scalars(select)).all()
    return [
        SessionEntry(
            id=row.id,
            created_at=row.created_at,
            seen_at=row.seen_at,
            device=row.device,
            is_current=row.id == current,
        )
        for row in rows
        if is_alive(times_of(row), now)
    ]


def times_of(row: Session) -> Times:
    return Times(seen_at=row.seen_at, expires_at=row.expires_at, ends_at=row.ends_at)


def member_of(account: Account, profile: Profile | None, *, is_new: bool) -> Member:
    name = (
        own_name(chosen=profile.display_name, email=profile.email or account.email)
        if profile
        else first_name(full=account.full_name, email=account.email)
    )
    return Member(
        id=account.id,
        display_name=name,
        language=language_of(profile),
        avatar_url=profile.avatar_url if profile else None,
        full_name=account.full_name,
        email=account.email,
        is_new=is_new,
    )
