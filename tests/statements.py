"""Compiled statements: kept for all engines of a process, instead of for one engine each."""

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
    """Dialects, one of each class, and the statements that were compiled for them.

    Compilation depends on the tables alone, and each engine of a test would repeat it.
    """

    def __init__(self) -> None:
        self._compiled: LRUCache[Any, Any] = LRUCache(STATEMENTS_MOST)
        self._dialects: dict[type[sa.Dialect], sa.Dialect] = {}
        self._of_drivers: LRUCache[tuple[Statement, type[sa.Dialect]], Compiled] = LRUCache(
            STATEMENTS_MOST
        )

    def create_engine(self, *arguments: Any, **options: Any) -> AsyncEngine:
        """Takes the place of `create_async_engine`."""
        engine = create_async_engine(*arguments, **options)
        sync: Any = engine.sync_engine
        sync._compiled_cache = self._compiled

        # Listeners of connections belong to the engine's own dialect, which then knows its server.
        @sa.event.listens_for(sync, "connect")
        def share_dialect(_connection: object, _record: object) -> None:
            """Exchanges the dialect for the one that the statements are compiled for."""
            sync.dialect = self._dialects.setdefault(type(sync.dialect), sync.dialect)

        # The first connection took its dialect before it connected, and would compile anew.
        @sa.event.listens_for(sync, "engine_connect")
        def take_shared_dialect(connection: sa.Connection) -> None:
            connection.dialect = sync.dialect

        return engine

    def compile(self, statement: Statement, dialect: sa.Dialect) -> Compiled:
        """Takes the place of `compile_statement`, for statements read without SQLAlchemy."""
        key = statement, type(dialect)
        if key not in self._of_drivers:
            self._of_drivers[key] = compile_statement(statement, dialect)
        return self._of_drivers[key]

    @contextmanager
    def used(self) -> Iterator[None]:
        """Lets all engines that are created meanwhile use the shared statements."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("server.database.engine.create_async_engine", self.create_engine)
            patch.setattr("server.database.driver.compile_statement", self.compile)
            yield
