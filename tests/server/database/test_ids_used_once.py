"""Ids of deleted rows that other rows or e-mails still contain are never used again."""

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.declarative import Base
from server.database.migrate import downgrade, migrate
from server.database.snapshots import reserve_deleted_ids
from tests.server.community.builders import value

pytestmark = pytest.mark.anyio

MEMBER = "11111111-1111-4111-8111-111111111111"
MOMENT = "'2026-03-05 00:00:00'"
# Inserts a new row of each table.
NEW = {
    "posts": "INSERT INTO posts (content, category, language, likes, comments_count, created_at)"
    f" VALUES ('x', 'review', 'ja', 0, 0, {MOMENT}) RETURNING id",
    "comments": "INSERT INTO comments (post_id, content, created_at)"
    f" SELECT max(id), 'x', {MOMENT} FROM posts RETURNING id",
    "letters": "INSERT INTO letters (member_id, week, state, attempts, due_at)"
    f" VALUES ('{MEMBER}', '2026-03-09', 'sent', 1, {MOMENT}) RETURNING id",
    "reports": "INSERT INTO reports (created_at, subject, reason)"
    f" VALUES ({MOMENT}, 'post:8', 'spam') RETURNING id",
}
# Insert rows that contain the id of a comment that does not exist any more, 79.
ROWS_WITH_COMMENT_79 = {
    "log": "INSERT INTO moderation_log"
    " (created_at, made_by, action, subject_kind, subject_id, reason, details)"
    f" VALUES ({MOMENT}, 'Mori', 'remove-comment', 'comment', 79, 'spam', '{{}}')",
    "report": "INSERT INTO reports (created_at, subject, reason)"
    f" VALUES ({MOMENT}, 'comment:79', 'spam')",
    "reply": "INSERT INTO comments (id, post_id, content, created_at, parent_id, parent_at)"
    f" SELECT 3, max(id), 'x', {MOMENT}, 79, {MOMENT} FROM posts",
}


async def run(engine: AsyncEngine, *statements: str) -> None:
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.exec_driver_sql("SET LOCAL TIME ZONE 'UTC'")
        for statement in statements:
            await connection.exec_driver_sql(statement)


async def add(engine: AsyncEngine, table: str) -> int:
    """Inserts a row and returns its id."""
    async with engine.begin() as connection:
        return int((await connection.exec_driver_sql(NEW[table])).scalar_one())


async def add_member(engine: AsyncEngine) -> None:
    await run(
        engine,
        "INSERT INTO accounts (id, issuer, subject, created_at)"
        f" VALUES ('{MEMBER}', 'https://accounts.example', 'hana', {MOMENT})",
    )


@pytest.mark.parametrize("table", NEW)
async def test_id_of_the_newest_row_is_not_reused_after_its_deletion(
    database: AsyncEngine, table: str
) -> None:
    await add_member(database)
    await add(database, "posts")
    newest = await add(database, table)

    await run(database, f"DELETE FROM {table} WHERE id = {newest}")
    if table == "comments":
        await add(database, "posts")

    assert await add(database, table) > newest


# The migration is final, so the audit tests most rows; `reserve_deleted_ids` is tested with all.
@pytest.mark.parametrize(
    "row",
    [
        row if row == "reply" else pytest.param(row, marks=pytest.mark.audit)
        for row in ROWS_WITH_COMMENT_79
    ],
)
async def test_new_id_after_the_migration_is_above_the_ids_that_other_rows_contain(
    empty_database: AsyncEngine, row: str
) -> None:
    await migrate(empty_database, "0033")
    await add(empty_database, "posts")
    first = await add(empty_database, "comments")
    await run(empty_database, ROWS_WITH_COMMENT_79[row])

    await migrate(empty_database)

    assert await add(empty_database, "comments") == 80
    assert await value(empty_database, f"SELECT content FROM comments WHERE id = {first}") == "x"


@pytest.mark.parametrize("row", ROWS_WITH_COMMENT_79)
async def test_new_id_after_a_restore_is_above_the_ids_that_other_rows_contain(
    database: AsyncEngine, row: str
) -> None:
    await add(database, "posts")
    await run(database, ROWS_WITH_COMMENT_79[row])

    async with database.begin() as connection:
        await reserve_deleted_ids(connection)

    assert await add(database, "comments") == 80


async def test_migration_can_be_undone_and_repeated_without_losing_rows(
    database: AsyncEngine,
) -> None:
    await add(database, "posts")
    first = await add(database, "comments")

    await downgrade(database, "0033")
    await migrate(database)

    assert await value(database, "SELECT count(*) FROM comments") == 1
    assert await add(database, "comments") == first + 1


@pytest.mark.databases("sqlite")
async def test_sqlite_tables_with_autoincrement_are_those_of_the_code(
    database: AsyncEngine,
) -> None:
    once = {
        table.name
        for table in Base.metadata.sorted_tables
        if table.dialect_options["sqlite"]["autoincrement"]
    }
    select = "SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'"
    async with database.connect() as connection:
        found = set((await connection.execute(sa.text(select))).scalars())

    assert found == once == set(NEW)
