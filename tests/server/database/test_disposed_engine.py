"""Reads that outlast the engine close their connections."""

import asyncio
import gc
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from server.database.driver import Driver
from server.database.engine import create_engine
from server.database.limits import SERVING

pytestmark = pytest.mark.anyio

# Generation for `gc.collect`: objects of this test are young, those of earlier tests are older.
YOUNG_GENERATION = 1

# Takes some tens of milliseconds.
SLOW_STATEMENT: sa.Select[Any] = sa.select(
    sa.literal_column(
        "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)"
        " SELECT max(i) FROM n)"
    )
)


async def is_open(driver: Any) -> bool:
    try:
        await driver.execute("SELECT 1")
    except Exception:
        return False
    return True


async def test_connection_of_a_read_that_outlasts_the_engine_is_closed(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite+aiosqlite:///{tmp_path}/site.sqlite3")
    driver = Driver(engine, SERVING)
    await driver.rows(sa.select(sa.literal(1)), {}, until=None)
    reading = asyncio.create_task(driver.rows(SLOW_STATEMENT, {}, until=None))
    await asyncio.sleep(0.005)
    assert not reading.done()

    await engine.dispose()
    assert await reading == [(300000,)]

    assert driver.held == 0
    del reading, driver, engine
    gc.collect(YOUNG_GENERATION)


async def test_connection_of_a_read_after_the_engine_is_closed(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite+aiosqlite:///{tmp_path}/site.sqlite3")
    driver = Driver(engine, SERVING)
    await engine.dispose()

    assert await driver.rows(sa.select(sa.literal(1)), {}, until=None) == [(1,)]

    assert driver.held == 0
    del driver, engine
    gc.collect(YOUNG_GENERATION)


async def test_connection_of_a_session_that_outlasts_the_engine_is_closed(
    database: AsyncEngine,
) -> None:
    engine = create_engine(database.url.render_as_string(hide_password=False))
    async with AsyncSession(engine) as session:
        opened = (await (await session.connection()).get_raw_connection()).driver_connection
        await engine.dispose()
        assert await is_open(opened)

    assert not await is_open(opened)
    del session, opened, engine
    gc.collect(YOUNG_GENERATION)


async def test_connection_that_is_opened_after_the_engine_is_closed(database: AsyncEngine) -> None:
    engine = create_engine(database.url.render_as_string(hide_password=False))
    await engine.dispose()

    async with engine.connect() as connection:
        opened = (await connection.get_raw_connection()).driver_connection
        assert await is_open(opened)

    assert not await is_open(opened)
    del connection, opened, engine
    gc.collect(YOUNG_GENERATION)
