"""Pseudonyms of members who have left, and suspensions that outlive their accounts."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import UtcDateTime

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    for table in ("moderation_log", "reports"):
        op.add_column(table, sa.Column("former_member", sa.String(8), nullable=True))
    op.create_table(
        "suspended_identities",
        sa.Column("identity_hash", sa.String(64), nullable=False),
        sa.Column("former_member", sa.String(8), nullable=False),
        sa.Column("suspended_until", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("identity_hash", name="pk_suspended_identities"),
        sa.UniqueConstraint("former_member", name="uq_suspended_identities_former_member"),
    )
    op.create_index(
        "ix_suspended_identities_suspended_until", "suspended_identities", ["suspended_until"]
    )


def downgrade() -> None:
    op.drop_table("suspended_identities")
    for table in ("reports", "moderation_log"):
        op.drop_column(table, "former_member")
