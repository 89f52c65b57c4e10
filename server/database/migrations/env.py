"""Alembic's environment: runs a migration on the connection that the configuration holds."""

from alembic import context
from sqlalchemy import Connection

from server.database.declarative import Base
from server.database.dialects import is_sqlite
from server.database.search_index import SEARCH_INDEX


def is_ours(_object: object, name: str | None, *_rest: object) -> bool:
    """Returns whether the models define this table or index; the search index is not theirs."""
    return not (name or "").startswith(SEARCH_INDEX)


def run(connection: Connection) -> None:
    """Runs the steps that Alembic was called for on this connection."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        # SQLite can't alter most things of a table: batch mode rebuilds it.
        render_as_batch=is_sqlite(connection.dialect),
        compare_type=True,
        include_object=is_ours,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()


run(context.config.attributes["connection"])
