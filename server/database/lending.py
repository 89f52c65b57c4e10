"""Lends connections of SQLAlchemy's pool without its executions, which cost more than the feed.

What SQLAlchemy does when a statement fails is left to it: a failure has one name on both ways.
"""

import asyncio
from time import monotonic
from typing import Any, NoReturn

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util.concurrency import greenlet_spawn

from server.database.dialects import lives, was_not_asked

Lent = sa.PoolProxiedConnection


class Asking:
    """One question on its way, as those see it who listen to the engine's statements."""

    text = ""
    executemany = False

    def handle_dbapi_exception(self, error: BaseException) -> None:
        """Nothing hangs on it."""


class Lending:
    """The pool of an engine."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine.sync_engine

    async def take(self, until: float | None) -> Lent:
        """At once, if one lies ready; else it is waited for, `until` then at most."""
        lent = await self._take_ready()
        if lent is not None:
            return lent
        seconds = None if until is None else until - monotonic()
        async with asyncio.timeout(seconds):
            return await greenlet_spawn(self._open)

    async def _take_ready(self) -> Lent | None:
        """Without the detour that makes waiting possible."""
        pool = self.engine.pool
        if not isinstance(pool, sa.QueuePool) or not pool.checkedin():
            return None
        try:
            lent = pool.connect()
        except sa.exc.MissingGreenlet:
            # It had to be opened anew after all.
            return None
        if not was_not_asked(lent.info) or await self._lives(lent):
            return lent
        return None

    async def give_back(self, lent: Lent) -> None:
        pool = self.engine.pool
        if isinstance(pool, sa.QueuePool) and pool.overflow() <= 0:
            lent.close()
            return
        # There may be too many: this one is closed, politely.
        await greenlet_spawn(lent.close)

    async def fail(self, lent: Lent, error: BaseException, asking: Asking) -> NoReturn:
        """Raises what SQLAlchemy would have, once it has done what it does about it."""
        await greenlet_spawn(self._fail, lent, error, asking)
        raise AssertionError("unreachable") from error

    async def _lives(self, lent: Lent) -> bool:
        is_alive = False
        try:
            is_alive = await lives(lent.driver_connection)
        finally:
            if not is_alive:
                # Its siblings are as old: each of them is opened anew when its turn comes.
                await greenlet_spawn(self._drop, lent)
        return is_alive

    def _open(self) -> Lent:
        try:
            return self.engine.raw_connection()
        except self.engine.dialect.loaded_dbapi.Error as error:
            sa.Connection._handle_dbapi_exception_noconnection(
                error, self.engine.dialect, self.engine
            )

    def _drop(self, lent: Lent) -> None:
        self.engine.pool._invalidate(lent)
        lent.close()

    def _fail(self, lent: Any, error: BaseException, asking: Any) -> NoReturn:
        connection = sa.Connection(self.engine, lent)
        try:
            try:
                lent.dbapi_connection._handle_exception(error)
            except BaseException as told:
                connection._handle_dbapi_exception(told, asking.text, None, None, asking)
            raise AssertionError("unreachable")
        finally:
            connection.close()
