"""The record of moderation, and the suspension of members."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId, Json, UtcDateTime

revision = "0004"
down_revision = "0003"

ID = sa.String(36)


def upgrade() -> None:
    # The strongest lock comes first: taken later, it could deadlock.
    op.add_column("accounts", sa.Column("suspended_at", UtcDateTime()))
    op.add_column("accounts", sa.Column("suspended_until", UtcDateTime()))
    op.add_column("accounts", sa.Column("suspension_reason", sa.Text()))
    op.create_table(
        "moderation_log",
        sa.Column("id", BigId, nullable=False, autoincrement=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("made_by", sa.String(80), nullable=False),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("subject_kind", sa.String(16), nullable=False),
        sa.Column("subject_id", BigId),
        sa.Column("member_id", ID),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("details", Json, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_moderation_log"),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["accounts.id"],
            name="fk_moderation_log_member_id_accounts",
            ondelete="SET NULL",
        ),
    )
    op.create_index("ix_moderation_log_member_id", "moderation_log", ["member_id"])


def downgrade() -> None:
    op.drop_table("moderation_log")
    for column in ("suspension_reason", "suspended_until", "suspended_at"):
        op.drop_column("accounts", column)
