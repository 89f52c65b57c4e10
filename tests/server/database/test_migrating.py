"""Every database reaches the newest revision, and back, and the code agrees with it."""

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.engine import check, create_engine
from server.database.migrate import compare, migrate, revisions, undo
from server.database.revisions import current_revision, newest_revision

pytestmark = pytest.mark.anyio


async def test_an_empty_database_is_brought_to_the_newest_revision(
    empty_database: AsyncEngine,
) -> None:
    assert await current_revision(empty_database) is None

    await migrate(empty_database)
    await migrate(empty_database)

    assert await current_revision(empty_database) == newest_revision()


async def test_the_tables_of_the_code_are_those_of_the_migrations(database: AsyncEngine) -> None:
    await compare(database)


async def test_a_revision_can_be_undone(database: AsyncEngine) -> None:
    await undo(database, "base")

    assert await current_revision(database) is None


async def test_a_healthy_database_answers_and_an_absent_one_complains(
    database: AsyncEngine,
) -> None:
    await check(database)

    absent = create_engine("postgresql+asyncpg://nobody@/nothing?host=/nonexistent")
    with pytest.raises((OSError, sa.exc.SQLAlchemyError)):
        await check(absent)
    await absent.dispose()


@pytest.mark.databases("sqlite")
async def test_sqlite_keeps_foreign_keys_and_writes_ahead(database: AsyncEngine) -> None:
    async with database.connect() as connection:
        found = {
            name: (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "foreign_keys", "busy_timeout", "synchronous")
        }

    assert found == {
        "journal_mode": "wal",
        "foreign_keys": 1,
        "busy_timeout": 5000,
        "synchronous": 1,
    }


def test_a_host_reads_off_the_files_what_alembic_makes_of_them() -> None:
    assert newest_revision() == revisions()[-1]
