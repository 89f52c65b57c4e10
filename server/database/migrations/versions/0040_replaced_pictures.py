"""Pictures that were taken out of reported posts, until the reports are decided."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    op.create_table(
        "replaced_pictures",
        sa.Column("image_id", sa.String(36), nullable=False),
        sa.Column("post_id", BigId, nullable=False),
        sa.PrimaryKeyConstraint("image_id", name="pk_replaced_pictures"),
        sa.ForeignKeyConstraint(
            ["image_id"],
            ["post_images.id"],
            name="fk_replaced_pictures_image_id_post_images",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["post_id"],
            ["posts.id"],
            name="fk_replaced_pictures_post_id_posts",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_replaced_pictures_post_id", "replaced_pictures", ["post_id"])


def downgrade() -> None:
    op.drop_table("replaced_pictures")
