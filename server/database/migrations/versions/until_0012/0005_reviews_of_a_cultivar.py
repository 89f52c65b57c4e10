"""An index for the posts of one category about one cultivar, newest first."""

from alembic import op

from server.database.steps import add_index

revision = "0005"
down_revision = "0004"

NAME = "ix_posts_category_tea_variety_created_at_id"


def upgrade() -> None:
    add_index(NAME, "posts", ["category", "tea_variety", "created_at", "id"])


def downgrade() -> None:
    op.drop_index(NAME, table_name="posts")
