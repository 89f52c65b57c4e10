"""Tables of holds: words that the operator lists, and what each member wrote lately."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from server.database.declarative import ID, Base, BigId, UtcDateTime


class ListedWord(Base):
    """Word that holds a text, in normal form and as the operator wrote it."""

    __tablename__ = "listed_words"

    word: Mapped[str] = mapped_column(sa.String(100), primary_key=True)
    written: Mapped[str] = mapped_column(sa.String(100))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class RecentText(Base):
    """Time at which a member wrote or edited something, and the digest of its text or title.

    Deleted a day later, by the member's next text or by the sweep.
    """

    __tablename__ = "recent_texts"
    __table_args__ = (sa.Index(None, "member_id", "at"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    member_id: Mapped[str] = mapped_column(ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    # "post", "comment" or "edit"; "more" for the second digest of one of these.
    kind: Mapped[str] = mapped_column(sa.String(8))
    # Null for a text that is too short to be compared.
    digest: Mapped[str | None] = mapped_column(sa.String(64))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
