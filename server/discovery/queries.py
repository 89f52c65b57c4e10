"""Queries of the sitemaps: ids and dates of posts and members, a bounded range at a time."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import cast

import sqlalchemy as sa

from server.community.queries.visibility import is_public_post
from server.community.tables import Post
from server.contracts.routes import Language
from server.database.engine import Sessions
from server.media.uploads.tables import PostImage

# Pages of members with fewer posts are not listed.
POSTS_OF_A_LISTED_MEMBER = 3


@dataclass(frozen=True, slots=True)
class PostLine:
    """Post in a sitemap."""

    id: int
    language: Language
    modified: datetime
    image: str | None


@dataclass(frozen=True, slots=True)
class MemberLine:
    """Member in a sitemap."""

    id: str
    modified: datetime


async def last_post_id(database: Sessions) -> int:
    """Returns the highest id of a post, or 0."""
    async with database.opened() as session:
        return await session.scalar(sa.select(sa.func.max(Post.id))) or 0


async def filled_parts(database: Sessions, size: int) -> list[int]:
    """Returns which ranges of `size` ids have a public post; 0 is the range from id 0.

    Each is found by its first such post, so that no statement reads all posts.
    """
    select = (
        sa.select(Post.id)
        .where(Post.id >= sa.bindparam("first"), is_public_post())
        .order_by(Post.id)
        .limit(1)
    )
    parts: list[int] = []
    async with database.opened() as session:
        while True:
            first = (parts[-1] + 1) * size if parts else 0
            id = await session.scalar(select, {"first": first})
            if id is None:
                return parts
            parts.append(id // size)


async def filled_prefixes(database: Sessions, prefixes: str) -> list[str]:
    """Returns which of the ascending letters begin the id of a member of the sitemap.

    Each is found by its first such member, so that no statement reads all posts.
    """
    select = _select_members(sa.bindparam("first"), sa.bindparam("end")).limit(1)
    async with database.opened() as session:
        return [
            one
            for one in prefixes
            if await session.scalar(select, {"first": one, "end": f"{one}\uffff"}) is not None
        ]


async def stream_posts(database: Sessions, first: int, end: int) -> AsyncIterator[PostLine]:
    """Yields the public posts with ids from `first` up to, but without, `end`.

    Without the time limit of a request, because a slow client reads the sitemap slowly.
    """
    image = (
        sa.select(PostImage.name)
        .where(PostImage.post_id == Post.id, PostImage.position == 0)
        .limit(1)
        .scalar_subquery()
    )
    select = (
        sa.select(Post.id, Post.language, Post.created_at, Post.edited_at, image)
        .where(Post.id >= first, Post.id < end, is_public_post())
        .order_by(Post.id)
        .execution_options(yield_per=500)
    )
    async with database.opened(is_long=True) as session:
        async for id, language, created, edited, url in await session.stream(select):
            yield PostLine(id, cast("Language", language), edited or created, url)


async def stream_members(database: Sessions, prefix: str) -> AsyncIterator[MemberLine]:
    """Yields the members with this prefix of their id, who have enough posts for the sitemap."""
    select = _select_members(prefix, f"{prefix}\uffff").execution_options(yield_per=500)
    async with database.opened(is_long=True) as session:
        async for id, modified in await session.stream(select):
            yield MemberLine(cast("str", id), modified)


def _select_members(
    first: str | sa.BindParameter[str], end: str | sa.BindParameter[str]
) -> sa.Select[str | None, datetime]:
    """Selects id and newest post of members with enough posts, from the id `first` up to `end`."""
    return (
        sa.select(Post.user_id, sa.func.max(Post.created_at, type_=Post.created_at.type))
        .where(Post.user_id >= first, Post.user_id < end, is_public_post())
        .group_by(Post.user_id)
        .having(sa.func.count() >= POSTS_OF_A_LISTED_MEMBER)
        .order_by(Post.user_id)
    )
