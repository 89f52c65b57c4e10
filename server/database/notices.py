"""Words that every host on one PostgreSQL hears; an SQLite file has one host alone."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.database.dialects import is_sqlite

CHANNEL = "chanoki_purge"
# What PostgreSQL carries in one notice is a little less than 8,000 bytes.
NOTICE_BYTES_MOST = 7900
EVERYTHING = frozenset({"*"})
ALIVE_EVERY_S = 5.0
RETRY_S = 1.0

Hear = Callable[[frozenset[str]], None]


class Notices:
    """The way out."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def publish(self, tags: frozenset[str]) -> None:
        if is_sqlite(self._engine.dialect):
            return
        words = msgspec.json.encode(sorted(tags))
        if len(words) > NOTICE_BYTES_MOST:
            words = msgspec.json.encode(sorted(EVERYTHING))
        async with self._engine.begin() as connection:
            notify = sa.func.pg_notify(CHANNEL, words.decode())
            await connection.execute(sa.select(notify))


@asynccontextmanager
async def hearing(engine: AsyncEngine, hear: Hear) -> AsyncIterator[None]:
    """The way in, for as long as the host lives."""
    if is_sqlite(engine.dialect):
        yield
        return
    listening = asyncio.create_task(_listen(engine, hear))
    try:
        yield
    finally:
        listening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await listening


async def _listen(engine: AsyncEngine, hear: Hear) -> None:
    log = structlog.get_logger("chanoki.notices")
    while True:
        try:
            async with engine.connect() as connection:
                await _attend(connection, hear)
        except (OSError, sa.exc.SQLAlchemyError) as error:
            log.warning("notices_lost", reason=type(error).__name__)
        # What was said meanwhile was not heard.
        hear(EVERYTHING)
        await asyncio.sleep(RETRY_S)


async def _attend(connection: AsyncConnection, hear: Hear) -> None:
    def notice(_connection: object, _pid: int, _channel: str, words: str) -> None:
        hear(frozenset(msgspec.json.decode(words, type=list[str])))

    pooled = await connection.get_raw_connection()
    driver = pooled.driver_connection
    assert driver is not None
    await driver.add_listener(CHANNEL, notice)
    hear(EVERYTHING)
    try:
        while not driver.is_closed():
            await connection.execute(sa.text("SELECT 1"))
            await connection.rollback()
            await asyncio.sleep(ALIVE_EVERY_S)
    finally:
        if not driver.is_closed():
            await driver.remove_listener(CHANNEL, notice)
