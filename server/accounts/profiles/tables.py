"""Table of profiles."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from server.database.declarative import ID, Base, CodePoints, Json, UtcDateTime


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
    # Hashes of the pixels of the upload and of its file; null before revision 0036.
    avatar_fingerprints: Mapped[list[str] | None] = mapped_column(Json)
    language: Mapped[str] = mapped_column(sa.String(2))
    favorite_tea_type: Mapped[str | None] = mapped_column(sa.String(64))
    favorite_tea_variety: Mapped[str | None] = mapped_column(sa.String(64))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    # Null once the member has answered or skipped the welcome, or has saved the profile.
    welcome_due_since: Mapped[datetime | None] = mapped_column(UtcDateTime)
    # Null until the member has read notifications for the first time.
    notifications_read_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    # When the member has dismissed the last notice of changed terms.
    notice_seen_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    # What the member page shows besides name, picture, bio and posts.
    shares_favourites: Mapped[bool] = mapped_column(sa.Boolean, server_default=sa.true())
    shares_follows: Mapped[bool] = mapped_column(sa.Boolean, server_default=sa.false())
    # Name that the table of searched names has; null for none.
    indexed_name: Mapped[str | None] = mapped_column(sa.String(50))


class MemberName(Base):
    """Folded name of a member, or its suffix from a word or sign, for searches."""

    __tablename__ = "member_names"
    __table_args__ = (sa.Index(None, "place", "suffix", "member_id"),)

    member_id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    suffix: Mapped[str] = mapped_column(CodePoints, primary_key=True)
    # 0 for the whole name, 1 for a suffix: whole names are found first.
    place: Mapped[int] = mapped_column(sa.SmallInteger)
