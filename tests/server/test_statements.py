"""Engines of one kind of database share their compiled statements, and nothing else."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tests.statements import SharedStatements

pytestmark = pytest.mark.anyio

NUMBERS = sa.table("numbers", sa.column("value", sa.Integer))


async def engine_with_number(statements: SharedStatements, file: Path, value: int) -> AsyncEngine:
    """Returns an engine of a new file whose table has this one row."""
    engine = statements.create_engine(f"sqlite+aiosqlite:///{file}")
    async with engine.begin() as connection:
        await connection.execute(sa.text("CREATE TABLE numbers (value INTEGER)"))
        await connection.execute(sa.insert(NUMBERS).values(value=value))
    return engine


async def read_number(engine: AsyncEngine) -> int:
    """Reads the one row of the table."""
    async with engine.connect() as connection:
        return int((await connection.execute(sa.select(NUMBERS.c.value))).scalar_one())


async def test_each_engine_reads_its_own_database_with_the_shared_statement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements = SharedStatements()
    one = await engine_with_number(statements, tmp_path / "one", 1)
    two = await engine_with_number(statements, tmp_path / "two", 2)
    assert await read_number(one) == 1

    def refuse(*_arguments: object, **_options: object) -> None:
        raise AssertionError("the statement was compiled again")

    monkeypatch.setattr("sqlalchemy.sql.elements.ClauseElement._compiler", refuse)

    assert await read_number(two) == 2
    await one.dispose()
    await two.dispose()


async def test_first_connection_of_an_engine_takes_the_shared_dialect(tmp_path: Path) -> None:
    statements = SharedStatements()
    first = await engine_with_number(statements, tmp_path / "first", 1)
    later = statements.create_engine(f"sqlite+aiosqlite:///{tmp_path / 'later'}")

    async with later.connect() as connection:
        assert connection.dialect is first.dialect

    await first.dispose()
    await later.dispose()


async def test_engine_keeps_its_own_dialect_until_it_is_connected(tmp_path: Path) -> None:
    statements = SharedStatements()
    first = await engine_with_number(statements, tmp_path / "first", 1)
    later = statements.create_engine(f"sqlite+aiosqlite:///{tmp_path / 'later'}")
    assert later.dialect is not first.dialect

    async with later.connect():
        pass

    assert later.dialect is first.dialect
    assert first.dialect.server_version_info
    await first.dispose()
    await later.dispose()


def test_statement_of_drivers_is_compiled_once_for_a_kind_of_database() -> None:
    statements = SharedStatements()
    select = sa.select(NUMBERS.c.value)
    one, two = (create_async_engine("sqlite+aiosqlite://").dialect for _ in range(2))
    another = create_async_engine("postgresql+asyncpg://localhost/numbers").dialect

    first = statements.compile(select, one)

    assert statements.compile(select, two) is first
    assert statements.compile(select, another) is not first
    assert statements.compile(sa.select(NUMBERS.c.value), one) is not first
