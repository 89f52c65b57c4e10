"""Tables of notices, each for one member, and of the posts and groups that a member has read."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from server.database.declarative import ID, Base, BigId, UtcDateTime


class Notice(Base):
    """Comment that one member is notified of: a reply, a mention, or their chosen answer."""

    __tablename__ = "notices"
    __table_args__ = (
        sa.Index(None, "member_id", "at"),
        sa.Index(None, "comment_id"),
        sa.Index(None, "post_id"),
    )

    # Without a foreign key, as for the author of a withheld comment; removed before the account.
    member_id: Mapped[str] = mapped_column(ID, primary_key=True)
    # "reply", "mention" or "answer".
    kind: Mapped[str] = mapped_column(sa.String(8), primary_key=True)
    comment_id: Mapped[int] = mapped_column(
        BigId,
        sa.ForeignKey("comments.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )
    post_id: Mapped[int] = mapped_column(BigId, sa.ForeignKey("posts.id", ondelete="CASCADE"))
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class PostNotice(Base):
    """Post that one member is notified of, because it mentions them."""

    __tablename__ = "post_notices"
    __table_args__ = (sa.Index(None, "member_id", "at"), sa.Index(None, "post_id"))

    member_id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    post_id: Mapped[int] = mapped_column(
        BigId, sa.ForeignKey("posts.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class NotificationRead(Base):
    """Time at which a member last opened a post that had notifications for them."""

    __tablename__ = "notification_reads"
    __table_args__ = (sa.Index(None, "post_id"),)

    member_id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    post_id: Mapped[int] = mapped_column(
        BigId, sa.ForeignKey("posts.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    read_at: Mapped[datetime] = mapped_column(UtcDateTime)


class NotificationGroupRead(Base):
    """Time at which a member last read their notifications of a group, which have no post."""

    __tablename__ = "notification_group_reads"

    member_id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    # As server/community/notices/rules.py names groups; as long as the subject of a report.
    group_name: Mapped[str] = mapped_column(sa.String(48), primary_key=True)
    read_at: Mapped[datetime] = mapped_column(UtcDateTime)
