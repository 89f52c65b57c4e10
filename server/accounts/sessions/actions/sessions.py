"""Actions on sessions: begin and finish a sign-in, rotate a token, close a session."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import uuid4

import sqlalchemy as sa

from server.accounts.profiles.actions import create_profile, save_email
from server.accounts.profiles.rules import RESERVED_NAMES, ReservedNames, acceptable_name
from server.accounts.sessions.claims import Identity
from server.accounts.sessions.queries import SignedIn, find_signed_in
from server.accounts.sessions.rules import (
    IDLE_MOST,
    PENDING_LIFE,
    PENDING_MOST,
    SESSIONS_MOST,
    SUSPENDED,
    Times,
    day_of,
    device_of,
    is_pending,
    is_suspended,
    times_at,
)
from server.accounts.sessions.tables import Account, PendingSignIn, Session
from server.accounts.sessions.tokens import Secret, hash_of, new_token
from server.contracts.routes import Language
from server.database.dialects import insert_for, remove_deleted_content
from server.database.transaction import Transaction
from server.errors import Refusal
from server.realtime.events import MemberChanged
from server.web.viewer import Member


@dataclass(frozen=True, slots=True)
class PendingRequest:
    """Values that a callback must match, and the path to return to."""

    state: str
    nonce: str
    verifier: str
    return_path: str
    language: Language | None


@dataclass(frozen=True, slots=True)
class OpenedSession:
    """New token of a session, and the session's dates."""

    token: str
    times: Times


async def begin_sign_in(transaction: Transaction, pending: PendingRequest, *, now: datetime) -> str:
    """Stores a sign-in that is in progress and returns the token for its cookie."""
    token = new_token()
    transaction.session.add(
        PendingSignIn(
            token_hash=hash_of(token),
            state=pending.state,
            nonce=pending.nonce,
            verifier=pending.verifier,
            return_path=pending.return_path,
            language=pending.language,
            expires_at=now + PENDING_LIFE,
        )
    )
    await transaction.session.flush()
    await _delete_oldest_sign_ins(transaction)
    return token


async def take_pending_sign_in(
    transaction: Transaction, tokens: Sequence[str], *, state: str, now: datetime
) -> tuple[PendingRequest | None, tuple[str, ...]]:
    """Deletes and returns the sign-in with this state, and the tokens of the other ones.

    A callback with another state leaves the stored sign-in in place.
    """
    hashed = {hash_of(token): token for token in tokens}
    delete = sa.delete(PendingSignIn).where(
        PendingSignIn.token_hash.in_(hashed), PendingSignIn.state == state
    )
    row = (await transaction.session.execute(delete.returning(PendingSignIn))).scalar_one_or_none()
    if row is None:
        return None, tuple(tokens)
    others = tuple(token for digest, token in hashed.items() if digest != row.token_hash)
    if not is_pending(row.expires_at, now):
        return None, others
    language: Language | None = "en" if row.language == "en" else "ja" if row.language else None
    pending = PendingRequest(
        state=row.state,
        nonce=row.nonce,
        verifier=row.verifier,
        return_path=row.return_path,
        language=language,
    )
    return pending, others


async def open_session(
    transaction: Transaction,
    identity: Identity,
    *,
    visit: "SignInContext",
    now: datetime,
    reserved: ReservedNames = RESERVED_NAMES,
) -> OpenedSession:
    """Opens a session with a new token and closes the browser's previous session."""
    name = acceptable_name(identity.full_name, reserved)
    account_id = await _save_account(transaction, identity, name=name, visit=visit, now=now)
    if visit.previous_token:
        hashed = hash_of(visit.previous_token)
        await transaction.session.execute(
            sa.delete(Session).where(
                sa.or_(Session.token_hash == hashed, Session.previous_hash == hashed)
            )
        )
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
    return OpenedSession(token, times)


@dataclass(frozen=True, slots=True)
class SignInContext:
    """The browser that signs in: user agent, token of its previous session, language."""

    user_agent: str
    previous_token: str | None
    language: Language | None


async def refresh_session(
    transaction: Transaction, token: str, *, secret: Secret, now: datetime
) -> OpenedSession:
    """Rotates the token and extends the session; concurrent requests get the same token."""
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
    delete = sa.delete(Session).where(Session.id == session_id, Session.account_id == member.id)
    closed = await transaction.session.execute(delete.returning(Session.id))
    return closed.one_or_none() is not None


async def close_all_sessions(transaction: Transaction, member: Member) -> None:
    await transaction.session.execute(sa.delete(Session).where(Session.account_id == member.id))


async def remove_account(transaction: Transaction, member: Member) -> None:
    """Deletes the account; sessions and profile are deleted by cascade."""
    transaction.after_commit(partial(remove_deleted_content, transaction.session))
    await transaction.session.execute(sa.delete(Account).where(Account.id == member.id))
    transaction.announce(MemberChanged())


async def remove_expired(transaction: Transaction, now: datetime) -> None:
    await transaction.session.execute(
        sa.delete(Session).where(sa.or_(Session.ends_at <= now, Session.seen_at <= now - IDLE_MOST))
    )
    await transaction.session.execute(
        sa.delete(PendingSignIn).where(PendingSignIn.expires_at <= now)
    )


async def _save_account(
    transaction: Transaction,
    identity: Identity,
    *,
    name: str | None,
    visit: SignInContext,
    now: datetime,
) -> str:
    """Upserts the account by issuer and subject; e-mail addresses never identify an account."""
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
        raise Refusal(SUSPENDED, 403, params={"until": day_of(until)} if until else {})
    member = Member(
        id=account_id,
        display_name="",
        language=visit.language or "ja",
        email=identity.email,
    )
    await create_profile(transaction, member, name=name, now=now)
    await save_email(transaction, account_id, email=identity.email)
    return account_id


async def _delete_oldest_sign_ins(transaction: Transaction) -> None:
    """Deletes the oldest unfinished sign-ins above PENDING_MOST."""
    forgotten = (
        sa.select(PendingSignIn.token_hash)
        .order_by(PendingSignIn.expires_at.desc(), PendingSignIn.token_hash)
        .offset(PENDING_MOST)
        .with_for_update(skip_locked=True)
    )
    hashes = (await transaction.session.scalars(forgotten)).all()
    if hashes:
        await transaction.session.execute(
            sa.delete(PendingSignIn).where(PendingSignIn.token_hash.in_(hashes))
        )


async def _close_the_oldest(transaction: Transaction, account_id: str) -> None:
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
