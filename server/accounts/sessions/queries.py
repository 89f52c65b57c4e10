"""Queries of sessions and accounts: by token, of a member, and of the members with a role."""

from collections.abc import Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, cast, get_args

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.profiles.rules import first_name, own_name, public_name
from server.accounts.profiles.tables import Profile
from server.accounts.sessions.rules import (
    SUSPENDED,
    Times,
    is_alive,
    is_fresh,
    is_in_grace,
    is_notice_due,
    is_suspended,
    signed_in_at,
)
from server.accounts.sessions.schemas import AccountEntry, SessionEntry
from server.accounts.sessions.tables import Account, Session
from server.database.declarative import table_of
from server.database.readers import Source, reader_over
from server.errors import Refusal
from server.moderation.role_schemas import RoleHolder, RoleList
from server.web.viewer import Member, Role


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Open session and its member."""

    session_id: str
    member: Member
    times: Times
    # The session may make changes.
    is_fresh: bool
    # The request carries the token before the last rotation, within the grace period.
    is_previous: bool


@dataclass(frozen=True, slots=True)
class Suspended:
    """Session of a suspended member, who is treated as a visitor."""

    session: "SignedIn"
    # Null without an end.
    until: datetime | None
    # The session was opened after the suspension, and may open its page.
    is_open: bool


async def find_signed_in(
    source: Source, token_hash: str, *, now: datetime
) -> SignedIn | Suspended | None:
    """Returns the session of a token, or None.

    None if the token is unknown or was replaced at least ROTATION_GRACE ago, or if the session has
    ended. A suspended member's session is returned as Suspended, even if it has ended.
    """
    rows = await reader_over(source).rows(_BY_TOKEN, {"token_hash": token_hash})
    if not rows:
        return None
    found = _SessionRow(*rows[0])
    times = Times(seen_at=found.seen_at, expires_at=found.expires_at, ends_at=found.ends_at)
    is_previous = found.token_hash != token_hash
    is_over = not is_alive(times, now) or (is_previous and not is_in_grace(times, now))
    session = SignedIn(
        session_id=found.session_id,
        member=_member(found, times, now=now),
        times=times,
        is_fresh=is_fresh(times, now),
        is_previous=is_previous,
    )
    if is_suspended(found.suspended_at, found.suspended_until, now=now):
        # A suspension ends the sessions that exist: a later one alone is fresh.
        is_open = not is_over and session.is_fresh
        return Suspended(session, found.suspended_until, is_open=is_open)
    return None if is_over else session


class _SessionRow(NamedTuple):
    """Row of a session with account and profile, in the order of the query's columns."""

    session_id: str
    token_hash: str
    seen_at: datetime
    expires_at: datetime
    ends_at: datetime
    account_id: str
    full_name: str | None
    email: str | None
    created_at: datetime
    suspended_at: datetime | None
    suspended_until: datetime | None
    role: str | None
    # Null if the member has no profile.
    profile_id: str | None
    display_name: str | None
    profile_email: str | None
    language: str | None
    avatar_url: str | None
    welcome_due_since: datetime | None
    notice_seen_at: datetime | None


_SESSIONS, _ACCOUNTS, _PROFILES = table_of(Session), table_of(Account), table_of(Profile)
_TOKEN = sa.bindparam("token_hash", type_=_SESSIONS.c.token_hash.type)
_BY_TOKEN: sa.Select[*tuple[Any, ...]] = (
    sa.select(
        _SESSIONS.c.id,
        _SESSIONS.c.token_hash,
        _SESSIONS.c.seen_at,
        _SESSIONS.c.expires_at,
        _SESSIONS.c.ends_at,
        _ACCOUNTS.c.id,
        _ACCOUNTS.c.full_name,
        _ACCOUNTS.c.email,
        _ACCOUNTS.c.created_at,
        _ACCOUNTS.c.suspended_at,
        _ACCOUNTS.c.suspended_until,
        _ACCOUNTS.c.role,
        _PROFILES.c.id,
        _PROFILES.c.display_name,
        _PROFILES.c.email,
        _PROFILES.c.language,
        _PROFILES.c.avatar_url,
        _PROFILES.c.welcome_due_since,
        _PROFILES.c.notice_seen_at,
    )
    .join_from(_SESSIONS, _ACCOUNTS, _ACCOUNTS.c.id == _SESSIONS.c.account_id)
    .outerjoin(_PROFILES, _PROFILES.c.id == _ACCOUNTS.c.id)
    .where(sa.or_(_SESSIONS.c.token_hash == _TOKEN, _SESSIONS.c.previous_hash == _TOKEN))
)

