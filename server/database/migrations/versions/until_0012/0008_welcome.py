"""Members whose first welcome is still to come; those of earlier revisions have none."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import UtcDateTime

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("profiles", sa.Column("welcome_due_since", UtcDateTime()))


def downgrade() -> None:
    op.drop_column("profiles", "welcome_due_since")
