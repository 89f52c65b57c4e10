"""What members follow."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import UtcDateTime

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "follows",
        sa.Column("member_id", sa.String(36), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("value", sa.String(64), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("member_id", "kind", "value", name="pk_follows"),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["accounts.id"],
            name="fk_follows_member_id_accounts",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_follows_kind_value", "follows", ["kind", "value"])


def downgrade() -> None:
    op.drop_table("follows")
