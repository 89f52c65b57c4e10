"""Table of what members follow."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from server.database.declarative import ID, Base, UtcDateTime


class Follow(Base):
    """Subject that a member follows, such as a cultivar or question.

    Others see only cultivars, and only if the member shares them.
    """

    __tablename__ = "follows"
    # For the follows that end with the account of the followed member.
    __table_args__ = (sa.Index(None, "kind", "value"),)

    member_id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    kind: Mapped[str] = mapped_column(sa.String(12), primary_key=True)
    # Id of the cultivar, member, prefecture or tea type, number of the question.
    value: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
