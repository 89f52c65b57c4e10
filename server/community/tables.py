"""Tables of posts, their search text, likes, saves, comments, mentions, and what is withheld."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from server.database.declarative import ID, IDS_OF, Base, BigId, Json, UtcDateTime

CHOICE = sa.String(64)


class Post(Base):
    """One post; its counters change only together with the rows that they count."""

    __tablename__ = "posts"
    __table_args__ = (
        sa.Index(None, "created_at", "id"),
        sa.Index(None, "likes", "created_at", "id"),
        # Filtered columns follow the order, so that counting reads the index alone.
        sa.Index("ix_posts_newest_in_category", "category", "created_at", "id", "rating"),
        sa.Index(
            "ix_posts_popular_in_category",
            "category",
            "likes",
            "created_at",
            "id",
            "rating",
            "tea_type",
            "prefecture",
        ),
        sa.Index(None, "category", "tea_type", "created_at", "id"),
        sa.Index(None, "category", "prefecture", "created_at", "id"),
        sa.Index(None, "category", "tea_variety", "created_at", "id"),
        sa.Index(None, "prefecture", "created_at", "id"),
        sa.Index(None, "tea_type", "created_at", "id"),
        sa.Index(None, "tea_variety", "created_at", "id"),
        sa.Index(None, "user_id", "created_at", "id"),
        # The number of a removed post is not used again: its address answers 410.
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    # Null once the author has left and the post stays.
    user_id: Mapped[str | None] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="SET NULL")
    )
    content: Mapped[str] = mapped_column(sa.Text())
    category: Mapped[str] = mapped_column(sa.String(32))
    title: Mapped[str | None] = mapped_column(sa.String(100))
    tea_type: Mapped[str | None] = mapped_column(CHOICE)
    tea_variety: Mapped[str | None] = mapped_column(CHOICE)
    prefecture: Mapped[str | None] = mapped_column(CHOICE)
    rating: Mapped[int | None] = mapped_column(sa.SmallInteger)
    price_yen: Mapped[int | None] = mapped_column(sa.Integer)
    shop_name: Mapped[str | None] = mapped_column(sa.String(100))
    harvest_period: Mapped[str | None] = mapped_column(sa.String(50))
    processing_method: Mapped[str | None] = mapped_column(sa.String(100))
    language: Mapped[str] = mapped_column(sa.String(2))
    likes: Mapped[int] = mapped_column(sa.Integer)
    comments_count: Mapped[int] = mapped_column(sa.Integer)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    edited_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    # Comment that the question's author or a moderator chose; cleared with it, as the two tables
    # cannot both name the other by a foreign key.
    answer_id: Mapped[int | None] = mapped_column(BigId)
    # Comment that the post's author pinned, for the same reason without a foreign key.
    pinned_id: Mapped[int | None] = mapped_column(BigId)
    # Since when nobody can comment.
    comments_locked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class PostText(Base):
    """Search text of a post: in normal form, and as indexed bigrams."""

    __tablename__ = "post_texts"

    post_id: Mapped[int] = mapped_column(
        BigId,
        sa.ForeignKey("posts.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )
    folded: Mapped[str] = mapped_column(sa.Text())
    grams: Mapped[str] = mapped_column(sa.Text())


class PostLike(Base):
    """Like of a post by a member."""

    __tablename__ = "post_likes"
    __table_args__ = (
        sa.UniqueConstraint("user_id", "post_id"),
        sa.Index(None, "user_id", "id"),
        sa.Index(None, "post_id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    user_id: Mapped[str] = mapped_column(ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    post_id: Mapped[int] = mapped_column(BigId, sa.ForeignKey("posts.id", ondelete="CASCADE"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class SavedPost(Base):
    """Post that a member saved to find it again; nobody else sees it."""

    __tablename__ = "saved_posts"
    __table_args__ = (
        sa.UniqueConstraint("user_id", "post_id"),
        sa.Index(None, "user_id", "id"),
        sa.Index(None, "post_id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    user_id: Mapped[str] = mapped_column(ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"))
    post_id: Mapped[int] = mapped_column(BigId, sa.ForeignKey("posts.id", ondelete="CASCADE"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Comment(Base):
    """Comment on a post."""

    __tablename__ = "comments"
    __table_args__ = (
        sa.Index(None, "post_id", "created_at", "id"),
        # Order of a thread, for comments without a parent and for replies.
        sa.Index("ix_comments_thread", "post_id", "parent_at", "parent_id", "created_at", "id"),
        sa.Index(None, "user_id"),
        # Reports, the log and replies name a comment by its id also after its deletion.
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    post_id: Mapped[int] = mapped_column(BigId, sa.ForeignKey("posts.id", ondelete="CASCADE"))
    user_id: Mapped[str | None] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="SET NULL")
    )
    content: Mapped[str] = mapped_column(sa.Text())
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    edited_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    # Comment that this one replies to, and its time, which is the reply's place in the thread. Both
    # stay when that comment is deleted, so there is no foreign key.
    parent_id: Mapped[int | None] = mapped_column(BigId, info={IDS_OF: "comments"})
    parent_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class WithheldPost(Base):
    """Post that readers do not see: just deleted, hidden by a moderator, or held for review.

    It has one row for each of these states, and none if it is public.
    """

    __tablename__ = "withheld_posts"
    __table_args__ = (sa.Index(None, "state", "at"),)

    post_id: Mapped[int] = mapped_column(
        BigId,
        sa.ForeignKey("posts.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )
    state: Mapped[str] = mapped_column(sa.String(16), primary_key=True)
    # Its author, who sees what is not deleted.
    user_id: Mapped[str | None] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="SET NULL"), index=True
    )
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    # Rule that held it, also once a moderator hides what is held; else null.
    reason: Mapped[str | None] = mapped_column(sa.String(16))


class WithheldComment(Base):
    """Comment that readers do not see, for the same reasons; its post does not count it."""

    __tablename__ = "withheld_comments"
    __table_args__ = (sa.Index(None, "state", "at"),)

    comment_id: Mapped[int] = mapped_column(
        BigId,
        sa.ForeignKey("comments.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )
    state: Mapped[str] = mapped_column(sa.String(16), primary_key=True)
    # Its author. Without a foreign key: SQLite could not remove an account while the table of
    # comments is missing. The row goes with the comment, and the comments go with the account.
    user_id: Mapped[str | None] = mapped_column(ID, index=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    # Rule that held it, also once a moderator hides what is held; else null.
    reason: Mapped[str | None] = mapped_column(sa.String(16))
    # It was the answer of a question, and becomes it again when it is shown.
    was_answer: Mapped[bool] = mapped_column(sa.Boolean)


class PostMention(Base):
    """Member whom a post named when it was written, and the place in its text, in UTF-16 units."""

    __tablename__ = "post_mentions"

    post_id: Mapped[int] = mapped_column(
        BigId, sa.ForeignKey("posts.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    at: Mapped[int] = mapped_column(sa.Integer(), primary_key=True, autoincrement=False)
    length: Mapped[int] = mapped_column(sa.Integer())
    member_id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), index=True
    )


class CommentMention(Base):
    """Member whom a comment named when it was written, and the place in its text."""

    __tablename__ = "comment_mentions"

    comment_id: Mapped[int] = mapped_column(
        BigId,
        sa.ForeignKey("comments.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )
    at: Mapped[int] = mapped_column(sa.Integer(), primary_key=True, autoincrement=False)
    length: Mapped[int] = mapped_column(sa.Integer())
    # Without a foreign key, as for a notice; removed before the account.
    member_id: Mapped[str] = mapped_column(ID, index=True)


class MovedPost(Base):
    """Category that a post had before a moderator moved it, and the fields that it lost."""

    __tablename__ = "moved_posts"

    post_id: Mapped[int] = mapped_column(
        BigId,
        sa.ForeignKey("posts.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )
    category: Mapped[str] = mapped_column(sa.String(32))
    fields: Mapped[dict[str, str | int]] = mapped_column(Json)


class RemovedPost(Base):
    """Id of a deleted post; its address answers 410 instead of 404."""

    __tablename__ = "removed_posts"

    id: Mapped[int] = mapped_column(
        BigId, primary_key=True, autoincrement=False, info={IDS_OF: "posts"}
    )
    removed_at: Mapped[datetime] = mapped_column(UtcDateTime)


class IdempotencyKey(Base):
    """Idempotency key of a request that writes a post or comment."""

    __tablename__ = "idempotency_keys"

    user_id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    key: Mapped[str] = mapped_column(ID, primary_key=True)
    # Post that was written or commented on; null only inside the transaction that writes it.
    post_id: Mapped[int | None] = mapped_column(BigId)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
