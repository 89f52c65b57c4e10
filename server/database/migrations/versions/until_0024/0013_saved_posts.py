"""Posts that members save."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId, UtcDateTime

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "saved_posts",
        sa.Column("id", BigId, nullable=False, autoincrement=True),
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("post_id", BigId, nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_saved_posts"),
        sa.UniqueConstraint("user_id", "post_id", name="uq_saved_posts_user_id_post_id"),
        _belongs("user_id", "accounts"),
        _belongs("post_id", "posts"),
    )
    op.create_index("ix_saved_posts_user_id_id", "saved_posts", ["user_id", "id"])
    op.create_index("ix_saved_posts_post_id", "saved_posts", ["post_id"])


def downgrade() -> None:
    op.drop_table("saved_posts")


def _belongs(column: str, table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column],
        [f"{table}.id"],
        name=f"fk_saved_posts_{column}_{table}",
        ondelete="CASCADE",
    )
