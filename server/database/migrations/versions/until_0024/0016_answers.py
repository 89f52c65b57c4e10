"""Comment that a question's author chose as the answer."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("posts", sa.Column("answer_id", BigId, nullable=True))


def downgrade() -> None:
    op.drop_column("posts", "answer_id")
