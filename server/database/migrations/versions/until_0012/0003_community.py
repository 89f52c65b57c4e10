"""Posts, their pictures, likes, comments and search index."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId, Json, UtcDateTime
from server.database.search_index import create_search_index, drop_search_index

revision = "0003"
down_revision = "0002"

ID = sa.String(36)
CHOICE = sa.String(64)


def upgrade() -> None:
    _create_posts()
    _create_post_images()
    _create_post_likes()
    _create_comments()
    op.create_table(
        "post_texts",
        sa.Column("post_id", BigId, nullable=False, autoincrement=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("grams", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("post_id", name="pk_post_texts"),
        _belongs("post_texts", "post_id", "posts", ondelete="CASCADE"),
    )
    op.create_table(
        "removed_posts",
        sa.Column("id", BigId, nullable=False, autoincrement=False),
        sa.Column("removed_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_removed_posts"),
    )
    op.create_table(
        "idempotency_keys",
        sa.Column("user_id", ID, nullable=False),
        sa.Column("key", ID, nullable=False),
        sa.Column("post_id", BigId),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "key", name="pk_idempotency_keys"),
        _belongs("idempotency_keys", "user_id", "accounts", ondelete="CASCADE"),
    )
    op.create_table(
        "pending_removals",
        sa.Column("id", BigId, nullable=False, autoincrement=True),
        sa.Column("bucket", sa.String(32), nullable=False),
        sa.Column("name", sa.String(160), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pending_removals"),
    )
    _index("pending_removals", "created_at")
    for statement in create_search_index(op.get_bind().dialect):
        op.execute(statement)


def _create_posts() -> None:
    op.create_table(
        "posts",
        sa.Column("id", BigId, nullable=False, autoincrement=True),
        sa.Column("user_id", ID),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("category", sa.String(32), nullable=False),
        sa.Column("title", sa.String(100)),
        sa.Column("tea_type", CHOICE),
        sa.Column("tea_variety", CHOICE),
        sa.Column("prefecture", CHOICE),
        sa.Column("rating", sa.SmallInteger()),
        sa.Column("price_yen", sa.Integer()),
        sa.Column("shop_name", sa.String(100)),
        sa.Column("harvest_period", sa.String(50)),
        sa.Column("processing_method", sa.String(100)),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("likes", sa.Integer(), nullable=False),
        sa.Column("comments_count", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("edited_at", UtcDateTime()),
        sa.PrimaryKeyConstraint("id", name="pk_posts"),
        _belongs("posts", "user_id", "accounts", ondelete="SET NULL"),
        sqlite_autoincrement=True,
    )
    _index("posts", "created_at", "id")
    _index("posts", "likes", "created_at", "id")
    newest = ["category", "created_at", "id", "rating"]
    op.create_index("ix_posts_newest_in_category", "posts", newest)
    popular = ["category", "likes", "created_at", "id", "rating", "tea_type", "prefecture"]
    op.create_index("ix_posts_popular_in_category", "posts", popular)
    _index("posts", "category", "tea_type", "created_at", "id")
    _index("posts", "category", "prefecture", "created_at", "id")
    _index("posts", "tea_variety", "created_at", "id")
    _index("posts", "user_id", "created_at", "id")


def _create_post_images() -> None:
    op.create_table(
        "post_images",
        sa.Column("id", ID, nullable=False),
        sa.Column("user_id", ID),
        sa.Column("post_id", BigId),
        sa.Column("position", sa.SmallInteger(), nullable=False),
        sa.Column("alt", sa.String(200)),
        sa.Column("name", sa.String(160), nullable=False),
        sa.Column("files", Json, nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("placeholder", sa.Text(), nullable=False),
        sa.Column("srcset", sa.Text(), nullable=False),
        sa.Column("sources", Json, nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_post_images"),
        sa.UniqueConstraint("name", name="uq_post_images_name"),
        _belongs("post_images", "user_id", "accounts", ondelete="SET NULL"),
        _belongs("post_images", "post_id", "posts", ondelete="SET NULL"),
    )
    _index("post_images", "post_id", "position")
    _index("post_images", "user_id")
    _index("post_images", "created_at")


def _create_post_likes() -> None:
    op.create_table(
        "post_likes",
        sa.Column("id", BigId, nullable=False, autoincrement=True),
        sa.Column("user_id", ID, nullable=False),
        sa.Column("post_id", BigId, nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_post_likes"),
        sa.UniqueConstraint("user_id", "post_id", name="uq_post_likes_user_id_post_id"),
        _belongs("post_likes", "user_id", "accounts", ondelete="CASCADE"),
        _belongs("post_likes", "post_id", "posts", ondelete="CASCADE"),
    )
    _index("post_likes", "user_id", "id")
    _index("post_likes", "post_id")


def _create_comments() -> None:
    op.create_table(
        "comments",
        sa.Column("id", BigId, nullable=False, autoincrement=True),
        sa.Column("post_id", BigId, nullable=False),
        sa.Column("user_id", ID),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_comments"),
        _belongs("comments", "post_id", "posts", ondelete="CASCADE"),
        _belongs("comments", "user_id", "accounts", ondelete="SET NULL"),
    )
    _index("comments", "post_id", "created_at", "id")
    _index("comments", "user_id")


def _index(table: str, *columns: str) -> None:
    op.create_index(f"ix_{table}_{'_'.join(columns)}", table, columns)


def _belongs(table: str, column: str, to: str, *, ondelete: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{to}.id"], name=f"fk_{table}_{column}_{to}", ondelete=ondelete
    )


def downgrade() -> None:
    for statement in drop_search_index(op.get_bind().dialect):
        op.execute(statement)
    for table in (
        "pending_removals",
        "idempotency_keys",
        "removed_posts",
        "post_texts",
        "comments",
        "post_likes",
        "post_images",
        "posts",
    ):
        op.drop_table(table)
