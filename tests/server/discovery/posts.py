"""Inserts of posts, of which a test gives only the relevant columns."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.tables import Post
from tests.server.conftest import START

PLAIN: dict[str, Any] = {
    "content": "新茶の香りがよいです。",
    "category": "review",
    "language": "ja",
    "likes": 0,
    "comments_count": 0,
    "created_at": START,
}


async def add_posts(engine: AsyncEngine, *posts: dict[str, Any]) -> None:
    """Inserts posts with the columns of PLAIN and those given."""
    async with engine.begin() as connection:
        for post in posts:
            await connection.execute(sa.insert(Post).values(**PLAIN | post))


def at(hour: int) -> datetime:
    """Returns the time of this hour on the day of START."""
    return START.replace(hour=hour)
