"""Table of the moderation log; an entry outlives the post, comment or member it is about."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from server.database.declarative import ID, Base, BigId, Json, UtcDateTime


class ModerationEntry(Base):
    """Entry of the moderation log; of the member it holds only the id."""

    __tablename__ = "moderation_log"

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    made_by: Mapped[str] = mapped_column(sa.String(80))
    action: Mapped[str] = mapped_column(sa.String(32))
    # Id of the post or comment; null if the entry is about the member.
    subject_kind: Mapped[str] = mapped_column(sa.String(16))
    subject_id: Mapped[int | None] = mapped_column(BigId)
    # Member concerned; null after they have left.
    member_id: Mapped[str | None] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="SET NULL"), index=True
    )
    reason: Mapped[str] = mapped_column(sa.Text())
    details: Mapped[dict[str, str | int | None]] = mapped_column(Json)
