"""Time of a comment's last edit."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import UtcDateTime

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("comments", sa.Column("edited_at", UtcDateTime(), nullable=True))


def downgrade() -> None:
    op.drop_column("comments", "edited_at")
