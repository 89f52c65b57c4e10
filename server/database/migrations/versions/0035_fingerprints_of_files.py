"""Fingerprints of the files that the site makes of an uploaded picture."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import Json

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    op.add_column("post_images", sa.Column("file_fingerprints", Json, nullable=True))


def downgrade() -> None:
    op.drop_column("post_images", "file_fingerprints")
