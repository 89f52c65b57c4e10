"""Tables of post images, replaced ones, stored files to be removed, and refused pictures."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from server.database.declarative import ID, Base, BigId, Json, UtcDateTime

OBJECT_NAME = sa.String(160)
FINGERPRINT = sa.String(64)


class PostImage(Base):
    """Stored image; the cleanup removes it after a day without a post."""

    __tablename__ = "post_images"
    __table_args__ = (sa.Index(None, "post_id", "position"),)

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    # Null once the member's account is removed and the post is kept.
    user_id: Mapped[str | None] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="SET NULL"), index=True
    )
    # Images of a post that is deleted otherwise are left to the cleanup.
    post_id: Mapped[int | None] = mapped_column(
        BigId, sa.ForeignKey("posts.id", ondelete="SET NULL")
    )
    position: Mapped[int] = mapped_column(sa.SmallInteger)
    alt: Mapped[str | None] = mapped_column(sa.String(200))
    # The original format, `{member}/{timestamp}.{ending}`, and all files, itself included; after
    # the member has left, `kept-…` stands in place of the member.
    name: Mapped[str] = mapped_column(OBJECT_NAME, unique=True)
    files: Mapped[list[str]] = mapped_column(Json)
    width: Mapped[int] = mapped_column(sa.Integer)
    height: Mapped[int] = mapped_column(sa.Integer)
    placeholder: Mapped[str] = mapped_column(sa.Text())
    srcset: Mapped[str] = mapped_column(sa.Text())
    # Better formats, best first: `[{"type": …, "srcset": …}]`.
    sources: Mapped[list[dict[str, str]]] = mapped_column(Json)
    bytes: Mapped[int] = mapped_column(sa.Integer)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    # Hash of the pixels of the upload; null for uploads before revision 0027.
    fingerprint: Mapped[str | None] = mapped_column(FINGERPRINT)
    # Hashes of the pixels of the stored files; null for uploads before revision 0035.
    file_fingerprints: Mapped[list[str] | None] = mapped_column(Json)


class ReplacedPicture(Base):
    """Picture that its author took out of a reported post, until the reports are decided."""

    __tablename__ = "replaced_pictures"
    __table_args__ = (sa.Index(None, "post_id"),)

    image_id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("post_images.id", ondelete="CASCADE"), primary_key=True
    )
    # Post that it was part of when it was reported.
    post_id: Mapped[int] = mapped_column(BigId, sa.ForeignKey("posts.id", ondelete="CASCADE"))


class PendingRemoval(Base):
    """Stored file without a row that uses it; stays until the store has removed it."""

    __tablename__ = "pending_removals"

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    bucket: Mapped[str] = mapped_column(sa.String(32))
    name: Mapped[str] = mapped_column(OBJECT_NAME)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)


class RefusedPicture(Base):
    """Picture of a post that a moderator removed; uploads with its pixels are refused."""

    __tablename__ = "refused_pictures"
    __table_args__ = (sa.Index(None, "post_id"),)

    fingerprint: Mapped[str] = mapped_column(FINGERPRINT, primary_key=True)
    # Number of the removed post: an appeal against its removal allows its pictures again.
    post_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class RefusedAvatar(Base):
    """Picture of a member that a moderator removed; uploads with its pixels are refused."""

    __tablename__ = "refused_avatars"
    __table_args__ = (sa.Index(None, "entry_id"),)

    fingerprint: Mapped[str] = mapped_column(FINGERPRINT, primary_key=True)
    # Entry of the moderation log: its undo allows the picture again.
    entry_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