_SUSPENSION = (
    sa.select(_ACCOUNTS.c.suspended_at, _ACCOUNTS.c.suspended_until)
    .join_from(_SESSIONS, _ACCOUNTS, _ACCOUNTS.c.id == _SESSIONS.c.account_id)
    .where(_SESSIONS.c.id == sa.bindparam("session_id", type_=_SESSIONS.c.id.type))
)


async def refuse_closed_session(source: Source, session_id: str, *, now: datetime) -> None:
    """Raises Refusal if the session was closed (401) or its member suspended (403)."""
    rows = await reader_over(source).rows(_SUSPENSION, {"session_id": session_id})
    if not rows:
        raise Refusal("login.required", 401)
    suspended_at, until = rows[0]
    if is_suspended(suspended_at, until, now=now):
        raise Refusal(SUSPENDED, 403)


async def find_member_id(source: Source, token_hash: str) -> str | None:
    """Returns the id of the member whose session has this token; the session may have expired.

    The token before the last rotation counts too. None for an unknown token.
    """
    rows = await reader_over(source).rows(_BY_TOKEN, {"token_hash": token_hash})
    return _SessionRow(*rows[0]).account_id if rows else None


async def is_member(session: AsyncSession, member_id: str) -> bool:
    """Returns whether there is an account with this id."""
    found = await session.scalar(sa.select(Account.id).where(Account.id == member_id))
    return found is not None


async def find_account(session: AsyncSession, member: Member) -> AccountEntry | None:
    """Returns the member's account; None if it was removed in another tab."""
    select = (
        sa.select(
            Account.issuer,
            Account.subject,
            Account.full_name,
            Profile.notice_seen_at,
            Profile.shares_favourites,
            Profile.shares_follows,
        )
        .outerjoin(Profile, Profile.id == Account.id)
        .where(Account.id == member.id)
    )
    row = (await session.execute(select)).one_or_none()
    return AccountEntry(*row) if row else None


async def list_sessions(
    session: AsyncSession, member: Member, *, current: str, now: datetime
) -> list[SessionEntry]:
    """Returns the member's open sessions, last seen first; marks the one with the id `current`."""
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


async def find_open_sessions(
    session: AsyncSession, ids: Set[str], *, now: datetime
) -> frozenset[str]:
    """Returns the ids of those of the sessions that are open; a suspension has ended them too."""
    rows = await session.scalars(sa.select(Session).where(Session.id.in_(ids)))
    return frozenset(row.id for row in rows if is_alive(times_of(row), now))


def times_of(row: Session) -> Times:
    return Times(seen_at=row.seen_at, expires_at=row.expires_at, ends_at=row.ends_at)


def _member(found: _SessionRow, times: Times, *, now: datetime) -> Member:
    """Returns the member of a session; without a profile the name comes from the account."""
    email = found.profile_email or found.email
    name = (
        first_name(full=found.full_name, email=found.email)
        if found.profile_id is None
        else own_name(chosen=found.display_name, email=email)
    )
    return Member(
        id=found.account_id,
        display_name=name,
        language="en" if found.language == "en" else "ja",
        avatar_url=found.avatar_url,
        full_name=found.full_name,
        email=found.email,
        joined_at=found.created_at,
        is_welcome_due=found.welcome_due_since is not None,
        is_notice_due=is_notice_due(found.created_at, found.notice_seen_at, now),
        role=cast("Role | None", found.role if found.role in get_args(Role) else None),
        signed_in_at=signed_in_at(times),
    )


async def list_role_holders(session: AsyncSession) -> RoleList:
    """Returns the members with a role, administrators first, then by name."""
    name = Profile.display_name
    select = (
        sa.select(Account.id, name, Account.role)
        .outerjoin(Profile, Profile.id == Account.id)
        .where(Account.role.is_not(None))
        .order_by(Account.role, name, Account.id)
    )
    rows = await session.execute(select)
    return RoleList(tuple(RoleHolder(id, public_name(own), role or "") for id, own, role in rows))
