"""An index for the newest posts of a tea type."""

from alembic import op

from server.database.steps import add_index

revision = "0022"
down_revision = "0021"

NAME = "ix_posts_tea_type_created_at_id"


def upgrade() -> None:
    add_index(NAME, "posts", ["tea_type", "created_at", "id"])


def downgrade() -> None:
    op.drop_index(NAME, table_name="posts")
