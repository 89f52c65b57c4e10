"""Posts and comments that readers do not see, such as those deleted a moment ago."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId, UtcDateTime

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "withheld_posts",
        sa.Column("post_id", BigId, nullable=False, autoincrement=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("user_id", sa.String(36), nullable=True),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["post_id"],
            ["posts.id"],
            name="fk_withheld_posts_post_id_posts",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["accounts.id"],
            name="fk_withheld_posts_user_id_accounts",
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("post_id", "state", name="pk_withheld_posts"),
    )
    op.create_index("ix_withheld_posts_state_at", "withheld_posts", ["state", "at"])
    op.create_index("ix_withheld_posts_user_id", "withheld_posts", ["user_id"])
    op.create_table(
        "withheld_comments",
        sa.Column("comment_id", BigId, nullable=False, autoincrement=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("user_id", sa.String(36), nullable=True),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("was_answer", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["comment_id"],
            ["comments.id"],
            name="fk_withheld_comments_comment_id_comments",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("comment_id", "state", name="pk_withheld_comments"),
    )
    op.create_index("ix_withheld_comments_state_at", "withheld_comments", ["state", "at"])
    op.create_index("ix_withheld_comments_user_id", "withheld_comments", ["user_id"])


def downgrade() -> None:
    op.drop_table("withheld_comments")
    op.drop_table("withheld_posts")
