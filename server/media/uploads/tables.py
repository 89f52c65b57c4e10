"""Pictures for posts, and stored files that are still to be removed."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from server.database.declarative import ID, Base, BigId, Json, UtcDateTime

OBJECT_NAME = sa.String(160)


class PostImage(Base):
    """One stored picture, there from its upload on; without a post it is swept away after a day."""

    __tablename__ = "post_images"
    __table_args__ = (sa.Index(None, "post_id", "position"),)

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    # Null once its member has left and the post stays.
    user_id: Mapped[str | None] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="SET NULL"), index=True
    )
    # A post that vanished by any other way leaves its pictures to the sweeper.
    post_id: Mapped[int | None] = mapped_column(
        BigId, sa.ForeignKey("posts.id", ondelete="SET NULL")
    )
    position: Mapped[int] = mapped_column(sa.SmallInteger)
    alt: Mapped[str | None] = mapped_column(sa.String(200))
    # The file for every browser, `{member}/{timestamp}.{ending}`, and all files, itself included.
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


class PendingRemoval(Base):
    """A stored file that nothing points at any longer; it stays here until the store let it go."""

    __tablename__ = "pending_removals"

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    bucket: Mapped[str] = mapped_column(sa.String(32))
    name: Mapped[str] = mapped_column(OBJECT_NAME)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
