"""The one file that tells SQLite from PostgreSQL."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite  # noqa: TID251
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession

# SQLite numbers rows by itself only in a column that is exactly INTEGER.
BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")

SQLITE_PRAGMAS = (
    "journal_mode=WAL",
    "busy_timeout=5000",
    "foreign_keys=ON",
    "synchronous=NORMAL",
)


def is_sqlite(dialect: Dialect) -> bool:
    return dialect.name == "sqlite"


def stores_zone(dialect: Dialect) -> bool:
    return not is_sqlite(dialect)


def insert_for(session: AsyncSession, table: type[object]) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that can say `on_conflict_do_nothing`, which both databases spell alike."""
    insert = sqlite.insert if is_sqlite(session.get_bind().dialect) else postgresql.insert
    return insert(table)


def pool_options(url: sa.URL) -> dict[str, object]:
    """A server's connections can die while idle; a file's can not."""
    if url.get_backend_name() == "sqlite":
        return {}
    return {"pool_pre_ping": True, "pool_size": 10, "max_overflow": 10, "pool_timeout": 5}


def set_up(engine: AsyncEngine) -> None:
    if not is_sqlite(engine.dialect):
        return

    @sa.event.listens_for(engine.sync_engine, "connect")
    def apply_pragmas(connection: sa.engine.interfaces.DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in SQLITE_PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


async def begin_snapshot(connection: AsyncConnection) -> None:
    """From here on this connection sees one moment, however long it reads."""
    if is_sqlite(connection.dialect):
        # Its driver begins nothing for reads alone.
        await connection.exec_driver_sql("BEGIN")
        await connection.exec_driver_sql("SELECT 1 FROM sqlite_master")
        return
    statement = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
    await connection.execute(sa.text(statement))


def by_code_point(connection: AsyncConnection, column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    """An order that is the same wherever the database was made."""
    if is_sqlite(connection.dialect) or not isinstance(column.type, sa.String):
        return column
    return sa.collate(column, "C")


async def catch_up_numbers(connection: AsyncConnection, table: sa.Table) -> None:
    """After rows came with their numbers: the next one is counted from the highest."""
    if is_sqlite(connection.dialect):
        return
    for column in table.primary_key.columns:
        if isinstance(column.type, sa.Integer):
            sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
            highest = sa.select(sa.func.max(column)).scalar_subquery()
            await connection.execute(sa.select(sa.func.setval(sequence, highest)))
