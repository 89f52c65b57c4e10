"""Text of a post, comment or profile as it was reported, until the report is decided."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    op.add_column("reports", sa.Column("reported_text", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("reports", "reported_text")
