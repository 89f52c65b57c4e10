"""What was done in the operator's name: one row a change, which outlives what it was about."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from server.database.declarative import ID, Base, BigId, Json, UtcDateTime


class ModerationEntry(Base):
    """Who did what, when and why; of people it holds nothing but a number, as long as they stay."""

    __tablename__ = "moderation_log"

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    made_by: Mapped[str] = mapped_column(sa.String(80))
    action: Mapped[str] = mapped_column(sa.String(32))
    # Which post or comment; null where it was about the member alone.
    subject_kind: Mapped[str] = mapped_column(sa.String(16))
    subject_id: Mapped[int | None] = mapped_column(BigId)
    # Whom it concerns: null once they have left, or where nobody was the author any longer.
    member_id: Mapped[str | None] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="SET NULL"), index=True
    )
    reason: Mapped[str] = mapped_column(sa.Text())
    details: Mapped[dict[str, str | int | None]] = mapped_column(Json)
