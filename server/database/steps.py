"""Operations of migration steps that run beside readers and writers."""

from collections.abc import Callable, Sequence

from alembic import op

from server.database.dialects import is_sqlite
from server.database.locks import LOCK_WAIT_MS


def add_index(name: str, table: str, columns: Sequence[str], *, unique: bool = False) -> None:
    """Adds an index to a table with rows, online on PostgreSQL; the step may do nothing else."""
    if is_sqlite(op.get_bind().dialect):
        op.create_index(name, table, columns, unique=unique)
        return

    def create() -> None:
        """Creates the index without locking the table."""
        op.create_index(name, table, columns, unique=unique, postgresql_concurrently=True)

    add_online(name, table, create)


def add_online(name: str, table: str, create: Callable[[], None]) -> None:
    """Runs `create`, which makes the index `name` online on PostgreSQL, outside a transaction.

    First it drops an index of this name that an interrupted run left. The step may do nothing else.
    """
    with op.get_context().autocommit_block():
        # It waits for running transactions but blocks no new ones.
        op.execute("SET lock_timeout = 0")
        # An interrupted step leaves an invalid index behind.
        op.drop_index(name, table_name=table, if_exists=True, postgresql_concurrently=True)
        create()
        op.execute(f"SET lock_timeout = {LOCK_WAIT_MS}")
