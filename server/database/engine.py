"""The database of an installation: engine, sessions, and its health check."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
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

from server.database.availability import Availability
from server.database.dialects import add_listeners, can_be_lost, engine_options, is_lost
from server.database.driver import Driver
from server.database.limits import SERVING, Limits
from server.database.readers import DriverReader
from server.errors import StartRefused

# SQLAlchemy's session and engine, for packages that may not import SQLAlchemy.
Reading = AsyncSession
Engine = AsyncEngine
LIMITS = "limits"
LOG = logging.getLogger(__name__)


def create_engine(
    address: str, limits: Limits = SERVING, *, pool: type[sa.Pool] | None = None
) -> AsyncEngine:
    """Returns the engine of an address; creates an SQLite file and its folder, for the owner alone.

    Raises StartRefused if the folder can't be made. `pool` replaces the usual pool and its options.
    """
    url = sa.make_url(address)
    file = _file_of(url)
    if file is not None:
        _make_folder(file.parent)
        _keep_private(file)
    options = engine_options(url, limits)
    if pool is not None:
        options = {"connect_args": options["connect_args"], "poolclass": pool}
    # Parameters stay out of errors and logs.
    engine = create_async_engine(
        url, hide_parameters=True, execution_options={LIMITS: limits}, **options
    )
    add_listeners(engine)
    return engine


def open_engine(address: str, limits: Limits = SERVING) -> AsyncEngine:
    """Returns the engine of an address; raises StartRefused for an SQLite file that is missing."""
    file = _file_of(sa.make_url(address))
    if file is not None and not file.exists():
        raise StartRefused(
            f"there is no database at {file}; check DATA_DIR and DATABASE_URL, or run "
            "`./chanoki migrate` for a new site."
        )
    return create_engine(address, limits)


def _file_of(url: sa.URL) -> Path | None:
    """Returns the file of an SQLite database; None in memory and for PostgreSQL."""
    if url.get_backend_name() != "sqlite" or url.database in {None, "", ":memory:"}:
        return None
    return Path(str(url.database))


def _make_folder(folder: Path) -> None:
    """Makes the folder of the database for its owner alone; raises StartRefused if it can't."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StartRefused(
            f"the folder {folder} can't be made ({error.strerror}); check DATA_DIR and "
            "DATABASE_URL."
        ) from error


def _keep_private(file: Path) -> None:
    """Creates the database's file if it is missing, and restricts it to its owner.

    SQLite copies the permissions to journals.
    """
    try:
        file.touch(mode=0o600)
        file.chmod(0o600)
    except OSError:
        # Opening it reports a file that is missing or belongs to another user.
        LOG.warning("the permissions of %s could not be set", file)


@dataclass(frozen=True, slots=True)
class Commit:
    """Events of one transaction, passed to subscribers after its commit.

    If `is_certain` is false, the commit failed, perhaps only its answer: it may have been stored.
    """

    events: tuple[object, ...]
    is_certain: bool = True


Subscriber = Callable[[Commit], None]


class ReadContext:
    """Context manager of a reader; raises DatabaseUnavailable while the database is away.

    Reports connections that are lost in the block.
    """

    def __init__(self, availability: Availability, driver: Driver) -> None:
        self._availability = availability
        self._driver = driver

    async def __aenter__(self) -> DriverReader:
        await self._availability.check()
        return DriverReader(self._driver, self._driver.deadline())

    async def __aexit__(self, _kind: object, error: BaseException | None, _where: object) -> None:
        """Reports a lost connection, so that the database is probed until it answers."""
        if isinstance(error, Exception) and is_lost(error):
            self._availability.report_loss()
            await self._driver.release()


class Sessions:
    """Opens sessions and readers, and reports lost connections."""

    def __init__(self, engine: AsyncEngine, availability: Availability | None) -> None:
        self._engine = engine
        self._make = async_sessionmaker(engine, expire_on_commit=False)
        self._limits: Limits = engine.get_execution_options()[LIMITS]
        self.availability = availability
        self._subscribers: list[Subscriber] = []
        self._driver = Driver(engine, self._limits)

    def on_commit(self, subscriber: Subscriber) -> None:
        """Registers a subscriber to commits; it must neither wait nor raise."""
        self._subscribers.append(subscriber)

    def notify(self, commit: Commit) -> None:
        """Passes the events of a commit to each subscriber."""
        if commit.events:
            for subscriber in self._subscribers:
                subscriber(commit)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[AsyncSession]:
        """Opens the session of one request, with a time limit.

        Raises DatabaseUnavailable while the server is away, TimeoutError after the limit; neither
        on SQLite.
        """
        if self.availability is None:
            async with self._make() as session:
                yield session
            return
        limit_s = self._limits.transaction_s
        guarded = ReadContext(self.availability, self._driver)
        async with guarded, asyncio.timeout(limit_s), self._make() as session:
            yield session

    def reading(self) -> AbstractAsyncContextManager[DriverReader]:
        """Opens a reader without a transaction: each statement sees the newest data."""
        if self.availability is None:
            return nullcontext(DriverReader(self._driver, None))
        return ReadContext(self.availability, self._driver)

    def metrics(self) -> dict[str, float]:
        """Returns the numbers of used and idle connections; empty for pools without numbers."""
        # The driver keeps an idle connection checked out of the pool.
        pool, held = self._engine.pool, self._driver.held
        if not isinstance(pool, sa.pool.QueuePool):
            return {}
        return {
            "database_connections_used": float(pool.checkedout() - held),
            "database_connections_idle": float(pool.checkedin() + held),
        }

    async def close(self) -> None:
        if self.availability is not None:
            await self.availability.close()


def create_sessions(engine: AsyncEngine) -> Sessions:
    """Returns the sessions of an engine; on PostgreSQL they watch whether the server is up."""
    if not can_be_lost(engine.dialect):
        return Sessions(engine, None)
    address = engine.url.render_as_string(hide_password=False)
    return Sessions(engine, Availability(partial(_probe, address)))


async def _probe(address: str) -> None:
    """Runs a trivial statement outside the pool, which may be full of dead connections."""
    async with driver_connection(address) as connection:
        await connection.execute("SELECT 1")


@asynccontextmanager
async def driver_connection(address: str) -> AsyncIterator[Any]:
    """Opens the driver's own connection, outside of a pool; a failed block ends it at once."""
    engine = create_engine(address, pool=sa.NullPool)
    try:
        async with engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            try:
                yield driver
            except BaseException:
                # The connection may be dead, and an orderly end would wait for its answer.
                driver.terminate()
                raise
    finally:
        await engine.dispose()


async def check(engine: AsyncEngine) -> None:
    """Runs a trivial statement on the engine; raises its error."""
    async with engine.connect() as connection:
        await connection.execute(sa.text("SELECT 1"))
