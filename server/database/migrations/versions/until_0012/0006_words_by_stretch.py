"""PostgreSQL's second index of words, which is asked for the newest posts first."""

from alembic import op

from server.database.dialects import is_sqlite
from server.database.search_index import CREATE_STRETCH_INDEX, STRETCH_INDEX
from server.database.steps import add_online

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    # The index of an SQLite file is read in the order of the numbers as it is.
    if not is_sqlite(op.get_bind().dialect):
        add_online(STRETCH_INDEX, "post_texts", lambda: op.execute(CREATE_STRETCH_INDEX))


def downgrade() -> None:
    op.drop_index(STRETCH_INDEX, table_name="post_texts", if_exists=True)
