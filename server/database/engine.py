"""The database of an installation: its engine and sessions, and whether it answers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import (
    AsyncEngine,
    AsyncSession,
    async_sessionmaker,
    create_async_engine,
)

from server.database.dialects import pool_options, set_up

Sessions = async_sessionmaker[AsyncSession]
# What questions are asked through, and the database as a whole: for rooms that must not know
# what either of them is.
Reading = AsyncSession
Engine = AsyncEngine


def create_engine(address: str) -> AsyncEngine:
    url = sa.make_url(address)
    if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
        Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
    # What a statement was given, an address or a hash, stays out of every error and every log.
    engine = create_async_engine(url, hide_parameters=True, **pool_options(url))
    set_up(engine)
    return engine


def create_sessions(engine: AsyncEngine) -> Sessions:
    return async_sessionmaker(engine, expire_on_commit=False)


def pool_figures(engine: AsyncEngine) -> dict[str, float]:
    """How many connections are lent out, and how many are not; some pools can't tell."""
    pool = engine.pool
    if not isinstance(pool, sa.pool.QueuePool):
        return {}
    return {
        "database_connections_used": float(pool.checkedout()),
        "database_connections_idle": float(pool.checkedin()),
    }


@asynccontextmanager
async def driver_connection(address: str) -> AsyncIterator[Any]:
    """The driver's own connection, beside the pool, for what SQLAlchemy has no words for."""
    engine = create_async_engine(address, poolclass=sa.NullPool)
    try:
        async with engine.connect() as connection:
            yield (await connection.get_raw_connection()).driver_connection
    finally:
        await engine.dispose()


async def check(engine: AsyncEngine) -> None:
    """Raises whatever the database has to say against a plain question."""
    async with engine.connect() as connection:
        await connection.execute(sa.text("SELECT 1"))
