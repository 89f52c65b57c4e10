"""What a step of the migrations uses, so that readers and writers go on beside it."""

from collections.abc import Callable, Sequence

from alembic import op

from server.database.dialects import is_sqlite
from server.database.locks import LOCK_WAIT_MS


def add_index(name: str, table: str, columns: Sequence[str], *, unique: bool = False) -> None:
    """An index on a table that has rows, and a step of its own: half of it can't be undone."""
    if is_sqlite(op.get_bind().dialect):
        op.create_index(name, table, columns, unique=unique)
        return

    def create() -> None:
        op.create_index(name, table, columns, unique=unique, postgresql_concurrently=True)

    add_online(name, table, create)


def add_online(name: str, table: str, create: Callable[[], None]) -> None:
    """What PostgreSQL makes beside readers and writers, in a step of its own as well."""
    with op.get_context().autocommit_block():
        # It waits for whoever is at work already, but nobody waits for it.
        op.execute("SET lock_timeout = 0")
        # What a step that was interrupted has left is no use to anybody.
        op.drop_index(name, table_name=table, if_exists=True, postgresql_concurrently=True)
        create()
        op.execute(f"SET lock_timeout = {LOCK_WAIT_MS}")
