"""Every table and no row, without migrating each time: a file is copied, a server's emptied."""

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

# Whatever changes a table writes rows of the catalogue anew, and each knows who wrote it.
TABLES = """
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

# The schema carries it away when it goes.
REMEMBERED = "SELECT obj_description(to_regnamespace('public'), 'pg_namespace')"

# Foreign keys would ask for an order; numbers begin again at one.
EMPTY = """
DO $$
DECLARE one regclass;
BEGIN
    SET LOCAL session_replication_role = replica;
    FOR one IN SELECT oid FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    LOOP
        EXECUTE 'DELETE FROM ' || one;
    END LOOP;
    PERFORM setval(oid::regclass, 1, false) FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'S';
    INSERT INTO alembic_version VALUES ('{revision}');
END $$
"""

# The tables of each server as SQL, which is run in less time than all migrations.
_written: dict[str, str] = {}


def make_migrated_file(path: Path) -> None:
    """What tests copy."""

    async def make() -> None:
        engine = create_engine(f"sqlite+aiosqlite:///{path}", LONG_WORK)
        await migrate(engine)
        await engine.dispose()

    asyncio.run(make())


async def clear_server(engine: AsyncEngine) -> None:
    """Leaves nothing at all in a server's database."""
    async with engine.begin() as connection:
        await connection.execute(sa.text("DROP SCHEMA IF EXISTS public CASCADE"))
        await connection.execute(sa.text("CREATE SCHEMA public"))


async def empty_server(engine: AsyncEngine) -> None:
    """Leaves the newest tables in a server's database, and nothing in them."""
    async with engine.begin() as connection:
        are_as_migrated = await _are_as_migrated(connection)
        if are_as_migrated:
            await connection.exec_driver_sql(EMPTY.format(revision=newest_revision()))
    if are_as_migrated:
        return
    await clear_server(engine)
    await _make_tables(engine)
    async with engine.begin() as connection:
        await connection.exec_driver_sql(EMPTY.format(revision=newest_revision()))
        seen = await connection.scalar(sa.text(TABLES))
        await connection.exec_driver_sql(f"COMMENT ON SCHEMA public IS '{seen}'")


@contextmanager
def emptying(address: str) -> Iterator[Callable[[], None]]:
    """Yields a function that empties a server, on a loop and by a connection of its own.

    To open a connection for each test takes longer than to empty the tables.
    """
    engine = create_engine(address, LONG_WORK)
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        yield lambda: runner.run(empty_server(engine))
        runner.run(engine.dispose())


async def _make_tables(engine: AsyncEngine) -> None:
    """Migrates an empty server the first time, and writes the same tables again later."""
    address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    if address not in _written:
        await migrate(engine)
        _written[address] = await asyncio.to_thread(schema_of, address)
        return
    async with engine.begin() as connection:
        opened = await connection.get_raw_connection()
        assert opened.driver_connection is not None
        await opened.driver_connection.execute(_written[address])


async def _are_as_migrated(connection: AsyncConnection) -> bool:
    remembered = await connection.scalar(sa.text(REMEMBERED))
    return bool(remembered) and remembered == await connection.scalar(sa.text(TABLES))
