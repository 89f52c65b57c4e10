"""When a member has last read the notifications; earlier ones are read."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import UtcDateTime

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("profiles", sa.Column("notifications_read_at", UtcDateTime()))


def downgrade() -> None:
    op.drop_column("profiles", "notifications_read_at")
