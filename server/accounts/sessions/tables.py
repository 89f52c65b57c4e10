"""Tables of accounts, sessions and sign-ins."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from server.database.declarative import ID, Base, UtcDateTime

HASH = sa.String(64)


class Account(Base):
    """Account, identified by issuer and subject, never by e-mail."""

    __tablename__ = "accounts"
    __table_args__ = (sa.UniqueConstraint("issuer", "subject"),)

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    issuer: Mapped[str] = mapped_column(sa.String(255))
    subject: Mapped[str] = mapped_column(sa.String(255))
    email: Mapped[str | None] = mapped_column(sa.String(254))
    full_name: Mapped[str | None] = mapped_column(sa.String(50))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    # Null if the member is not suspended; `suspended_until` is null without an end.
    suspended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    suspended_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    suspension_reason: Mapped[str | None] = mapped_column(sa.Text())
    # Null for a member without one.
    role: Mapped[str | None] = mapped_column(sa.String(16))


class Session(Base):
    """Session of one browser; only the hash of its token is stored."""

    __tablename__ = "sessions"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    account_id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), index=True
    )
    token_hash: Mapped[str] = mapped_column(HASH, unique=True)
    # Of the token before the last refresh; null before the first.
    previous_hash: Mapped[str | None] = mapped_column(HASH, index=True)
    # Names of browser and system.
    device: Mapped[str] = mapped_column(sa.String(80))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    # As `Times` in rules.py defines them.
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    ends_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)


class CompletedSignIn(Base):
    """State of a sign-in whose callback was answered; a second callback with it is refused."""

    __tablename__ = "completed_sign_ins"

    state_hash: Mapped[str] = mapped_column(HASH, primary_key=True)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)


class SuspendedIdentity(Base):
    """Suspended member who has left and cannot sign in again before `suspended_until`.

    Holds a keyed hash of issuer and subject, and nothing else of the member.
    """

    __tablename__ = "suspended_identities"

    identity_hash: Mapped[str] = mapped_column(HASH, primary_key=True)
    # Pseudonym by which moderators know the member.
    former_member: Mapped[str] = mapped_column(sa.String(8), unique=True)
    # Null without an end.
    suspended_until: Mapped[datetime | None] = mapped_column(UtcDateTime, index=True)


class DepartedIdentity(Base):
    """Member who left within a day after writing and cannot register again before `returns_at`.

    Holds a keyed hash of issuer and subject, and nothing else of the member.
    """

    __tablename__ = "departed_identities"

    identity_hash: Mapped[str] = mapped_column(HASH, primary_key=True)
    returns_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)


class PendingSignIn(Base):
    """Unfinished sign-in of a host before revision 0007; a later revision drops the table."""

    __tablename__ = "pending_sign_ins"

    token_hash: Mapped[str] = mapped_column(HASH, primary_key=True)
    state: Mapped[str] = mapped_column(sa.String(64))
    nonce: Mapped[str] = mapped_column(sa.String(64))
    verifier: Mapped[str] = mapped_column(sa.String(128))
    return_path: Mapped[str] = mapped_column(sa.Text())
    language: Mapped[str | None] = mapped_column(sa.String(2))
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
