"""The turn of whoever changes tables: one host at a time, and nobody who reads has to wait long."""

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

# "chanoki" in ASCII: a number that nobody else on a shared server is likely to lock.
TURN = 0x6368616E6F6B69
# Who waits for a table keeps everybody waiting who comes after: so briefly, and often.
LOCK_WAIT_MS = 500
TRIES = 120
PAUSE_S = 1.0
# Another host may have a long step to make.
TURN_WAIT_S = 900.0
LOOK_EVERY_S = 0.25

_LIMITS = (
    f"SET lock_timeout = {LOCK_WAIT_MS}",
    "SET statement_timeout = 0",
    "SET idle_in_transaction_session_timeout = 0",
)


@asynccontextmanager
async def turn(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection outside of any transaction, whose owner alone may change tables."""
    async with engine.connect() as connection:
        try:
            await _prepare(connection)
            yield connection
        finally:
            # The lock and the limits end with the connection.
            await connection.invalidate()


async def _prepare(connection: AsyncConnection) -> None:
    if is_sqlite(connection.dialect):
        # A table that is made anew would take the rows along that point at it.
        await connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        await connection.rollback()
        return
    async with connection.begin():
        for limit in _LIMITS:
            await connection.execute(sa.text(limit))
    await _take(connection)


async def _take(connection: AsyncConnection) -> None:
    """Asked again and again: whoever waited in the database would hold up an index made online."""
    ask = sa.select(sa.func.pg_try_advisory_lock(TURN))
    waited_s = 0.0
    while not (await connection.execute(ask)).scalar_one():
        await connection.rollback()
        if waited_s >= TURN_WAIT_S:
            raise StartRefused(
                f"another host has been changing the tables for {TURN_WAIT_S / 60:.0f} minutes."
            )
        await asyncio.sleep(LOOK_EVERY_S)
        waited_s += LOOK_EVERY_S
    await connection.rollback()


async def patiently(
    work: Callable[[], Awaitable[Value]], *, tries: int = TRIES, pause_s: float = PAUSE_S
) -> Value:
    """Once more, when somebody else held a table for too long."""
    for left in range(tries - 1, -1, -1):
        try:
            return await work()
        except sa.exc.DBAPIError as error:
            if not left or not is_locked(error):
                raise
        await asyncio.sleep(pause_s * random.uniform(0.5, 1))  # noqa: S311 (nobody is to guess it)
    raise AssertionError("at least one try")
