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
from server.database.postgresql import RESTED_SINCE, TRUSTED_S

Lent = sa.PoolProxiedConnection

# As many questions as are usually on their way at once; to lend one of these costs nothing.
RESTING_MOST = 4


class Asking:
    """One question on its way, as those see it who listen to the engine's statements."""

    text = ""
    executemany = False

    def handle_dbapi_exception(self, error: BaseException) -> None:
        """Nothing hangs on it."""


class Lending:
    """The pool of an engine, and a few connections that rest outside of it while they are busy."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine.sync_engine
        # The one that was used last is at the end.
        self._resting: list[tuple[Lent, float]] = []
        self._is_tidied = False
        sa.event.listen(self.engine, "engine_disposed", self._end)

    @property
    def resting(self) -> int:
        return len(self._resting)

    async def take(self, until: float | None) -> Lent:
        """At once, if one lies ready; else it is waited for, `until` then at most."""
        if self._resting and monotonic() - self._resting[-1][1] < TRUSTED_S:
            return self._resting.pop()[0]
        lent = await self._take_ready()
        if lent is not None:
            return lent
        seconds = None if until is None else until - monotonic()
        async with asyncio.timeout(seconds):
            return await greenlet_spawn(self._open)

    async def give_back(self, lent: Lent) -> None:
        """To rest, as long as the pool can open others for whoever comes."""
        pool = self.engine.pool
        if len(self._resting) < RESTING_MOST and _overflow(pool) <= 0:
            self._resting.append((lent, monotonic()))
            if not self._is_tidied:
                self._is_tidied = True
                asyncio.get_running_loop().call_later(TRUSTED_S, self._tidy)
        elif _has_room(pool):
            lent.close()
        else:
            # There is one too many: it is closed, politely.
            await greenlet_spawn(lent.close)

    def _tidy(self) -> None:
        """What nobody has used for a while belongs to the pool, which may lend it to anybody."""
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
        """Those that rest are as good as the one that broke."""
        if self._resting:
            await greenlet_spawn(self._end)

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


def _overflow(pool: sa.Pool) -> int:
    return pool.overflow() if isinstance(pool, sa.QueuePool) else 1


def _has_room(pool: sa.Pool) -> bool:
    """Whether a connection can come back without another having to be closed."""
    return isinstance(pool, sa.QueuePool) and pool.checkedin() < pool.size()
