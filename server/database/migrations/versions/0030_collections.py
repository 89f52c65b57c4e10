"""Named collections of saved posts."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId, UtcDateTime

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.create_table(
        "collections",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("member_id", sa.String(36), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("is_shared", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_collections"),
        sa.UniqueConstraint("member_id", "folded", name="uq_collections_member_id_folded"),
        _belongs("collections", "member_id", "accounts"),
    )
    op.create_table(
        "collection_posts",
        sa.Column("id", BigId, nullable=False, autoincrement=True),
        sa.Column("collection_id", sa.String(36), nullable=False),
        sa.Column("post_id", BigId, nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_collection_posts"),
        sa.UniqueConstraint(
            "collection_id", "post_id", name="uq_collection_posts_collection_id_post_id"
        ),
        _belongs("collection_posts", "collection_id", "collections"),
        _belongs("collection_posts", "post_id", "posts"),
    )
    op.create_index(
        "ix_collection_posts_collection_id_id", "collection_posts", ["collection_id", "id"]
    )
    op.create_index("ix_collection_posts_post_id", "collection_posts", ["post_id"])


def downgrade() -> None:
    op.drop_table("collection_posts")
    op.drop_table("collections")


def _belongs(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{other}.id"], name=f"fk_{table}_{column}_{other}", ondelete="CASCADE"
    )
