"""Readers of rows: through the driver for a page, or within the transaction of a change."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.database.dialects import is_missing_table
from server.database.driver import Driver, Rows, Statement, Values


class Reader(Protocol):
    """Interface of a reader of rows."""

    @property
    def dialect(self) -> sa.Dialect: ...

    async def rows(self, statement: Statement, values: Values) -> Rows: ...

    async def rows_if_there(self, statement: Statement, values: Values) -> Rows | None:
        """Returns the rows, or None if a table is missing; the transaction stays usable."""
        ...

    def attempt(self) -> AbstractAsyncContextManager[None]:
        """Returns a context manager whose block may raise and leaves the transaction usable."""
        ...


class SessionReader:
    """Reader within a session's transaction."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    @property
    def dialect(self) -> sa.Dialect:
        return self._session.get_bind().dialect

    async def rows(self, statement: Statement, values: Values) -> Rows:
        return (await self._session.execute(statement, dict(values))).all()

    async def rows_if_there(self, statement: Statement, values: Values) -> Rows | None:
        """Returns the rows, or None while a table is missing; the transaction stays usable."""
        try:
            async with self.attempt():
                return await self.rows(statement, values)
        except sa.exc.DBAPIError as error:
            if not is_missing_table(error):
                raise
        return None

    @asynccontextmanager
    async def attempt(self) -> AsyncIterator[None]:
        """Keeps the session usable after a block that raises, by a savepoint or a rollback."""
        if self._session.in_transaction():
            async with self._session.begin_nested():
                yield
            return
        try:
            yield
        except sa.exc.DBAPIError:
            await self._session.rollback()
            raise


class DriverReader:
    """Reader through the driver, without a transaction, within the time limit of one request."""

    def __init__(self, driver: Driver, until: float | None) -> None:
        self.dialect = driver.dialect
        self._driver = driver
        self._until = until

    async def rows(self, statement: Statement, values: Values) -> Rows:
        return await self._driver.rows(statement, values, until=self._until)

    async def rows_if_there(self, statement: Statement, values: Values) -> Rows | None:
        """Returns the rows, or None while a table is missing."""
        try:
            return await self._driver.rows(statement, values, until=self._until)
        except sa.exc.DBAPIError as error:
            if not is_missing_table(error):
                raise
        return None

    def attempt(self) -> AbstractAsyncContextManager[None]:
        """Returns a context manager that does nothing: there is no transaction to keep usable."""
        return nullcontext()


# Objects that `reader_over` accepts.
Source = AsyncSession | DriverReader


def reader_over(source: Source) -> Reader:
    """Returns a reader for a session; a reader is returned as it is."""
    return source if isinstance(source, DriverReader) else SessionReader(source)
