"""Appeals of members against decisions of moderators."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId, UtcDateTime

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    op.create_table(
        "appeals",
        sa.Column("entry_id", BigId, nullable=False, autoincrement=False),
        sa.Column("member_id", sa.String(36), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("outcome", sa.String(8), nullable=True),
        sa.Column("decided_by", sa.String(36), nullable=True),
        sa.Column("decided_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("entry_id", name="pk_appeals"),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["moderation_log.id"],
            name="fk_appeals_entry_id_moderation_log",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["accounts.id"],
            name="fk_appeals_member_id_accounts",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_appeals_member_id", "appeals", ["member_id"])
    op.create_index("ix_appeals_decided_at", "appeals", ["decided_at"])


def downgrade() -> None:
    op.drop_table("appeals")
