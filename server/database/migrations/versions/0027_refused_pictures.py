"""Fingerprints of uploads, and pictures that are refused when they come again."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId, UtcDateTime

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.add_column("post_images", sa.Column("fingerprint", sa.String(64), nullable=True))
    op.create_table(
        "refused_pictures",
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("post_id", BigId, nullable=False, autoincrement=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("fingerprint", "post_id", name="pk_refused_pictures"),
    )
    op.create_index("ix_refused_pictures_post_id", "refused_pictures", ["post_id"])


def downgrade() -> None:
    op.drop_table("refused_pictures")
    op.drop_column("post_images", "fingerprint")
