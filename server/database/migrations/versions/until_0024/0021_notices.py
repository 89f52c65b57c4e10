"""Notices to single members, what they have read, and the decision on a report."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId, UtcDateTime

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("member_id", sa.String(36), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("comment_id", BigId, nullable=False),
        sa.Column("post_id", BigId, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("member_id", "kind", "comment_id", name="pk_notices"),
        _to("comments", "notices", "comment_id"),
        _to("posts", "notices", "post_id"),
    )
    op.create_index("ix_notices_member_id_at", "notices", ["member_id", "at"])
    op.create_index("ix_notices_comment_id", "notices", ["comment_id"])
    op.create_index("ix_notices_post_id", "notices", ["post_id"])
    op.create_table(
        "notification_reads",
        sa.Column("member_id", sa.String(36), nullable=False),
        sa.Column("post_id", BigId, nullable=False),
        sa.Column("read_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("member_id", "post_id", name="pk_notification_reads"),
        _to("accounts", "notification_reads", "member_id"),
        _to("posts", "notification_reads", "post_id"),
    )
    op.create_index("ix_notification_reads_post_id", "notification_reads", ["post_id"])
    op.add_column("reports", sa.Column("outcome", sa.String(8), nullable=True))


def downgrade() -> None:
    op.drop_column("reports", "outcome")
    op.drop_table("notification_reads")
    op.drop_table("notices")


def _to(target: str, table: str, column: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_{column}_{target}"
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=name, ondelete="CASCADE")
