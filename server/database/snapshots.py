"""Export and import of all rows as of one moment, on either database."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.database.declarative import IDS_OF, Base
from server.database.dialects import begin_snapshot, by_code_point, is_sqlite

_SQLITE_ADVANCE = (
    "INSERT INTO sqlite_sequence (name, seq) SELECT :name, 0 "
    "WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = :name)",
    "UPDATE sqlite_sequence SET seq = max(seq, :highest) WHERE name = :name",
)

# The role of the hosts may change rows, but neither create tables nor set sequences.
_IS_OWNER = sa.text(
    "SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AND NOT EXISTS ("
    "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename IN :names"
    " AND NOT pg_has_role(tableowner, 'USAGE'))"
).bindparams(sa.bindparam("names", expanding=True))

ROWS_AT_ONCE = 500
# JSON has no form for these; the column's type parses their text.
WRITTEN_AS_TEXT = (datetime, date, bytes, Decimal)
Line = bytes


async def reset_sequences(connection: AsyncConnection, table: sa.Table) -> None:
    """Sets PostgreSQL's sequences of a table to the highest stored id.

    Does nothing on SQLite, which counts rows with an explicit id, too.
    """
    if is_sqlite(connection.dialect):
        return
    for column in table.primary_key.columns:
        if isinstance(column.type, sa.Integer):
            sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
            highest = sa.select(sa.func.max(column)).scalar_subquery()
            await connection.execute(sa.select(sa.func.setval(sequence, highest)))


async def advance_sequence(
    connection: AsyncConnection, column: sa.Column[Any], highest: int
) -> None:
    """Makes the next id of the table higher than `highest` and all stored ids."""
    name = column.table.description
    if not is_sqlite(connection.dialect):
        sequence = sa.func.pg_get_serial_sequence(name, column.name)
        stored = sa.func.coalesce(sa.select(sa.func.max(column)).scalar_subquery(), 0)
        above = sa.func.greatest(stored, highest)
        await connection.execute(sa.select(sa.func.setval(sequence, above)))
        return
    given = {"name": name, "highest": highest}
    for statement in _SQLITE_ADVANCE:
        await connection.execute(sa.text(statement), given)


@asynccontextmanager
async def snapshot(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Opens a consistent read that sees no later writes and blocks none."""
    async with engine.connect() as connection:
        await begin_snapshot(connection)
        try:
            yield connection
        finally:
            await connection.rollback()


async def tables_of(connection: AsyncConnection) -> list[sa.Table]:
    """Returns the tables of the code as this database has them, parents before children.

    The database may be older, so only its own columns are included.
    """
    columns = await connection.run_sync(_columns)
    return [
        _keep_columns(table, columns[table.name])
        for table in Base.metadata.sorted_tables
        if table.name in columns
    ]


async def lines_of(connection: AsyncConnection, table: sa.Table) -> AsyncGenerator[Line]:
    """Yields the rows of a table as JSON objects, ordered by key; equal rows give equal lines."""
    order = (by_code_point(connection, column) for column in table.primary_key.columns)
    statement = sa.select(table).order_by(*order)
    result = await connection.stream(statement.execution_options(yield_per=ROWS_AT_ONCE))
    async for row in result.mappings():
        yield msgspec.json.encode(dict(row), order="deterministic") + b"\n"


async def load(connection: AsyncConnection, table: sa.Table, lines: Iterable[Line]) -> None:
    """Inserts the JSON lines of an archive into a table, in batches, and sets its sequences."""
    rows: list[dict[str, Any]] = []
    for line in lines:
        rows.append(_row(table, msgspec.json.decode(line)))
        if len(rows) == ROWS_AT_ONCE:
            await connection.execute(sa.insert(table), rows)
            rows = []
    if rows:
        await connection.execute(sa.insert(table), rows)
    await reset_sequences(connection, table)


async def reserve_deleted_ids(connection: AsyncConnection) -> None:
    """Advances the sequences past the ids of deleted rows that columns with IDS_OF still name.

    Otherwise a new row could get such an id and be taken for the deleted one.
    """
    for table in await tables_of(connection):
        for kept in table.columns:
            counted = Base.metadata.tables[table.name].columns[kept.name].info.get(IDS_OF)
            if counted is None:
                continue
            highest = (await connection.execute(_select_highest_named(kept, counted))).scalar()
            if highest is not None:
                (column,) = Base.metadata.tables[counted].primary_key.columns
                await advance_sequence(connection, column, highest)


def _select_highest_named(kept: sa.Column[Any], counted: str) -> sa.Select[int]:
    """Selects the highest id of a row of `counted` that the column `kept` names.

    A text column names rows as `comment:12`; other kinds in it are skipped.
    """
    if not isinstance(kept.type, sa.String):
        return sa.select(sa.func.max(kept))
    prefix = f"{counted.removesuffix('s')}:"
    id = sa.cast(sa.func.substr(kept, len(prefix) + 1), sa.BigInteger)
    return sa.select(sa.func.max(id)).where(kept.startswith(prefix))


async def is_owner(connection: AsyncConnection) -> bool:
    """Returns whether the role can create tables and owns those of the site; True on SQLite."""
    if is_sqlite(connection.dialect):
        return True
    names = list(Base.metadata.tables)
    return bool((await connection.execute(_IS_OWNER, {"names": names})).scalar())


async def is_empty(connection: AsyncConnection) -> bool:
    """Returns whether no table has a row; restoring a backup requires it."""
    for table in await tables_of(connection):
        if (await connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1))).first():
            return False
    return True


def _columns(connection: sa.Connection) -> dict[str, set[str]]:
    """Returns the column names of each of the site's tables that exist in the database."""
    found = sa.inspect(connection)
    return {
        name: {column["name"] for column in found.get_columns(name)}
        for name in found.get_table_names()
        if name in Base.metadata.tables
    }


def _keep_columns(table: sa.Table, names: set[str]) -> sa.Table:
    """Returns a copy of the table with only these columns, which the database has."""
    columns = [
        sa.Column(column.name, column.type, primary_key=column.primary_key)
        for column in table.columns
        if column.name in names
    ]
    return sa.Table(table.name, sa.MetaData(), *columns)


def _row(table: sa.Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """Converts the values of an archive's row to the types of their columns."""
    return {name: _value(table.columns[name], value) for name, value in values.items()}


def _value(column: sa.Column[Any], value: Any) -> Any:
    """Converts a value of an archive to the type of its column."""
    if value is None:
        return None
    stored = column.type
    if isinstance(stored, sa.types.TypeDecorator):
        stored = stored.impl_instance
    kind = stored.python_type
    is_text = isinstance(value, str) and issubclass(kind, WRITTEN_AS_TEXT)
    return msgspec.convert(value, kind, strict=False) if is_text else value
