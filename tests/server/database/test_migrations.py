"""Migration to the newest revision and back, and its agreement with the code's tables."""

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.engine import check, create_engine
from server.database.migrate import compare, downgrade, migrate, revisions
from server.database.revisions import current_revision, newest_revision

pytestmark = pytest.mark.anyio


async def test_empty_database_is_migrated_to_the_newest_revision(
    empty_database: AsyncEngine,
) -> None:
    assert await current_revision(empty_database) is None

    await migrate(empty_database)
    await migrate(empty_database)

    assert await current_revision(empty_database) == newest_revision()


async def test_tables_of_the_code_equal_those_of_the_migrations(database: AsyncEngine) -> None:
    await compare(database)


async def test_migrations_can_be_undone_to_the_base(database: AsyncEngine) -> None:
    await downgrade(database, "base")

    assert await current_revision(database) is None


async def test_check_passes_on_a_healthy_database_and_fails_on_an_absent_one(
    database: AsyncEngine,
) -> None:
    await check(database)

    absent = create_engine("postgresql+asyncpg://nobody@/nothing?host=/nonexistent")
    with pytest.raises((OSError, sa.exc.SQLAlchemyError)):
        await check(absent)
    await absent.dispose()


@pytest.mark.databases("sqlite")
async def test_sqlite_enforces_foreign_keys_and_uses_a_write_ahead_log(
    database: AsyncEngine,
) -> None:
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


def test_newest_revision_from_file_names_equals_that_of_alembic() -> None:
    assert newest_revision() == revisions()[-1]
