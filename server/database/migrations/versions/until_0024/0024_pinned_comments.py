"""Comment that a post's author pinned to the top of its thread."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.add_column("posts", sa.Column("pinned_id", BigId, nullable=True))


def downgrade() -> None:
    op.drop_column("posts", "pinned_id")
