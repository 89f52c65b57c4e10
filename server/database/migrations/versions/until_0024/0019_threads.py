"""An index for the comments of a post in the order of its thread."""

from alembic import op

from server.database.steps import add_index

revision = "0019"
down_revision = "0018"

NAME = "ix_comments_thread"


def upgrade() -> None:
    add_index(NAME, "comments", ["post_id", "parent_at", "parent_id", "created_at", "id"])


def downgrade() -> None:
    op.drop_index(NAME, table_name="comments")
