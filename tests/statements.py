"""Compiled SQL statements, shared by all engines of a process."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import LRUCache

from server.database.driver import Compiled, Statement, compile_statement

STATEMENTS_MOST = 5_000


class SharedStatements:
    """Cache of compiled statements, with the one dialect of each class that they belong to.

    Compilation depends on the tables alone; without this, each test's engine would repeat it.
    """

    def __init__(self) -> None:
        self._compiled: LRUCache[Any, Any] = LRUCache(STATEMENTS_MOST)
        self._dialects: dict[type[sa.Dialect], sa.Dialect] = {}
        self._of_drivers: LRUCache[tuple[Statement, type[sa.Dialect]], Compiled] = LRUCache(
            STATEMENTS_MOST
        )

    def create_engine(self, *arguments: Any, **options: Any) -> AsyncEngine:
        """Replaces `create_async_engine`."""
        engine = create_async_engine(*arguments, **options)
        sync: Any = engine.sync_engine
        sync._compiled_cache = self._compiled

        # On connecting, an engine's own dialect first detects its server; it is replaced then.
        @sa.event.listens_for(sync, "connect")
        def share_dialect(_connection: object, _record: object) -> None:
            """Replaces the engine's dialect by the one that the statements are compiled for."""
            sync.dialect = self._dialects.setdefault(type(sync.dialect), sync.dialect)

        # The first connection still has the engine's old dialect, and would compile again.
        @sa.event.listens_for(sync, "engine_connect")
        def take_shared_dialect(connection: sa.Connection) -> None:
            connection.dialect = sync.dialect

        return engine

    def compile(self, statement: Statement, dialect: sa.Dialect) -> Compiled:
        """Replaces `compile_statement`, for statements that the driver runs without SQLAlchemy."""
        key = statement, type(dialect)
        if key not in self._of_drivers:
            self._of_drivers[key] = compile_statement(statement, dialect)
        return self._of_drivers[key]

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Makes all engines that are created before exit use this cache."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("server.database.engine.create_async_engine", self.create_engine)
            patch.setattr("server.database.driver.compile_statement", self.compile)
            yield
