"""Lock of schema changes: one host at a time, without long waits for readers."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.database.dialects import is_locked, is_sqlite
from server.errors import StartRefused

Value = TypeVar("Value")

# "chanoki" in ASCII, as a number that others on a shared server hardly use.
LOCK_ID = 0x6368616E6F6B69
# A request for a table lock blocks all later requests, so the wait is short and repeated.
LOCK_WAIT_MS = 500
TRIES = 120
PAUSE_S = 1.0
# Another host may run a long step.
LOCK_HOLDER_S = 900.0
POLL_S = 0.25

_LIMITS = (
    f"SET lock_timeout = {LOCK_WAIT_MS}",
    "SET statement_timeout = 0",
    "SET idle_in_transaction_session_timeout = 0",
)


@asynccontextmanager
async def migration_lock(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Opens a connection that holds the migration lock, outside any transaction.

    Raises StartRefused if another host holds it for LOCK_HOLDER_S seconds. On SQLite nothing is
    locked, as each step locks the file, and foreign keys are not enforced.
    """
    async with engine.connect() as connection:
        try:
            await _prepare(connection)
            yield connection
        finally:
            # The lock ends with the connection.
            await connection.invalidate()


async def _prepare(connection: AsyncConnection) -> None:
    """Sets the connection's timeouts and takes the lock on PostgreSQL.

    On SQLite it turns foreign keys off; each step locks the file.
    """
    if is_sqlite(connection.dialect):
        # Rebuilding a table must not cascade to the rows that reference it.
        await connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        await connection.rollback()
        return
    async with connection.begin():
        for limit in _LIMITS:
            await connection.execute(sa.text(limit))
    await _take(connection)


async def _take(connection: AsyncConnection) -> None:
    """Polls until it has the lock; raises StartRefused if another host holds it for too long.

    It does not wait in a statement: that would block an index that is built online.
    """
    ask = sa.select(sa.func.pg_try_advisory_lock(LOCK_ID))
    waited_s = 0.0
    while not (await connection.execute(ask)).scalar_one():
        await connection.rollback()
        if waited_s >= LOCK_HOLDER_S:
            raise StartRefused(
                f"another host has been changing the tables for {LOCK_HOLDER_S / 60:.0f} minutes."
            )
        await asyncio.sleep(POLL_S)
        waited_s += POLL_S
    await connection.rollback()


async def retry_lock_timeouts(
    work: Callable[[], Awaitable[Value]], *, tries: int = TRIES, pause_s: float = PAUSE_S
) -> Value:
    """Returns the result of `work`; repeats it, with pauses, if it fails by a lock timeout.

    Raises the error of the last of `tries` tries.
    """
    for left in range(tries - 1, -1, -1):
        try:
            return await work()
        except sa.exc.DBAPIError as error:
            if not left or not is_locked(error):
                raise
        await asyncio.sleep(pause_s * random.uniform(0.5, 1))  # noqa: S311 (nobody is to guess it)
    raise AssertionError("at least one try")
