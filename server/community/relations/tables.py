"""Tables of what a member does not want to read: members, words and categories."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from server.database.declarative import ID, Base, UtcDateTime


class MemberRelation(Base):
    """Mute or block of one member by another."""

    __tablename__ = "member_relations"
    # For the blocks by others, and for the readers that a new post does not reach.
    __table_args__ = (sa.Index(None, "other_id"),)

    member_id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    other_id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    kind: Mapped[str] = mapped_column(sa.String(8))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class MutedTopic(Base):
    """Word or category whose posts a member does not want in the feed."""

    __tablename__ = "muted_topics"
    __table_args__ = (sa.Index(None, "kind", "value"),)

    member_id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    kind: Mapped[str] = mapped_column(sa.String(8), primary_key=True)
    # A word in the normal form of searches, or the category's id.
    value: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    # The word as the member wrote it.
    written: Mapped[str] = mapped_column(sa.String(64))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
