"""Inserts of members, posts and images, with defaults for values that a test does not give."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import groupby
from typing import Any
from uuid import uuid4

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.accounts.sessions.tables import Account
from server.community.dependencies import CommunityDependencies
from server.community.queries.posts import get_post
from server.community.schemas import PostView
from server.community.search import grams_of, text_of
from server.community.tables import Post, PostText
from server.database.transaction import transaction
from server.media.uploads.tables import PostImage
from server.web.viewer import Member, Viewer, Visitor
from tests.server.conftest import START

# Body of the request for a new post.
NEW = {"content": "深蒸しの香り", "category": "review", "language": "ja"}
CONTENT = "静岡の新茶を水出しで。"


async def add_members(engine: AsyncEngine, count: int) -> list[Member]:
    """Inserts the accounts of members; they have no profile."""
    members = [
        Member(id=str(uuid4()), display_name=f"member {n}", language="ja") for n in range(count)
    ]
    rows = [
        {"id": one.id, "issuer": "https://i.example", "subject": one.id, "created_at": START}
        for one in members
    ]
    async with engine.begin() as connection:
        await connection.execute(sa.insert(Account), rows)
    return members


async def read_post(
    community: CommunityDependencies, post_id: int, viewer: Viewer | None = None
) -> PostView:
    """Returns a post as it is shown to the viewer, by default a visitor."""
    async with transaction(community.database) as opened:
        return await get_post(opened.session, post_id, viewer=viewer or Visitor())


async def add_post(engine: AsyncEngine, **values: Any) -> int:
    """Inserts a post and returns its id."""
    return (await add_posts(engine, [values]))[0]


async def add_posts(engine: AsyncEngine, many: Sequence[dict[str, Any]]) -> list[int]:
    """Inserts posts and returns their ids.

    Each is created a minute after the one before unless it has `created_at`.
    """
    rows: list[dict[str, Any]] = [
        {
            "content": CONTENT,
            "category": "review",
            "language": "ja",
            "likes": 0,
            "comments_count": 0,
            "created_at": START - timedelta(days=1) + index * timedelta(minutes=1),
        }
        | values
        for index, values in enumerate(many)
    ]
    ids: list[int] = []
    if not rows:
        return ids
    async with engine.begin() as connection:
        for _, alike in groupby(rows, key=lambda row: row.keys()):
            insert = sa.insert(Post).returning(Post.id, sort_by_parameter_order=True)
            ids += (await connection.execute(insert, [*alike])).scalars()
        texts = [
            {"post_id": id, "folded": folded, "grams": _grams_of(folded)}
            for id, folded in zip(ids, map(_folded, rows), strict=True)
        ]
        await connection.execute(sa.insert(PostText), texts)
    return ids


def _folded(row: dict[str, Any]) -> str:
    """Returns the folded text of a post, which searches read."""
    return text_of(
        [row.get("title"), row["content"]],
        tea_type=row.get("tea_type"),
        prefecture=row.get("prefecture"),
        tea_variety=row.get("tea_variety"),
    )


# Posts of a test often have the same text.
_grams_of = lru_cache(64)(grams_of)


async def add_equal_posts(engine: AsyncEngine, count: int) -> None:
    """Inserts `count` equal posts with the same time and without the texts that searches read."""
    row = {"content": CONTENT, "category": "review", "language": "ja", "created_at": START}
    rows = [row | {"likes": 0, "comments_count": 0} for _ in range(count)]
    async with engine.begin() as connection:
        await connection.execute(sa.insert(Post), rows)


async def add_image(
    engine: AsyncEngine, member_id: str | None, *, post_id: int | None = None, position: int = 0
) -> str:
    """Inserts the row of an image without its files, and returns its id."""
    id = str(uuid4())
    name = f"{member_id}/{id[:13].replace('-', '')}.jpg"
    row = {
        "id": id,
        "user_id": member_id,
        "post_id": post_id,
        "position": position,
        "name": name,
        "files": [name, f"{member_id}/{id[:8]}-640.webp"],
        "width": 640,
        "height": 480,
        "placeholder": "data:image/webp;base64,AA==",
        "srcset": f"/media/post-images/{name} 640w",
        "sources": [{"type": "image/webp", "srcset": "/media/post-images/a.webp 640w"}],
        "bytes": 1000,
        "created_at": START,
    }
    async with engine.begin() as connection:
        await connection.execute(sa.insert(PostImage).values(row))
    return id


async def execute(engine: AsyncEngine, statement: str, **values: Any) -> None:
    """Executes an SQL statement in a transaction of its own."""
    async with engine.begin() as connection:
        await connection.execute(sa.text(statement), values)


async def value(engine: AsyncEngine, statement: str, **values: Any) -> Any:
    """Returns the first value that an SQL statement selects; None without a row."""
    async with engine.connect() as connection:
        return (await connection.execute(sa.text(statement), values)).scalar()


def later(**amount: float) -> datetime:
    """Returns the time that is this long after START."""
    return START + timedelta(**amount)
