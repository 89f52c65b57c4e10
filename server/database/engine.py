"""The database of an installation: its engine and sessions, and whether it answers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import (
    AsyncEngine,
    AsyncSession,
    async_sessionmaker,
    create_async_engine,
)

from server.database.availability import Gate
from server.database.dialects import can_be_lost, engine_options, is_lost, set_up
from server.database.limits import SERVING, Limits
from server.database.readers import Direct, Driver
from server.errors import StartRefused

# What questions are asked through, and the database as a whole: for rooms that must not know
# what either of them is.
Reading = AsyncSession
Engine = AsyncEngine
LIMITS = "limits"


def create_engine(
    address: str, limits: Limits = SERVING, *, pool: type[sa.Pool] | None = None
) -> AsyncEngine:
    url = sa.make_url(address)
    file = _file_of(url)
    if file is not None:
        _make_folder(file.parent)
    options = engine_options(url, limits)
    if pool is not None:
        options = {"connect_args": options["connect_args"], "poolclass": pool}
    # What a statement was given, an address or a hash, stays out of every error and every log.
    engine = create_async_engine(
        url, hide_parameters=True, execution_options={LIMITS: limits}, **options
    )
    set_up(engine)
    return engine


def open_engine(address: str, limits: Limits = SERVING) -> AsyncEngine:
    """Of a database that is there already: a file is not made by whoever only looks for one.

    Raises `StartRefused` where it is missing.
    """
    file = _file_of(sa.make_url(address))
    if file is not None and not file.exists():
        raise StartRefused(
            f"there is no database at {file}; look at DATA_DIR and DATABASE_URL, or run "
            "`./chanoki migrate` for a new site."
        )
    return create_engine(address, limits)


def _file_of(url: sa.URL) -> Path | None:
    if url.get_backend_name() != "sqlite" or url.database in {None, "", ":memory:"}:
        return None
    return Path(str(url.database))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StartRefused(
            f"the folder {folder} can't be made ({error.strerror}); look at DATA_DIR and "
            "DATABASE_URL."
        ) from error


class Guarded:
    """Lets nobody in while the database is away, and doubts it when somebody lost it."""

    def __init__(self, gate: Gate, driver: Driver) -> None:
        self._gate = gate
        self._driver = driver

    async def __aenter__(self) -> Direct:
        await self._gate.enter()
        return Direct(self._driver, self._driver.until())

    async def __aexit__(self, _kind: object, error: BaseException | None, _where: object) -> None:
        if isinstance(error, Exception) and is_lost(error):
            self._gate.doubt()
            await self._driver.let_go()


class Sessions:
    """Makes sessions; notices when the database is lost, and then lets nobody wait for it."""

    def __init__(self, engine: AsyncEngine, gate: Gate | None) -> None:
        self._engine = engine
        self._make = async_sessionmaker(engine, expire_on_commit=False)
        self._limits: Limits = engine.get_execution_options()[LIMITS]
        self.gate = gate
        self._driver = Driver(engine, self._limits)

    @asynccontextmanager
    async def opened(self, *, is_long: bool = False) -> AsyncIterator[AsyncSession]:
        """For one request; `is_long`: what is read goes out to a reader who takes their time."""
        if self.gate is None:
            async with self._make() as session:
                yield session
            return
        limit_s = None if is_long else self._limits.transaction_s
        guarded = Guarded(self.gate, self._driver)
        async with guarded, asyncio.timeout(limit_s), self._make() as session:
            yield session

    def reading(self) -> AbstractAsyncContextManager[Direct]:
        """For questions alone: each of them sees what is true by then."""
        driver = self._driver
        return Guarded(self.gate, driver) if self.gate else nullcontext(Direct(driver, None))

    def figures(self) -> dict[str, float]:
        """How many connections are lent out, and how many are not; some pools can't tell."""
        pool, resting = self._engine.pool, self._driver.resting
        if not isinstance(pool, sa.pool.QueuePool):
            return {}
        return {
            "database_connections_used": float(pool.checkedout() - resting),
            "database_connections_idle": float(pool.checkedin() + resting),
        }

    async def close(self) -> None:
        if self.gate is not None:
            await self.gate.close()


def create_sessions(engine: AsyncEngine) -> Sessions:
    if not can_be_lost(engine.dialect):
        return Sessions(engine, None)
    address = engine.url.render_as_string(hide_password=False)
    return Sessions(engine, Gate(partial(_probe, address)))


async def _probe(address: str) -> None:
    """Beside the pool, which may be full of connections that are dead."""
    async with driver_connection(address) as connection:
        await connection.execute("SELECT 1")


@asynccontextmanager
async def driver_connection(address: str) -> AsyncIterator[Any]:
    """The driver's own connection, beside the pool, for what SQLAlchemy has no words for."""
    engine = create_engine(address, pool=sa.NullPool)
    try:
        async with engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            try:
                yield driver
            except BaseException:
                # It may be as good as dead, and a polite end would wait for its answer.
                driver.terminate()
                raise
    finally:
        await engine.dispose()


async def check(engine: AsyncEngine) -> None:
    """Raises whatever the database has to say against a plain question."""
    async with engine.connect() as connection:
        await connection.execute(sa.text("SELECT 1"))
