"""Locked comments, categories before a move, entries that are undone, and reasons to withhold."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId, Json, UtcDateTime

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.add_column("posts", sa.Column("comments_locked_at", UtcDateTime(), nullable=True))
    op.create_table(
        "moved_posts",
        sa.Column("post_id", BigId, nullable=False, autoincrement=False),
        sa.Column("category", sa.String(32), nullable=False),
        sa.Column("fields", Json, nullable=False),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name="fk_moved_posts_post_id_posts", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("post_id", name="pk_moved_posts"),
    )
    op.create_table(
        "undone_entries",
        sa.Column("entry_id", BigId, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("entry_id", name="pk_undone_entries"),
    )
    for table in ("withheld_posts", "withheld_comments"):
        op.add_column(table, sa.Column("reason", sa.String(16), nullable=True))


def downgrade() -> None:
    for table in ("withheld_comments", "withheld_posts"):
        op.drop_column(table, "reason")
    op.drop_table("undone_entries")
    op.drop_table("moved_posts")
    op.drop_column("posts", "comments_locked_at")
