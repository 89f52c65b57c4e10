"""Tables of collections: names under which a member keeps saved posts together."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from server.database.declarative import ID, Base, BigId, UtcDateTime


class Collection(Base):
    """Named collection of saved posts; seen by its member alone unless it is shared."""

    __tablename__ = "collections"
    __table_args__ = (sa.UniqueConstraint("member_id", "folded"),)

    # Not a number: the address of a deleted collection never becomes that of another one.
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    member_id: Mapped[str] = mapped_column(ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(sa.Text())
    # Without width, case, kana and accents: two names of one member differ in more than these.
    folded: Mapped[str] = mapped_column(sa.Text())
    is_shared: Mapped[bool] = mapped_column(sa.Boolean)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class CollectionPost(Base):
    """Post in a collection; it is one of the posts that the member saved."""

    __tablename__ = "collection_posts"
    __table_args__ = (
        sa.UniqueConstraint("collection_id", "post_id"),
        sa.Index(None, "collection_id", "id"),
        sa.Index(None, "post_id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    collection_id: Mapped[str] = mapped_column(ID, sa.ForeignKey(Collection.id, ondelete="CASCADE"))
    post_id: Mapped[int] = mapped_column(BigId, sa.ForeignKey("posts.id", ondelete="CASCADE"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
