"""Connections of SQLAlchemy's pool for single reads, without SQLAlchemy's execution layer.

What SQLAlchemy does when a statement fails is left to it: a failure has one name on both ways.
"""

import asyncio
from time import monotonic
from typing import Any, NoReturn

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util.concurrency import greenlet_spawn

from server.database.dialects import lives, was_not_asked
from server.database.postgresql import RESTED_SINCE, TRUSTED_S

Lent = sa.PoolProxiedConnection

# The usual number of concurrent reads; taking one of these connections costs nothing.
RESTING_MOST = 4


class Asking:
    """Context of one read, as listeners of the engine's statements expect it."""

    text = ""
    executemany = False

    def handle_dbapi_exception(self, error: BaseException) -> None:
        """Required by SQLAlchemy's interface; does nothing."""


class Lending:
    """An engine's pool with up to four idle connections kept outside of it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine.sync_engine
        # The most recently used connection is last.
        self._resting: list[tuple[Lent, float]] = []
        self._is_tidied = False
        sa.event.listen(self.engine, "engine_disposed", self._end)

    @property
    def resting(self) -> int:
        return len(self._resting)

    async def take(self, until: float | None) -> Lent:
        """Returns an idle connection, or waits for one of the pool until `until`."""
        if self._resting and monotonic() - self._resting[-1][1] < TRUSTED_S:
            return self._resting.pop()[0]
        lent = await self._take_ready()
        if lent is not None:
            return lent
        seconds = None if until is None else until - monotonic()
        async with asyncio.timeout(seconds):
            return await greenlet_spawn(self._open)

    async def give_back(self, lent: Lent) -> None:
        """Keeps the connection idle as long as the pool can open others."""
        pool = self.engine.pool
        if len(self._resting) < RESTING_MOST and _overflow(pool) <= 0:
            self._resting.append((lent, monotonic()))
            if not self._is_tidied:
                self._is_tidied = True
                asyncio.get_running_loop().call_later(TRUSTED_S, self._tidy)
        elif _has_room(pool):
            lent.close()
        else:
            # One connection too many: it is closed in an orderly way.
            await greenlet_spawn(lent.close)

    def _tidy(self) -> None:
        """Returns connections to the pool that were idle for a while."""
        self._is_tidied = False
        while self._resting and _has_room(self.engine.pool):
            lent, since = self._resting[0]
            if monotonic() - since < TRUSTED_S:
                break
            del self._resting[0]
            lent.info[RESTED_SINCE] = since
            lent.close()
        if self._resting:
            self._is_tidied = True
            asyncio.get_running_loop().call_later(TRUSTED_S / 2, self._tidy)

    def _end(self, _engine: object = None) -> None:
        resting, self._resting = self._resting, []
        for lent, _since in resting:
            lent.invalidate()

    async def let_go(self) -> None:
        """Closes the idle connections; they are as old as the one that broke."""
        if self._resting:
            await greenlet_spawn(self._end)

    async def _take_ready(self) -> Lent | None:
        """Takes a connection from the pool without a thread switch, if one is ready."""
        pool = self.engine.pool
        if not isinstance(pool, sa.QueuePool) or not pool.checkedin():
            return None
        try:
            lent = pool.connect()
        except sa.exc.MissingGreenlet:
            # The pool had to open a new connection after all.
            return None
        if not was_not_asked(lent.info) or await self._lives(lent):
            return lent
        return None

    async def fail(self, lent: Lent, error: BaseException, asking: Asking) -> NoReturn:
        """Handles a failure as SQLAlchemy would and raises its exception."""
        await greenlet_spawn(self._fail, lent, error, asking)
        raise AssertionError("unreachable") from error

    async def _lives(self, lent: Lent) -> bool:
        is_alive = False
        try:
            is_alive = await lives(lent.driver_connection)
        finally:
            if not is_alive:
                # Connections of the same age are closed when they are next used.
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


def _overflow(pool: sa.Pool) -> int:
    return pool.overflow() if isinstance(pool, sa.QueuePool) else 1


def _has_room(pool: sa.Pool) -> bool:
    """Returns whether the pool accepts the connection without closing another."""
    return isinstance(pool, sa.QueuePool) and pool.checkedin() < pool.size()
