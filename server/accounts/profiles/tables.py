"""Table of profiles."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from server.database.declarative import ID, Base, UtcDateTime


class Profile(Base):
    """Profile of one member, inserted at the first sign-in; its id is the account's."""

    __tablename__ = "profiles"

    id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    # Null if the member has not chosen a name and the provider sent none.
    display_name: Mapped[str | None] = mapped_column(sa.String(50))
    email: Mapped[str | None] = mapped_column(sa.String(254))
    bio: Mapped[str | None] = mapped_column(sa.Text())
    avatar_url: Mapped[str | None] = mapped_column(sa.String(255))
    language: Mapped[str] = mapped_column(sa.String(2))
    favorite_tea_type: Mapped[str | None] = mapped_column(sa.String(64))
    favorite_tea_variety: Mapped[str | None] = mapped_column(sa.String(64))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    # Null once the member has answered the welcome, or has saved the profile.
    welcome_due_since: Mapped[datetime | None] = mapped_column(UtcDateTime)
    # Null until the member has read notifications for the first time.
    notifications_read_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    # When the member has dismissed the last notice of changed terms.
    notice_seen_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
