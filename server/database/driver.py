"""Single reads through the database's driver, on connections of SQLAlchemy's pool.

The only file with private functions of SQLAlchemy: they turn a driver's failure into the exception
that SQLAlchemy itself would raise.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from time import monotonic
from typing import Any, NoReturn

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util.concurrency import greenlet_spawn

from server.database.dialects import fetch_function, is_alive, was_not_checked
from server.database.limits import Limits
from server.database.postgresql import TRUSTED_S

Statement = sa.Select[*tuple[Any, ...]]
Values = Mapping[str, Any]
Rows = Sequence[Sequence[Any]]
Connection = sa.PoolProxiedConnection

_Conversion = Callable[[Any], Any]

# Each list in each order with each filter is a statement of its own, plus some searches.
COMPILED_MOST = 512


@dataclass(frozen=True, slots=True)
class Compiled:
    """Statement as text for the driver, with the order and conversions of parameters and columns.

    `fixed` holds the values of literals in the statement.
    """

    text: str
    names: tuple[tuple[str, _Conversion | None], ...]
    fixed: Mapping[str, Any]
    columns: tuple[tuple[int, _Conversion], ...]

    def parameters(self, values: Values) -> tuple[Any, ...]:
        """Returns the values in the order of the statement, converted for the driver."""
        known = {**self.fixed, **values} if self.fixed else values
        return tuple(
            convert(known[name]) if convert else known[name] for name, convert in self.names
        )

    def converted(self, rows: Rows) -> Rows:
        """Converts the values of columns for which SQLAlchemy's type has a conversion."""
        if not self.columns:
            return rows
        lists = [list(row) for row in rows]
        for column, convert in self.columns:
            for row in lists:
                row[column] = convert(row[column])
        return lists


def compile_statement(statement: Statement, dialect: sa.Dialect) -> Compiled:
    """Compiles a statement for the driver; the result serves all reads of it."""
    compiled: Any = statement.compile(dialect=dialect)
    binds: Mapping[str, sa.BindParameter[Any]] = compiled.binds
    types = (column.type for column in statement.selected_columns)
    processors = enumerate(
        one.dialect_impl(dialect).result_processor(dialect, None) for one in types
    )
    return Compiled(
        text=str(compiled),
        names=tuple(
            (name, binds[name].type.dialect_impl(dialect).bind_processor(dialect))
            for name in compiled.positiontup
        ),
        fixed={name: bind.value for name, bind in binds.items() if not bind.required},
        columns=tuple((column, convert) for column, convert in processors if convert),
    )


class Execution:
    """Context of one statement, as listeners of the engine's events expect it."""

    text = ""
    executemany = False

    def handle_dbapi_exception(self, error: BaseException) -> None:
        """Does nothing; required by SQLAlchemy's interface."""


class Driver:
    """Reads through the driver: each statement is a transaction of one round trip."""

    def __init__(self, engine: AsyncEngine, limits: Limits) -> None:
        self.dialect = engine.dialect
        self._engine = engine.sync_engine
        self._limits = limits
        self._compiled = lru_cache(COMPILED_MOST)(self._compile)
        self._fetch = fetch_function(engine.dialect)
        # One connection stays checked out between reads: the pool's checkout and return would
        # cost a third of the driver's time for a list.
        self._held: tuple[Connection, float] | None = None
        self._is_disposed = False
        sa.event.listen(self._engine, "engine_disposed", self._end)

    @property
    def held(self) -> int:
        """Returns the number of idle connections outside of the pool."""
        return 0 if self._held is None else 1

    async def release(self) -> None:
        """Closes the kept connection, for use when another one broke: it is likely broken too."""
        if self._held is not None:
            await greenlet_spawn(self._drop_held)

    def deadline(self) -> float | None:
        """Returns the monotonic time by which the statements of a request that starts now must end.

        None without a limit.
        """
        most = self._limits.transaction_s
        return None if most is None else monotonic() + most

    async def rows(self, statement: Statement, values: Values, *, until: float | None) -> Rows:
        """Runs a statement and returns its rows; raises what SQLAlchemy itself would raise.

        Sends the engine's events, which traces listen to. Raises TimeoutError if the read does not
        end by the monotonic time `until`.
        """
        connection = await self._take(until)
        execution, events = Execution(), self._engine.dispatch
        try:
            # The dialect is complete after the first connection only.
            compiled = self._compiled(statement)
            given, execution.text = compiled.parameters(values), compiled.text
            is_watched = bool(events.before_cursor_execute)
            if is_watched:
                events.before_cursor_execute(None, None, execution.text, given, execution, False)
            seconds = self._limits.answer_within(until)
            rows = await self._fetch(connection.driver_connection, execution.text, given, seconds)
            if is_watched:
                events.after_cursor_execute(None, None, execution.text, given, execution, False)
        except BaseException as error:
            await greenlet_spawn(self._fail, connection, error, execution)
        await self._give_back(connection)
        return compiled.converted(rows)

    def _compile(self, statement: Statement) -> Compiled:
        return compile_statement(statement, self.dialect)

    async def _take(self, until: float | None) -> Connection:
        """Returns a connection: the kept one, an idle one of the pool, or a new one.

        A connection that was unused for TRUSTED_S seconds is tested first.

        Raises TimeoutError if none is free or opened by the monotonic time `until`.
        """
        held, self._held = self._held, None
        if held is not None:
            connection, used_at = held
            if monotonic() - used_at < TRUSTED_S or await self._is_alive(connection):
                return connection
        pool = self._engine.pool
        if isinstance(pool, sa.QueuePool) and pool.checkedin():
            try:
                connection = pool.connect()
            except sa.exc.MissingGreenlet:
                # The pool has to open a connection after all.
                pass
            else:
                if not was_not_checked(connection.info) or await self._is_alive(connection):
                    return connection
        async with asyncio.timeout(None if until is None else until - monotonic()):
            return await greenlet_spawn(lambda: self._engine.connect().connection)

    async def _give_back(self, connection: Connection) -> None:
        """Keeps the connection for the next read, or returns it to the pool."""
        if self._is_disposed:
            # The read outlasted the engine: its connection is not kept for another read.
            await greenlet_spawn(connection.invalidate)
            return
        if self._held is None:
            self._held = connection, monotonic()
            return
        pool = self._engine.pool
        if isinstance(pool, sa.QueuePool) and pool.checkedin() < pool.size():
            connection.close()
        else:
            # One connection too many: the pool closes it, which waits for the server.
            await greenlet_spawn(connection.close)

    async def _is_alive(self, connection: Connection) -> bool:
        """Returns whether a connection responds; closes it if it does not."""
        found = False
        try:
            found = await is_alive(self.dialect, connection.driver_connection)
        finally:
            if not found:
                await greenlet_spawn(connection.invalidate)
        return found

    def _end(self, _engine: object) -> None:
        """Closes the kept connection when the engine is disposed."""
        self._is_disposed = True
        self._drop_held()

    def _drop_held(self) -> None:
        """Closes the connection that is kept between reads."""
        held, self._held = self._held, None
        if held is not None:
            held[0].invalidate()

    def _fail(self, connection: Any, error: BaseException, execution: Any) -> NoReturn:
        """Raises the exception that SQLAlchemy would raise for the driver's `error`.

        Returns the connection to the pool, or closes it if it broke.
        """
        owner = sa.Connection(self._engine, connection)
        try:
            try:
                connection.dbapi_connection._handle_exception(error)
            except BaseException as translated:
                owner._handle_dbapi_exception(translated, execution.text, None, None, execution)
            raise AssertionError("unreachable")
        finally:
            owner.close()
