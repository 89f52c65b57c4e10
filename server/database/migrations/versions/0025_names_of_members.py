"""An index for members by their name, whom comments mention."""

from alembic import op

from server.database.steps import add_index

revision = "0025"
down_revision = "0024"

NAME = "ix_profiles_display_name"


def upgrade() -> None:
    add_index(NAME, "profiles", ["display_name"])


def downgrade() -> None:
    op.drop_index(NAME, table_name="profiles")
