"""Actions on sessions: open one after a sign-in, rotate its token, close it, delete old ones."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import uuid4

import sqlalchemy as sa

from server.accounts.profiles.actions import create_profile, is_welcome_due, save_email
from server.accounts.profiles.rules import RESERVED_NAMES, ReservedNames, acceptable_name
from server.accounts.sessions.actions.departures import remove_ended_hashes
from server.accounts.sessions.claims import Identity
from server.accounts.sessions.queries import SignedIn, find_signed_in
from server.accounts.sessions.rules import (
    CLOCK_SKEW,
    IDLE_MOST,
    SESSIONS_MOST,
    Times,
    device_of,
    is_suspended,
    times_at,
)
from server.accounts.sessions.tables import Account, CompletedSignIn, PendingSignIn, Session
from server.accounts.sessions.tokens import Secret, hash_of, new_token
from server.contracts.routes import Language
from server.database.dialects import empty_write_ahead_log, insert_for
from server.database.transaction import Transaction
from server.errors import Refusal
from server.moderation.actions import remove_old_resets
from server.realtime.events import MemberChanged
from server.web.viewer import Member


@dataclass(frozen=True, slots=True)
class OpenedSession:
    """Token and dates of a new or refreshed session, and what the next page depends on."""

    token: str
    times: Times
    is_welcome_due: bool = False
    # The session opens the page of the suspension alone.
    is_suspended: bool = False


async def record_callback(transaction: Transaction, state: str, *, expires_at: datetime) -> bool:
    """Records that a callback used the state of a sign-in; returns False if one already had."""
    row = {"state_hash": hash_of(state), "expires_at": expires_at}
    insert = insert_for(transaction.session, CompletedSignIn).values(row)
    added = await transaction.session.execute(
        insert.on_conflict_do_nothing().returning(CompletedSignIn.state_hash)
    )
    return added.one_or_none() is not None


async def open_session(
    transaction: Transaction,
    identity: Identity,
    *,
    visit: "SignInContext",
    now: datetime,
    reserved: ReservedNames = RESERVED_NAMES,
) -> OpenedSession:
    """Saves account and profile, opens a session, and closes the browser's previous session.

    The least recently refreshed sessions above SESSIONS_MOST are closed too. A suspended member's
    session opens only the page of the suspension; elsewhere the member is a visitor.
    """
    name = acceptable_name(identity.full_name, reserved)
    account_id, is_barred = await _save_account(
        transaction, identity, name=name, visit=visit, now=now
    )
    if visit.previous_token:
        await close_session_of(transaction, visit.previous_token)
    token, times = new_token(), times_at(now)
    transaction.session.add(
        Session(
            id=str(uuid4()),
            account_id=account_id,
            token_hash=hash_of(token),
            device=device_of(visit.user_agent),
            created_at=now,
            **times._asdict(),
        )
    )
    await transaction.session.flush()
    await _close_the_oldest(transaction, account_id)
    is_due = not is_barred and await is_welcome_due(transaction, account_id)
    return OpenedSession(token, times, is_due, is_suspended=is_barred)


@dataclass(frozen=True, slots=True)
class SignInContext:
    """Browser that signs in: user agent, token of its previous session, language."""

    user_agent: str
    previous_token: str | None
    language: Language | None


async def refresh_session(
    transaction: Transaction, token: str, *, secret: Secret, now: datetime
) -> OpenedSession:
    """Rotates the token and extends the session; concurrent requests get the same token.

    Raises Refusal 401 for a closed, ended or suspended session.
    """
    found = await find_signed_in(transaction.session, hash_of(token), now=now)
    if not isinstance(found, SignedIn):
        raise Refusal("login.required", 401)
    following = secret.next_token(token)
    if found.is_previous:
        return OpenedSession(following, found.times)
    times = times_at(now, ends_at=found.times.ends_at)
    update = (
        sa.update(Session)
        .where(Session.id == found.session_id, Session.token_hash == hash_of(token))
        .values(token_hash=hash_of(following), previous_hash=hash_of(token), **times._asdict())
    )
    slid = await transaction.session.execute(update.returning(Session.id))
    if slid.one_or_none() is None:
        # Another tab has refreshed or signed out in the meantime.
        found = await find_signed_in(transaction.session, hash_of(following), now=now)
        if not isinstance(found, SignedIn):
            raise Refusal("login.required", 401)
        return OpenedSession(following, found.times)
    return OpenedSession(following, times)


async def close_session(transaction: Transaction, member: Member, *, session_id: str) -> bool:
    """Closes a session of the member; returns False if it is not theirs or closed already."""
    delete = sa.delete(Session).where(Session.id == session_id, Session.account_id == member.id)
    closed = await transaction.session.execute(delete.returning(Session.id))
    return closed.one_or_none() is not None


async def close_session_of(transaction: Transaction, token: str) -> None:
    """Closes the session with this token, which may be the one before the last rotation."""
    hashed = hash_of(token)
    await transaction.session.execute(
        sa.delete(Session).where(
            sa.or_(Session.token_hash == hashed, Session.previous_hash == hashed)
        )
    )


async def close_all_sessions(transaction: Transaction, member: Member) -> None:
    await transaction.session.execute(sa.delete(Session).where(Session.account_id == member.id))


async def remove_account(transaction: Transaction, member: Member) -> None:
    """Deletes the account; sessions and profile are deleted by cascade.

    After the commit SQLite's journal is emptied too, which still has the deleted rows.
    """
    transaction.after_commit(partial(empty_write_ahead_log, transaction.session))
    await transaction.session.execute(sa.delete(Account).where(Account.id == member.id))
    transaction.announce(MemberChanged())


async def remove_expired(transaction: Transaction, now: datetime) -> None:
    """Deletes sessions and sign-ins that have expired, and hashes of former members who may return.

    Also deletes reset profiles that no undo needs. Completed sign-ins stay for the time by which
    clocks may differ.
    """
    await transaction.session.execute(
        sa.delete(Session).where(sa.or_(Session.ends_at <= now, Session.seen_at <= now - IDLE_MOST))
    )
    # Another host's clock may be behind, and would still open the seal.
    await transaction.session.execute(
        sa.delete(CompletedSignIn).where(CompletedSignIn.expires_at <= now - CLOCK_SKEW)
    )
    await transaction.session.execute(
        sa.delete(PendingSignIn).where(PendingSignIn.expires_at <= now)
    )
    await remove_ended_hashes(transaction, now)
    await remove_old_resets(transaction, now)


async def _save_account(
    transaction: Transaction,
    identity: Identity,
    *,
    name: str | None,
    visit: SignInContext,
    now: datetime,
) -> tuple[str, bool]:
    """Saves the account of an issuer and subject, and its profile unless the member is suspended.

    E-mail addresses never identify an account. Returns its id and whether it is suspended.
    """
    values = {
        "id": str(uuid4()),
        "issuer": identity.issuer,
        "subject": identity.subject,
        "email": identity.email,
        "full_name": name,
        "created_at": now,
    }
    insert = insert_for(transaction.session, Account).values(values)
    saved = insert.on_conflict_do_update(
        index_elements=["issuer", "subject"],
        set_={"email": values["email"], "full_name": values["full_name"]},
    ).returning(Account.id, Account.suspended_at, Account.suspended_until)
    account_id, suspended_at, until = (await transaction.session.execute(saved)).one()
    if is_suspended(suspended_at, until, now=now):
        return account_id, True
    member = Member(
        id=account_id,
        display_name="",
        language=visit.language or "ja",
        email=identity.email,
    )
    await create_profile(transaction, member, name=name, now=now)
    await save_email(transaction, account_id, email=identity.email)
    return account_id, False


async def _close_the_oldest(transaction: Transaction, account_id: str) -> None:
    """Closes the least recently seen sessions of a member who has more than SESSIONS_MOST."""
    kept = (
        sa.select(Session.id)
        .where(Session.account_id == account_id)
        .order_by(Session.seen_at.desc(), Session.id)
        .limit(SESSIONS_MOST)
    )
    ids = (await transaction.session.scalars(kept)).all()
    await transaction.session.execute(
        sa.delete(Session).where(Session.account_id == account_id, Session.id.not_in(ids))
    )
