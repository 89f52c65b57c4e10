"""Readers of the database: a page outside a transaction, or a change within its own."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import lru_cache
from time import monotonic
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from server.database.connections import Asking, Lending
from server.database.dialects import driver_rows, is_missing_table
from server.database.limits import Limits
from server.database.statements import Prepared, Question, Rows, Values, prepare

# Each list in each order with each filter is a statement of its own, plus some searches.
PREPARED_MOST = 512


class Reader(Protocol):
    """Reads rows."""

    @property
    def dialect(self) -> sa.Dialect: ...

    async def rows(self, question: Question, values: Values) -> Rows: ...

    async def rows_if_there(self, question: Question, values: Values) -> Rows | None:
        """Returns no rows when a table is missing, without breaking the transaction."""
        ...

    def attempt(self) -> AbstractAsyncContextManager[None]:
        """Runs a block whose failure does not break the transaction."""
        ...


class Within:
    """Reads within a session's transaction."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    @property
    def dialect(self) -> sa.Dialect:
        return self._session.get_bind().dialect

    async def rows(self, question: Question, values: Values) -> Rows:
        return (await self._session.execute(question, dict(values))).all()

    async def rows_if_there(self, question: Question, values: Values) -> Rows | None:
        try:
            async with self.attempt():
                return await self.rows(question, values)
        except sa.exc.DBAPIError as error:
            if not is_missing_table(error):
                raise
        return None

    @asynccontextmanager
    async def attempt(self) -> AsyncIterator[None]:
        if self._session.in_transaction():
            async with self._session.begin_nested():
                yield
            return
        try:
            yield
        except sa.exc.DBAPIError:
            await self._session.rollback()
            raise


class Driver:
    """The driver itself: each statement is a transaction of its own with one round trip."""

    def __init__(self, engine: AsyncEngine, limits: Limits) -> None:
        self.dialect = engine.dialect
        self._lending = Lending(engine)
        self._limits = limits
        self._prepared = lru_cache(PREPARED_MOST)(self._prepare)
        self._fetch = driver_rows(engine.dialect)

    @property
    def resting(self) -> int:
        """Idle connections for the next statement."""
        return self._lending.resting

    async def let_go(self) -> None:
        await self._lending.let_go()

    def until(self) -> float | None:
        """The end of the wait for all statements of the present caller."""
        most = self._limits.transaction_s
        return None if most is None else monotonic() + most

    async def rows(self, question: Question, values: Values, *, until: float | None) -> Rows:
        lent = await self._lending.take(until)
        asking, told = Asking(), self._lending.engine.dispatch
        try:
            # Known only after the first connection.
            prepared = self._prepared(question)
            given, asking.text = prepared.given(values), prepared.text
            is_watched = bool(told.before_cursor_execute)
            if is_watched:
                told.before_cursor_execute(None, None, asking.text, given, asking, False)
            seconds = self._limits.answer_within(until)
            rows = await self._fetch(lent.driver_connection, asking.text, given, seconds)
            if is_watched:
                told.after_cursor_execute(None, None, asking.text, given, asking, False)
        except BaseException as error:
            await self._lending.fail(lent, error, asking)
        await self._lending.give_back(lent)
        return prepared.read(rows)

    def _prepare(self, question: Question) -> Prepared:
        return prepare(question, self.dialect)


class Direct:
    """Reads through the driver, within the time limit of one request."""

    def __init__(self, driver: Driver, until: float | None) -> None:
        self.dialect = driver.dialect
        self._driver = driver
        self._until = until

    async def rows(self, question: Question, values: Values) -> Rows:
        return await self._driver.rows(question, values, until=self._until)

    async def rows_if_there(self, question: Question, values: Values) -> Rows | None:
        try:
            return await self._driver.rows(question, values, until=self._until)
        except sa.exc.DBAPIError as error:
            if not is_missing_table(error):
                raise
        return None

    def attempt(self) -> AbstractAsyncContextManager[None]:
        return nullcontext()


# Where a question can be asked.
Source = AsyncSession | Direct


def reader_over(source: Source) -> Reader:
    return source if isinstance(source, Direct) else Within(source)
