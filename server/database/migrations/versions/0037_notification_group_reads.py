"""Times at which members read their notifications without a post, by group."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import UtcDateTime

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    op.create_table(
        "notification_group_reads",
        sa.Column("member_id", sa.String(36), nullable=False),
        sa.Column("group_name", sa.String(48), nullable=False),
        sa.Column("read_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("member_id", "group_name", name="pk_notification_group_reads"),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["accounts.id"],
            name="fk_notification_group_reads_member_id_accounts",
            ondelete="CASCADE",
        ),
    )


def downgrade() -> None:
    op.drop_table("notification_group_reads")
