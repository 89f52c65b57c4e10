"""An index for the posts of every category about one prefecture, newest first, and their number."""

from alembic import op

from server.database.steps import add_index

revision = "0009"
down_revision = "0008"

NAME = "ix_posts_prefecture_created_at_id"


def upgrade() -> None:
    add_index(NAME, "posts", ["prefecture", "created_at", "id"])


def downgrade() -> None:
    op.drop_index(NAME, table_name="posts")
