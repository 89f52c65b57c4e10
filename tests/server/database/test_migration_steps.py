"""Execution of migrations: one host at a time, each in a transaction, with short locks."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.locks import LOCK_ID
from server.database.migrate import migrate, revisions
from server.database.revisions import current_revision, newest_revision
from server.errors import StartRefused
from tests.made_up_revisions import write_revisions
from tests.server.community.builders import add_members, add_post, value

pytestmark = pytest.mark.anyio

ADD_MOOD = 'op.add_column("posts", sa.Column("mood", sa.String(20)))'
MAKE_POTS = """
    op.create_table("pots", sa.Column("id", sa.Integer(), primary_key=True))
"""
BREAK_OFF = """
    op.create_table("cups", sa.Column("id", sa.Integer(), primary_key=True))
    op.execute("INSERT INTO cups (id) VALUES (1)")
    raise RuntimeError("the power went")
"""
MAKE_CUPS = BREAK_OFF.replace('raise RuntimeError("the power went")', "")
REBUILD = """
    with op.batch_alter_table("posts", recreate="always") as posts:
        posts.add_column(sa.Column("mood", sa.String(20)))
"""


async def table_names(engine: AsyncEngine) -> set[str]:
    """Returns the names of the tables in the database."""
    async with engine.connect() as connection:
        return set(await connection.run_sync(lambda sync: sa.inspect(sync).get_table_names()))


async def test_hosts_that_start_together_migrate_once(
    empty_database: AsyncEngine, tmp_path: Path
) -> None:
    slow = 'time.sleep(0.3); op.execute("INSERT INTO pots DEFAULT VALUES")'
    pots = (
        MAKE_POTS
        if empty_database.dialect.name == "sqlite"
        else MAKE_POTS.replace(
            "sa.Integer(), primary_key=True", "sa.Integer(), sa.Identity(), primary_key=True"
        )
    )
    versions = write_revisions(tmp_path / "steps", [pots, slow])

    await asyncio.gather(*(migrate(empty_database, versions=versions) for _ in range(4)))

    assert await current_revision(empty_database) == revisions(versions=versions)[-1]
    assert await value(empty_database, "SELECT count(*) FROM pots") == 1


async def test_interrupted_migration_resumes_at_the_failed_step(
    database: AsyncEngine, tmp_path: Path
) -> None:
    broken = write_revisions(tmp_path / "steps", [MAKE_POTS, BREAK_OFF])
    whole = revisions(versions=broken)
    with pytest.raises(RuntimeError, match="power"):
        await migrate(database, versions=broken)
    assert await current_revision(database) == whole[-2]
    assert "pots" in await table_names(database)
    assert "cups" not in await table_names(database)

    await migrate(database, versions=write_revisions(tmp_path / "steps", [MAKE_POTS, MAKE_CUPS]))

    assert await current_revision(database) == whole[-1]
    assert await value(database, "SELECT count(*) FROM cups") == 1


async def test_migrate_leaves_a_newer_database_unchanged(
    database: AsyncEngine, tmp_path: Path
) -> None:
    await migrate(database, versions=write_revisions(tmp_path / "steps", [MAKE_POTS]))
    newer = await current_revision(database)

    await migrate(database)

    assert newer != newest_revision()
    assert await current_revision(database) == newer


@pytest.mark.databases("postgresql")
@pytest.mark.fault
async def test_migration_retries_a_locked_table_without_blocking_readers(
    database: AsyncEngine, tmp_path: Path
) -> None:
    versions = write_revisions(tmp_path / "steps", [ADD_MOOD])
    async with database.connect() as busy:
        await busy.execute(sa.text("SELECT count(*) FROM posts"))
        changing = asyncio.ensure_future(migrate(database, versions=versions))
        longest = 0.0
        for _ in range(12):
            started = asyncio.get_running_loop().time()
            assert await value(database, "SELECT count(*) FROM posts") == 0
            longest = max(longest, asyncio.get_running_loop().time() - started)
            await asyncio.sleep(0.2)
        assert not changing.done()

    await asyncio.wait_for(changing, 20)

    assert longest < 2.5
    assert await current_revision(database) == revisions(versions=versions)[-1]


async def test_index_is_created_while_its_table_is_written_to(
    database: AsyncEngine, tmp_path: Path
) -> None:
    versions = write_revisions(tmp_path / "steps", ['add_index("ix_x", "posts", ["rating", "id"])'])
    if database.dialect.name == "postgresql":
        # An interrupted attempt leaves such an index.
        async with database.begin() as connection:
            await connection.execute(sa.text("CREATE INDEX ix_x ON posts (id)"))
    async with database.connect() as writer:
        if database.dialect.name == "postgresql":
            await writer.execute(sa.text("UPDATE posts SET rating = 1"))
        making = asyncio.ensure_future(migrate(database, versions=versions))
        await asyncio.sleep(1)
        await add_post(database)
        await writer.commit()

    await asyncio.wait_for(making, 20)

    async with database.connect() as connection:
        found = await connection.run_sync(lambda sync: sa.inspect(sync).get_indexes("posts"))
    assert [one["column_names"] for one in found if one["name"] == "ix_x"] == [["rating", "id"]]


@pytest.mark.databases("sqlite")
async def test_rebuilt_table_keeps_the_rows_that_reference_it(
    database: AsyncEngine, tmp_path: Path
) -> None:
    (member,) = await add_members(database, 1)
    post = await add_post(database, user_id=member.id)
    comment = {"post": post, "member": member.id}
    async with database.begin() as connection:
        insert = (
            "INSERT INTO comments (id, post_id, user_id, content, created_at)"
            " VALUES (1, :post, :member, 'x', '2026-01-01 00:00:00')"
        )
        await connection.execute(sa.text(insert), comment)

    await migrate(database, versions=write_revisions(tmp_path / "steps", [REBUILD]))

    assert await value(database, "SELECT count(*) FROM comments") == 1
    assert await value(database, "PRAGMA foreign_keys") == 1


@pytest.mark.databases("sqlite")
async def test_migration_that_leaves_orphans_is_rolled_back(
    database: AsyncEngine, tmp_path: Path
) -> None:
    (member,) = await add_members(database, 1)
    await add_post(database, user_id=member.id)
    versions = write_revisions(tmp_path / "steps", ['op.execute("DELETE FROM accounts")'])

    with pytest.raises(StartRefused, match="point at nothing"):
        await migrate(database, versions=versions)

    assert await value(database, "SELECT count(*) FROM accounts") == 1
    assert await current_revision(database) == newest_revision()


@pytest.mark.databases("postgresql")
async def test_advisory_lock_is_released_after_the_migration(database: AsyncEngine) -> None:
    await asyncio.sleep(0.2)

    held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
    assert await value(database, held) == 0
    assert LOCK_ID < 2**63
