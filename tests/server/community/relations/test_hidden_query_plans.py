"""Query plans of the feed of a reader who hides members and topics: along its index."""

from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.dependencies import CommunityDependencies
from server.community.feed_query import parse_feed_query
from server.community.queries.posts import list_feed
from server.community.relations.tables import MemberRelation, MutedTopic
from server.web.viewer import Member
from tests.server.community.builders import add_equal_posts, add_members
from tests.server.community.test_query_plans import plan_of
from tests.server.conftest import START

pytestmark = pytest.mark.anyio

MUTED = 50


@pytest.fixture
async def reader(database: AsyncEngine) -> Member:
    """Inserts a member who mutes many members, words and a category; returns the member."""
    reader, *others = await add_members(database, MUTED + 1)
    relations = [
        {"member_id": reader.id, "other_id": one.id, "kind": "mute", "created_at": START}
        for one in others
    ]
    topics = [
        {"member_id": reader.id, "kind": kind, "value": value, "written": value}
        | {"created_at": START}
        for kind, value in [("word", f"茶{n}") for n in range(MUTED)] + [("category", "question")]
    ]
    async with database.begin() as connection:
        await connection.execute(sa.insert(MemberRelation), relations)
        await connection.execute(sa.insert(MutedTopic), topics)
    return reader


async def statements_of(
    community: CommunityDependencies, database: AsyncEngine, query: dict[str, str], reader: Member
) -> list[tuple[str, Any]]:
    """Reads the feed as a member; returns the executed statements with their values."""
    statements: list[tuple[str, Any]] = []

    def listen(*event: object) -> None:
        statements.append((str(event[2]), event[3]))

    sa.event.listen(database.sync_engine, "before_cursor_execute", listen)
    async with community.database.opened() as session:
        await list_feed(session, parse_feed_query(query), viewer=reader)
    sa.event.remove(database.sync_engine, "before_cursor_execute", listen)
    return [one for one in statements if "SAVEPOINT" not in one[0]]


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ({}, "ix_posts_created_at_id"),
        ({"sort": "popular"}, "ix_posts_likes_created_at_id"),
        ({"category": "review"}, "ix_posts_newest_in_category"),
    ],
)
@pytest.mark.databases("sqlite")
async def test_feed_with_hidden_posts_is_read_along_its_index(
    community: CommunityDependencies,
    database: AsyncEngine,
    reader: Member,
    query: dict[str, str],
    index: str,
) -> None:
    await add_equal_posts(database, 300)
    statements = await statements_of(community, database, query, reader)

    assert len(statements) == 2
    statement, values = statements[-1]
    plan = await plan_of(database, statement, values)
    assert f"INDEX {index}" in plan
    for table in ("own_relations", "blocks_of_others", "post_texts", "posts"):
        assert f"SCAN {table}\n" not in f"{plan}\n"
