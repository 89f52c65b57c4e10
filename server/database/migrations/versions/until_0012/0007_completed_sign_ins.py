"""States of sign-ins that were completed, so that none is completed twice."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import UtcDateTime

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "completed_sign_ins",
        sa.Column("state_hash", sa.String(64), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("state_hash", name="pk_completed_sign_ins"),
    )
    op.create_index("ix_completed_sign_ins_expires_at", "completed_sign_ins", ["expires_at"])


def downgrade() -> None:
    op.drop_table("completed_sign_ins")
