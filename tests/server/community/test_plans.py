"""The feed is read along indexes, in their order: nothing is sorted, nothing is gone through."""

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.feed import read_wish
from server.community.parts import Community
from server.community.queries.posts import list_feed
from server.viewer import Visitor
from tests.server.community.builders import add_many

pytestmark = pytest.mark.anyio


async def asked_for(
    community: Community, database: AsyncEngine, query: dict[str, str]
) -> list[tuple[str, object]]:
    """What the feed says to the database, and with which values."""
    asked: list[tuple[str, object]] = []

    def listen(*event: object) -> None:
        asked.append((str(event[2]), event[3]))

    sa.event.listen(database.sync_engine, "before_cursor_execute", listen)
    async with community.database.opened() as session:
        await list_feed(session, read_wish(query), viewer=Visitor())
    sa.event.remove(database.sync_engine, "before_cursor_execute", listen)
    return asked


async def test_a_page_with_all_that_it_shows_is_one_question(
    community: Community, database: AsyncEngine
) -> None:
    await add_many(database, 20)

    asked = await asked_for(community, database, {})

    assert len(asked) == 1


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ({}, "ix_posts_created_at_id"),
        ({"sort": "popular"}, "ix_posts_likes_created_at_id"),
        ({"category": "review"}, "ix_posts_newest_in_category"),
        ({"category": "review", "rating": "4"}, "ix_posts_newest_in_category"),
        ({"category": "shop", "sort": "popular", "rating": "4"}, "ix_posts_popular_in_category"),
        ({"category": "review", "tea_type": "sencha"}, "ix_posts_category_tea_type_created_at_id"),
        (
            {"category": "region-info", "prefecture": "shizuoka"},
            "ix_posts_category_prefecture_created_at_id",
        ),
        (
            {"category": "review", "tea_variety": "saemidori"},
            "ix_posts_category_tea_variety_created_at_id",
        ),
    ],
)
async def test_each_kind_of_page_has_its_index(
    community: Community, database: AsyncEngine, query: dict[str, str], index: str
) -> None:
    if database.dialect.name != "sqlite":
        pytest.skip("PostgreSQL plans by what is in its tables")
    await add_many(database, 20)
    asked = await asked_for(community, database, query)

    statement, values = next(one for one in asked if "profiles" in one[0])
    async with database.connect() as connection:
        rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)  # type: ignore[arg-type]
        plan = " ".join(str(row[-1]) for row in rows)
    assert f"INDEX {index}" in plan
    assert "TEMP B-TREE" not in plan
