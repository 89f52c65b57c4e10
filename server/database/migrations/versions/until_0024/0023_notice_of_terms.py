"""When a member has dismissed the notice of changed terms."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import UtcDateTime

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("profiles", sa.Column("notice_seen_at", UtcDateTime()))


def downgrade() -> None:
    op.drop_column("profiles", "notice_seen_at")
