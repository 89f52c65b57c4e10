"""Query plans of notifications: along indexes, so that the posts of others cost nothing."""

from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.dependencies import CommunityDependencies
from server.community.queries.notifications import has_unread, list_notifications
from tests.server.community.builders import add_equal_posts, add_members
from tests.server.community.test_query_plans import plan_of
from tests.server.conftest import START

pytestmark = pytest.mark.anyio

# Scans of bounded subqueries, and SQLite's name of a row of constants.
SCANS_ALLOWED = ("newest_comments", "newest_posts", "anon_1", "CONSTANT ROW")


async def statements_of(
    community: CommunityDependencies, database: AsyncEngine
) -> list[tuple[str, Any]]:
    """Reads a member's notifications; returns the executed statements with their values."""
    statements: list[tuple[str, Any]] = []
    [member] = await add_members(database, 1)
    await add_equal_posts(database, 20)

    def listen(*event: object) -> None:
        statements.append((str(event[2]), event[3]))

    sa.event.listen(database.sync_engine, "before_cursor_execute", listen)
    async with community.database.opened() as session:
        await has_unread(session, member, now=START)
        await list_notifications(session, member, now=START)
    sa.event.remove(database.sync_engine, "before_cursor_execute", listen)
    return [one for one in statements if "SAVEPOINT" not in one[0]]


@pytest.mark.databases("sqlite")
async def test_no_statement_scans_a_table(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    scans = [
        line
        for statement, values in await statements_of(community, database)
        for line in (await plan_of(database, statement, values)).splitlines()
        if line.startswith("SCAN") and not any(name in line for name in SCANS_ALLOWED)
    ]

    assert scans == []


@pytest.mark.databases("sqlite")
@pytest.mark.parametrize(
    "index",
    [
        "ix_posts_user_id_created_at_id",
        "ix_posts_tea_variety_created_at_id",
        "ix_posts_prefecture_created_at_id",
        "ix_posts_tea_type_created_at_id",
    ],
)
async def test_newest_post_about_a_followed_thing_is_read_along_an_index(
    community: CommunityDependencies, database: AsyncEngine, index: str
) -> None:
    plans = [
        await plan_of(database, statement, values)
        for statement, values in await statements_of(community, database)
    ]

    # The first statement is that of the unread mark; it also reads the member's own posts.
    followed = [one for one in plans if one != plans[0] and "SEARCH follows" in one]
    assert sum(f"SEARCH posts USING INDEX {index}" in one for one in followed) == 1
