"""Exports of members with thousands of rows, which must not block other requests."""

import asyncio
import gc
from time import thread_time
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.dependencies import CommunityDependencies
from server.community.queries.contributions import list_contributions
from server.community.tables import Comment, Post, PostLike
from server.database.declarative import Base
from server.database.transaction import transaction
from server.web.viewer import Member
from tests.server.community.builders import CONTENT, add_members
from tests.server.conftest import START

pytestmark = pytest.mark.anyio

LONGEST_HOLD_S = 0.02
POSTS = 4_000
COMMENTS = 8_000


async def add_contributions(engine: AsyncEngine, member: Member) -> None:
    """Inserts POSTS posts, each liked by the member, and COMMENTS comments."""
    mine = {"user_id": member.id, "created_at": START}
    words = {"content": CONTENT, "category": "review", "language": "ja"}
    counts = {"likes": 1, "comments_count": 0}
    async with engine.begin() as connection:
        await connection.execute(_insert_many(Post, {**mine, **words, **counts}, POSTS))
        first = await connection.scalar(sa.select(sa.func.min(Post.id)))
        comment = {**mine, "post_id": first, "content": CONTENT}
        await connection.execute(_insert_many(Comment, comment, COMMENTS))
        columns = [
            sa.literal(value, PostLike.__table__.c[name].type) for name, value in mine.items()
        ]
        likes = sa.insert(PostLike).from_select([*mine, "post_id"], sa.select(*columns, Post.id))
        await connection.execute(likes)


def _insert_many(table: type[Base], row: dict[str, Any], count: int) -> sa.Insert:
    """Returns one statement that inserts a row this many times, which is fast on both databases."""
    numbers = sa.select(sa.literal(1).label("n")).cte(recursive=True)
    numbers = numbers.union_all(sa.select(numbers.c.n + 1).where(numbers.c.n < count))
    values = [sa.literal(value, table.__table__.c[name].type) for name, value in row.items()]
    return sa.insert(table).from_select([*row], sa.select(*values).select_from(numbers))


async def longest_hold(community: CommunityDependencies, member: Member) -> float:
    """Returns the longest CPU time in seconds for which the export blocks the event loop."""
    async with transaction(community.database) as opened:
        reading = asyncio.ensure_future(list_contributions(opened.session, member))
        longest = 0.0
        while not reading.done():
            began = thread_time()
            await asyncio.sleep(0)
            longest = max(longest, thread_time() - began)
        found = await reading
    assert [len(found[kind]) for kind in ("posts", "comments", "likes")] == [POSTS, COMMENTS, POSTS]
    return longest


async def test_long_export_holds_the_event_loop_for_less_than_20_ms(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    (member,) = await add_members(database, 1)
    await add_contributions(database, member)
    gc.disable()
    try:
        # The best of three, because a busy machine may slow an export down.
        holds = [await longest_hold(community, member)]
        while min(holds) >= LONGEST_HOLD_S and len(holds) < 3:
            holds.append(await longest_hold(community, member))
    finally:
        gc.enable()

    assert min(holds) < LONGEST_HOLD_S, holds
