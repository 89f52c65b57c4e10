"""Databases with all tables and no rows, without migrating for each test.

An SQLite file is copied, the rows of a PostgreSQL database are deleted.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.database.engine import create_engine
from server.database.limits import LONG_WORK
from server.database.migrate import migrate
from server.database.revisions import newest_revision
from tests.postgresql import schema_of

# Digest of the tables' definitions: every change of a table writes rows of PostgreSQL's catalogue,
# and `xmin` of a row is the transaction that wrote it.
TABLES_DIGEST = """
    SELECT md5(string_agg(row, ' ' ORDER BY row)) FROM (
        WITH here AS (
            SELECT oid, xmin FROM pg_class WHERE relnamespace = to_regnamespace('public')
        )
        SELECT concat('class ', oid, ' ', xmin) AS row FROM here
        UNION ALL SELECT concat('column ', attrelid, ' ', attnum, ' ', xmin) FROM pg_attribute
            WHERE attrelid IN (SELECT oid FROM here)
        UNION ALL SELECT concat('default ', oid, ' ', xmin) FROM pg_attrdef
            WHERE adrelid IN (SELECT oid FROM here)
        UNION ALL SELECT concat('index ', indexrelid, ' ', xmin) FROM pg_index
            WHERE indrelid IN (SELECT oid FROM here)
        UNION ALL SELECT concat('constraint ', oid, ' ', xmin) FROM pg_constraint
            WHERE conrelid IN (SELECT oid FROM here)
        UNION ALL SELECT concat('trigger ', oid, ' ', xmin) FROM pg_trigger
            WHERE tgrelid IN (SELECT oid FROM here)
    ) AS rows
"""

# The digest is stored as the schema's comment, so that dropping the schema drops it too.
STORED_DIGEST = "SELECT obj_description(to_regnamespace('public'), 'pg_namespace')"

# Deletes all rows, with foreign keys unchecked so that the order does not matter, and restarts the
# sequences at 1.
DELETE_ROWS = """
DO $$
DECLARE name regclass;
BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN SELECT oid FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    LOOP
        EXECUTE 'DELETE FROM ' || name;
    END LOOP;
    PERFORM setval(oid::regclass, 1, false) FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'S';
    INSERT INTO alembic_version VALUES ('{revision}');
END $$
"""

# SQL that creates the tables, by server; it runs in less time than all migrations.
_schemas: dict[str, str] = {}


def make_migrated_file(path: Path) -> None:
    """Creates the SQLite file that tests copy."""

    async def make() -> None:
        engine = create_engine(f"sqlite+aiosqlite:///{path}", LONG_WORK)
        await migrate(engine)
        await engine.dispose()

    asyncio.run(make())


async def clear_server(engine: AsyncEngine) -> None:
    """Drops all tables of a PostgreSQL database."""
    async with engine.begin() as connection:
        await connection.execute(sa.text("DROP SCHEMA IF EXISTS public CASCADE"))
        await connection.execute(sa.text("CREATE SCHEMA public"))


async def empty_server(engine: AsyncEngine) -> None:
    """Deletes all rows of a PostgreSQL database; recreates its tables if a test changed them."""
    async with engine.begin() as connection:
        are_as_migrated = await _are_as_migrated(connection)
        if are_as_migrated:
            await connection.exec_driver_sql(DELETE_ROWS.format(revision=newest_revision()))
    if are_as_migrated:
        return
    await clear_server(engine)
    await _make_tables(engine)
    async with engine.begin() as connection:
        await connection.exec_driver_sql(DELETE_ROWS.format(revision=newest_revision()))
        digest = await connection.scalar(sa.text(TABLES_DIGEST))
        await connection.exec_driver_sql(f"COMMENT ON SCHEMA public IS '{digest}'")


@contextmanager
def server_emptier(address: str) -> Iterator[Callable[[], None]]:
    """Yields a function that calls `empty_server`, on an event loop and a connection of its own.

    Opening a connection for each test would take longer than deleting the rows.
    """
    engine = create_engine(address, LONG_WORK)
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        yield lambda: runner.run(empty_server(engine))
        runner.run(engine.dispose())


async def _make_tables(engine: AsyncEngine) -> None:
    """Creates all tables: by migrations the first time, then by the SQL of that result."""
    address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    if address not in _schemas:
        await migrate(engine)
        _schemas[address] = await asyncio.to_thread(schema_of, address)
        return
    async with engine.begin() as connection:
        opened = await connection.get_raw_connection()
        assert opened.driver_connection is not None
        await opened.driver_connection.execute(_schemas[address])


async def _are_as_migrated(connection: AsyncConnection) -> bool:
    stored = await connection.scalar(sa.text(STORED_DIGEST))
    return bool(stored) and stored == await connection.scalar(sa.text(TABLES_DIGEST))
