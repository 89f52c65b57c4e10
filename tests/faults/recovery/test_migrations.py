"""Fault 18: migrations run while old and new code reads and writes."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.engine import create_engine
from server.database.limits import LONG_WORK
from server.database.migrate import migrate, revisions
from server.database.revisions import current_revision
from tests.faults.members import Member, member_client
from tests.faults.provider import running_provider
from tests.faults.raw_http import exchange, get, under_load
from tests.made_up_revisions import write_revisions
from tests.running_site import RunningSite, running_site
from tests.server.community.builders import add_equal_posts

pytestmark = [pytest.mark.fault, pytest.mark.anyio]

STEPS = [
    'op.add_column("posts", sa.Column("mood", sa.String(20)))',
    """
    op.add_column("comments", sa.Column("seen", sa.Integer(), server_default="0", nullable=False))
    op.create_table("pots", sa.Column("id", sa.Integer(), primary_key=True))
    """,
    'add_index("ix_posts_mood", "posts", ["mood", "id"])',
]
PATHS = ("/api/posts", "/api/posts?sort=popular", "/community", "/ja/community")


async def read_lists(site: RunningSite, statuses: list[int], is_over: asyncio.Event) -> None:
    while not is_over.is_set():
        for path in PATHS:
            statuses.append((await exchange(site.port, get(path, site.host))).status)


async def write_comments_and_likes(
    member: Member, statuses: list[int], is_over: asyncio.Event
) -> None:
    """Writes comments and likes in a loop, because their rate limits are high."""
    post = await member.write("新茶の季節")
    for number in range(28):
        if is_over.is_set():
            return
        comment = {"content": f"いいですね {number}"}
        path = f"/api/posts/{post}/comments"
        statuses.append((await member.change("POST", path, json=comment)).status_code)
        statuses.append((await member.change("PUT", f"/api/posts/{post}/like")).status_code)
        await asyncio.sleep(0.2)


async def hold_tables(engine: AsyncEngine, is_over: asyncio.Event) -> None:
    """Holds long transactions, so that migration steps have to wait for the lock of their table."""
    while not is_over.is_set():
        async with engine.connect() as connection:
            await connection.execute(sa.text("SELECT count(*) FROM posts"))
            await asyncio.sleep(random.uniform(0.3, 1.2))
        await asyncio.sleep(0.3)


def make_subfolder(folder: Path) -> Path:
    (folder / "another").mkdir()
    return folder / "another"


@pytest.fixture
async def postgresql_without_tables(postgresql: str) -> AsyncIterator[AsyncEngine]:
    engine = create_engine(postgresql, LONG_WORK)
    async with engine.begin() as connection:
        await connection.execute(sa.text("DROP SCHEMA public CASCADE"))
        await connection.execute(sa.text("CREATE SCHEMA public"))
    yield engine
    await engine.dispose()


@asynccontextmanager
async def in_use(
    site: RunningSite, engine: AsyncEngine, statuses: list[int]
) -> AsyncIterator[None]:
    """Writes, reads lists and holds tables beside the migrations, until exit."""
    is_over = asyncio.Event()
    async with member_client(site.origin) as member:
        await member.sign_in("hana")
        tasks = [
            asyncio.ensure_future(write_comments_and_likes(member, statuses, is_over)),
            asyncio.ensure_future(read_lists(site, statuses, is_over)),
            asyncio.ensure_future(hold_tables(engine, is_over)),
        ]
        try:
            yield
        finally:
            is_over.set()
            await asyncio.gather(*tasks)


async def test_migrations_under_load_fail_no_request(
    postgresql: str, postgresql_without_tables: AsyncEngine, tmp_path: Path
) -> None:
    versions = write_revisions(tmp_path / "steps", STEPS)
    statuses: list[int] = []

    async def change() -> None:
        await asyncio.sleep(1)
        await migrate(postgresql_without_tables, versions=versions)
        await asyncio.sleep(2)

    with running_provider() as provider:
        settings: dict[str, Any] = {"DATABASE_URL": postgresql, **provider.settings()}
        with running_site(tmp_path, **settings) as site:
            await add_equal_posts(postgresql_without_tables, 20_000)
            async with in_use(site, postgresql_without_tables, statuses):
                result = await under_load(site.port, site.host, change, readers=4)
        # Old code, which does not know the new revisions, starts on the changed tables.
        with running_site(make_subfolder(tmp_path), **settings) as another:
            await write_and_read(another)

    assert (result.failures, result.statuses) == ([], {200})
    assert {status for status in statuses if status >= 500} == set()
    assert len(statuses) > 20
    assert await current_revision(postgresql_without_tables) == revisions(versions=versions)[-1]


async def write_and_read(site: RunningSite) -> None:
    async with member_client(site.origin) as member:
        await member.sign_in("alex")
        assert await member.write("古いコードから") > 0
        assert (await member.get("/api/posts")).status_code == 200
