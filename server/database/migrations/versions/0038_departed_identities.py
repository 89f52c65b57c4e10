"""Hashes of members who left within a day after writing, until their accounts may return."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import UtcDateTime

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    op.create_table(
        "departed_identities",
        sa.Column("identity_hash", sa.String(64), nullable=False),
        sa.Column("returns_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("identity_hash", name="pk_departed_identities"),
    )
    op.create_index("ix_departed_identities_returns_at", "departed_identities", ["returns_at"])


def downgrade() -> None:
    op.drop_table("departed_identities")
