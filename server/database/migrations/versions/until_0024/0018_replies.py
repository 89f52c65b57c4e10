"""Comment that a comment replies to."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId, UtcDateTime

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("comments", sa.Column("parent_id", BigId, nullable=True))
    op.add_column("comments", sa.Column("parent_at", UtcDateTime(), nullable=True))


def downgrade() -> None:
    op.drop_column("comments", "parent_at")
    op.drop_column("comments", "parent_id")
