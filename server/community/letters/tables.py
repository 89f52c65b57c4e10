"""Tables of notification choices, of consents to the weekly letter, and of its outbox."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from server.database.declarative import ID, Base, BigId, UtcDateTime


class NotificationChoice(Base):
    """Channel of one kind of notification; a kind without a row is shown on the site."""

    __tablename__ = "notification_choices"

    member_id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    kind: Mapped[str] = mapped_column(sa.String(12), primary_key=True)
    # "off" or "letter".
    channel: Mapped[str] = mapped_column(sa.String(8))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class LetterConsent(Base):
    """Consent of a member to the weekly letter; deleted when the member ends it."""

    __tablename__ = "letter_consents"

    member_id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    consented_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)


class Letter(Base):
    """Letter of one member for one week, in the outbox or handed over."""

    __tablename__ = "letters"
    __table_args__ = (
        sa.UniqueConstraint("member_id", "week"),
        sa.Index(None, "state", "due_at"),
        # The Message-ID contains the id, so no other letter may get it.
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    member_id: Mapped[str] = mapped_column(ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    # Monday of the week in Japan, such as 2026-11-23.
    week: Mapped[str] = mapped_column(sa.String(10))
    # A state of `schemas.LetterState`.
    state: Mapped[str] = mapped_column(sa.String(8))
    attempts: Mapped[int] = mapped_column(sa.SmallInteger)
    # Time of the next attempt while waiting, of the last change otherwise.
    due_at: Mapped[datetime] = mapped_column(UtcDateTime)
