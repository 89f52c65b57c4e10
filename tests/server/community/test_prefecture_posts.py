"""Posts about prefectures: their number, their list, and the index that both read along."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.cursors import PageParams
from server.community.dependencies import CommunityDependencies
from server.community.queries.post_counts import count_by_prefecture
from server.community.queries.posts import list_about_prefecture
from server.database.readers import Source
from server.web.viewer import Visitor
from tests.server.community.builders import add_equal_posts, add_posts
from tests.server.community.test_query_plans import plan_of
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

INDEX = "ix_posts_prefecture_created_at_id"


async def test_counts_name_each_prefecture_with_a_post(place: Place, visitor: Browser) -> None:
    await add_posts(
        place.engine,
        [
            {"prefecture": "kyoto", "category": "review"},
            {"prefecture": "kyoto", "category": "region-info"},
            {"prefecture": "mie"},
            {"prefecture": None},
        ],
    )

    counts = (await visitor.get("/api/prefectures/posts")).json()

    assert counts == {"posts": {"kyoto": 2, "mie": 1}}


async def test_posts_are_counted_by_cultivar(place: Place, visitor: Browser) -> None:
    await add_posts(
        place.engine,
        [
            {"tea_variety": "saemidori"},
            {"tea_variety": "saemidori", "category": "question"},
            {"tea_variety": "yabukita"},
            {"tea_variety": "unknown"},
            {"tea_variety": None},
        ],
    )

    counts = (await visitor.get("/api/cultivars/posts")).json()

    assert counts == {"posts": {"saemidori": 2, "yabukita": 1}}


@pytest.mark.parametrize("of", ["prefectures", "cultivars"])
async def test_counts_of_an_empty_site_are_empty(visitor: Browser, of: str) -> None:
    assert (await visitor.get(f"/api/{of}/posts")).json() == {"posts": {}}


async def test_list_has_posts_of_every_category_newest_first(
    place: Place, visitor: Browser
) -> None:
    mine = await add_posts(
        place.engine,
        [
            {"prefecture": "kyoto", "category": "review"},
            {"prefecture": "mie"},
            {"prefecture": "kyoto", "category": "region-info"},
            {"prefecture": "kyoto", "category": "review"},
        ],
    )

    page = (await visitor.get("/api/prefectures/kyoto/posts?limit=2")).json()

    assert [post["id"] for post in page["posts"]] == [mine[3], mine[2]]
    assert page["remaining"] == 1


async def _list(source: Source) -> object:
    return await list_about_prefecture(source, "kyoto", page=PageParams(3), viewer=Visitor())


@pytest.mark.parametrize("read", [_list, count_by_prefecture])
@pytest.mark.databases("sqlite")
async def test_posts_of_a_prefecture_are_read_along_an_index_in_one_statement(
    community: CommunityDependencies,
    database: AsyncEngine,
    read: Callable[[Source], Awaitable[object]],
) -> None:
    await add_equal_posts(database, 20)
    statements: list[tuple[str, Any]] = []

    def listen(*event: object) -> None:
        statements.append((str(event[2]), event[3]))

    sa.event.listen(database.sync_engine, "before_cursor_execute", listen)
    async with community.database.opened() as session:
        await read(session)
    sa.event.remove(database.sync_engine, "before_cursor_execute", listen)

    [(statement, values)] = statements
    plan = await plan_of(database, statement, values)
    assert f"INDEX {INDEX}" in plan
    assert "TEMP B-TREE" not in plan
