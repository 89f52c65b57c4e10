"""Query plans of the feed: read in the order of an index, without sort or full scan."""

from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.dependencies import CommunityDependencies
from server.community.feed_query import parse_feed_query
from server.community.queries import text_search
from server.community.queries.posts import list_feed
from server.web.viewer import Visitor
from tests.server.community.builders import add_equal_posts, add_posts, execute

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]


async def statements_of(
    community: CommunityDependencies, database: AsyncEngine, query: dict[str, str]
) -> list[tuple[str, Any]]:
    """Reads a feed; returns the executed statements with their values."""
    statements: list[tuple[str, Any]] = []

    def listen(*event: object) -> None:
        statements.append((str(event[2]), event[3]))

    sa.event.listen(database.sync_engine, "before_cursor_execute", listen)
    async with community.database.opened() as session:
        await list_feed(session, parse_feed_query(query), viewer=Visitor())
    sa.event.remove(database.sync_engine, "before_cursor_execute", listen)
    return statements


async def plan_of(
    database: AsyncEngine, statement: str, values: Any, *, is_free: bool = False
) -> str:
    """Returns the plan of a statement; PostgreSQL may use sequential scans only if `is_free`."""
    explain = "EXPLAIN QUERY PLAN" if database.dialect.name == "sqlite" else "EXPLAIN"
    async with database.connect() as connection:
        if database.dialect.name == "postgresql" and not is_free:
            await connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        rows = await connection.exec_driver_sql(f"{explain} {statement}", values)
        return "\n".join(str(row[-1]) for row in rows)


async def test_feed_page_is_loaded_by_one_statement(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    await add_equal_posts(database, 20)

    statements = await statements_of(community, database, {})

    assert len(statements) == 1


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
@pytest.mark.databases("sqlite")
async def test_feed_uses_an_index_for_each_kind_of_query(
    community: CommunityDependencies, database: AsyncEngine, query: dict[str, str], index: str
) -> None:
    await add_equal_posts(database, 20)
    statements = await statements_of(community, database, query)

    statement, values = next(one for one in statements if "profiles" in one[0])
    plan = await plan_of(database, statement, values)

    assert f"INDEX {index}" in plan
    assert "TEMP B-TREE" not in plan


@pytest.mark.databases("sqlite")
async def test_mean_rating_of_a_cultivar_reads_along_its_index(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    query = {"category": "review", "tea_variety": "saemidori"}
    statements = await statements_of(community, database, query)

    statement, values = next(one for one in statements if "sum(" in one[0])
    plan = await plan_of(database, statement, values)

    assert "INDEX ix_posts_category_tea_variety_created_at_id" in plan
    assert "TEMP B-TREE" not in plan


# How often PostgreSQL read a list of posts by a generic plan.
GENERIC_PLAN_READS = (
    sa.select(sa.func.sum(sa.column("generic_plans", sa.BigInteger)))
    .select_from(sa.table("pg_prepared_statements"))
    .where(sa.column("statement", sa.Text).contains("AS total", autoescape=True))
)
# With values, PostgreSQL plans a statement five times before it considers a generic plan.
READS = 3


@pytest.mark.parametrize("query", [{}, {"sort": "popular"}])
async def test_default_feed_uses_a_generic_prepared_plan(
    community: CommunityDependencies, database: AsyncEngine, query: dict[str, str]
) -> None:
    await add_equal_posts(database, 2000)
    await execute(database, "ANALYZE")

    if database.dialect.name == "postgresql":
        assert await count_generic_plan_reads(community, query) == READS
    [(_, values)] = await statements_of(community, database, query)

    # For SQLite, SQLAlchemy adds an offset of 0.
    assert {*values} <= {0}


async def count_generic_plan_reads(community: CommunityDependencies, query: dict[str, str]) -> int:
    """Reads the feed several times; returns how often PostgreSQL used a generic plan."""
    async with community.database.reading() as source:
        for _ in range(READS):
            await list_feed(source, parse_feed_query(query), viewer=Visitor())
        [[kept]] = await source.rows(GENERIC_PLAN_READS, {})
    return int(kept)


@pytest.mark.parametrize(
    ("few", "walked"),
    [
        (0, {"sqlite": "search_index VIRTUAL TABLE", "postgresql": "search_index_by_stretch"}),
        (64, {"sqlite": "search_index VIRTUAL TABLE", "postgresql": "on search_index "}),
    ],
)
async def test_search_uses_the_gram_index(
    community: CommunityDependencies,
    database: AsyncEngine,
    monkeypatch: pytest.MonkeyPatch,
    *,
    few: int,
    walked: dict[str, str],
) -> None:
    # 64 matches: with fewer, PostgreSQL reads the posts by their ids instead.
    await add_posts(database, [{"content": "煎茶"}] * 64)
    # Without this, PostgreSQL plans with old statistics until it updates them by itself.
    await execute(database, "ANALYZE")
    monkeypatch.setattr(text_search, "INDEXED_FEW_MOST", few)
    statements = await statements_of(community, database, {"search": "煎茶"})

    statement, values = next(one for one in statements if "profiles" in one[0])
    plan = await plan_of(database, statement, values)

    assert walked[database.dialect.name] in plan
    assert "Seq Scan on post_texts" not in plan
    assert "SCAN post_texts" not in plan


@pytest.mark.parametrize(("rare", "is_by_candidates"), [(64, True), (63, False)])
async def test_search_lists_all_candidates_when_the_word_is_rare_enough(
    community: CommunityDependencies,
    database: AsyncEngine,
    monkeypatch: pytest.MonkeyPatch,
    *,
    rare: int,
    is_by_candidates: bool,
) -> None:
    await add_posts(database, [{"content": "煎茶"}] * 64)
    monkeypatch.setattr(text_search, "RARE_MOST", rare)

    statements = await statements_of(community, database, {"search": "煎茶", "sort": "popular"})

    statement, _ = next(one for one in statements if "profiles" in one[0])
    assert ("examined" not in statement) is is_by_candidates


async def test_counting_the_matches_of_a_word_uses_the_index(
    community: CommunityDependencies, database: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    # With these statistics (every text matches), PostgreSQL prefers a sequential scan.
    await add_posts(database, [{"content": "煎茶"}] * 500)
    await execute(database, "ANALYZE")
    monkeypatch.setattr(text_search, "RARE_MOST", 8)
    statements = await statements_of(community, database, {"search": "煎茶", "sort": "popular"})

    statement, values = next(one for one in statements if "CASE WHEN" in one[0])
    plan = await plan_of(database, statement, values, is_free=True)

    assert "Seq Scan on post_texts" not in plan
    assert "SCAN post_texts" not in plan


async def test_search_for_a_frequent_word_stops_at_the_counting_limit(
    community: CommunityDependencies, database: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add_posts(database, [{"content": "煎茶"}] * 20)
    await execute(database, "ANALYZE")
    monkeypatch.setattr(text_search, "INDEXED_FEW_MOST", 0)
    statements = await statements_of(community, database, {"search": "煎茶"})

    statement, values = next(one for one in statements if "profiles" in one[0])
    plan = await plan_of(database, statement, values)

    # PostgreSQL sorts within each range of ids, SQLite only the page itself.
    if database.dialect.name == "sqlite":
        assert plan.index("SEARCH post_texts") < plan.index("TEMP B-TREE")
    else:
        assert "Presorted Key: stretch" in plan
