"""Fixtures of databases: they are emptied between tests, and altered tables are made again."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.engine import create_engine
from server.database.limits import LONG_WORK
from server.database.migrate import compare
from server.database.revisions import current_revision, newest_revision
from tests.databases import clear_server, empty_server
from tests.postgresql import schema_of
from tests.server.community.builders import add_members, add_post, execute, value
from tests.variants import databases_of, stores_of

pytestmark = pytest.mark.anyio

# Alterations for the audit alone; every run tests others of the same kinds.
MORE_ALTERATIONS = (
    "DROP TABLE post_likes",
    "ALTER TABLE posts RENAME TO gone",
    "ALTER TABLE posts ADD COLUMN mood text",
    "ALTER TABLE posts ALTER COLUMN likes DROP NOT NULL",
    "CREATE INDEX ix_x ON posts (id)",
)
POSTS_OID = "SELECT oid FROM pg_class WHERE relname = 'posts'"


@pytest.fixture
async def server(postgresql: str) -> AsyncIterator[AsyncEngine]:
    """Yields the engine of an empty PostgreSQL server."""
    engine = create_engine(postgresql, LONG_WORK)
    await empty_server(engine)
    yield engine
    await engine.dispose()


async def test_emptying_deletes_rows_and_resets_ids_but_keeps_tables(server: AsyncEngine) -> None:
    posts_oid = await value(server, POSTS_OID)
    (member,) = await add_members(server, 1)
    first = await add_post(server, user_id=member.id)
    await execute(server, "UPDATE alembic_version SET version_num = 'another'")

    await empty_server(server)

    assert await value(server, "SELECT count(*) FROM accounts") == 0
    assert await current_revision(server) == newest_revision()
    assert await value(server, POSTS_OID) == posts_oid
    (member,) = await add_members(server, 1)
    assert await add_post(server, user_id=member.id) == first


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE pots (id int)",
        "ALTER TABLE posts RENAME COLUMN likes TO gone",
        "ALTER TABLE posts ALTER COLUMN likes SET DEFAULT 7",
        "ALTER TABLE posts ADD CONSTRAINT ck_x CHECK (likes >= 0) NOT VALID",
        "DROP INDEX ix_posts_created_at_id",
        "DROP SCHEMA public CASCADE",
        *(pytest.param(statement, marks=pytest.mark.audit) for statement in MORE_ALTERATIONS),
    ],
)
async def test_emptying_recreates_altered_tables(
    server: AsyncEngine, postgresql: str, statement: str
) -> None:
    posts_oid = await value(server, POSTS_OID)
    address = postgresql.replace("postgresql+asyncpg://", "postgresql://", 1)
    tables = await asyncio.to_thread(schema_of, address)
    async with server.begin() as connection:
        await connection.execute(sa.text(statement))

    await empty_server(server)

    assert await value(server, POSTS_OID) != posts_oid
    assert await asyncio.to_thread(schema_of, address) == tables
    await compare(server)


async def test_clearing_removes_all_tables(server: AsyncEngine) -> None:
    await clear_server(server)

    assert await current_revision(server) is None


async def test_copied_file_has_the_newest_tables_and_no_rows(
    database: AsyncEngine, migrated_file: Path
) -> None:
    await compare(database)

    assert await current_revision(database) == newest_revision()
    assert await value(database, "SELECT count(*) FROM accounts") == 0
    assert migrated_file.stat().st_size > 0


@pytest.mark.parametrize(
    ("folder", "databases", "stores"),
    [
        ("community", ("postgresql",), ("folder",)),
        ("moderation", ("postgresql",), ("folder",)),
        ("realtime", ("sqlite", "postgresql"), ("folder",)),
        ("storage", ("sqlite",), ("folder", "s3")),
        ("accounts", ("sqlite",), ("folder",)),
    ],
)
def test_folder_of_a_test_chooses_its_databases_and_stores_unless_all_are_requested(
    folder: str, databases: tuple[str, ...], stores: tuple[str, ...]
) -> None:
    packages = frozenset({"tests", "server", folder})

    assert databases_of(packages, is_full_run=False) == databases
    assert stores_of(packages, is_full_run=False) == stores
    assert databases_of(packages, is_full_run=True) == ("sqlite", "postgresql")
    assert stores_of(packages, is_full_run=True) == ("folder", "s3")
