"""Row numbers of the database after rows were inserted with their own numbers."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from server.database.dialects import is_sqlite

_SQLITE_NUMBER_ABOVE = (
    "INSERT INTO sqlite_sequence (name, seq) SELECT :name, 0 "
    "WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = :name)",
    "UPDATE sqlite_sequence SET seq = max(seq, :highest) WHERE name = :name",
)


async def catch_up_numbers(connection: AsyncConnection, table: sa.Table) -> None:
    """Sets the next number above the highest stored one."""
    if is_sqlite(connection.dialect):
        return
    for column in table.primary_key.columns:
        if isinstance(column.type, sa.Integer):
            sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
            highest = sa.select(sa.func.max(column)).scalar_subquery()
            await connection.execute(sa.select(sa.func.setval(sequence, highest)))


async def number_above(connection: AsyncConnection, column: sa.Column[Any], highest: int) -> None:
    """Raises the next row's number above this one and all stored ones."""
    name = column.table.description
    if not is_sqlite(connection.dialect):
        sequence = sa.func.pg_get_serial_sequence(name, column.name)
        stored = sa.func.coalesce(sa.select(sa.func.max(column)).scalar_subquery(), 0)
        above = sa.func.greatest(stored, highest)
        await connection.execute(sa.select(sa.func.setval(sequence, above)))
        return
    given = {"name": name, "highest": highest}
    for statement in _SQLITE_NUMBER_ABOVE:
        await connection.execute(sa.text(statement), given)
