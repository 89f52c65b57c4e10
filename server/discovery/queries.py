"""Queries of the sitemaps: ids and dates of listed pages, a bounded range at a time."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sa

from server.accounts.sessions.tables import Account
from server.community.collections.tables import Collection, CollectionPost
from server.community.queries.visibility import is_public_post
from server.community.tables import Post
from server.contracts.routes import Language
from server.database.engine import Sessions
from server.media.uploads.tables import PostImage

# Pages of members and collections with fewer posts are not listed.
POSTS_OF_A_LISTED_PAGE = 3
# Pages with random ids; their sitemaps are split by the beginning of the id.
ListedKind = Literal["members", "collections"]
# Lines of one read: hundreds of slow clients hold a batch each in memory, but no connection.
LINES_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class PostLine:
    """Post in a sitemap."""

    id: int
    language: Language
    modified: datetime
    image: str | None


@dataclass(frozen=True, slots=True)
class Line:
    """Member or collection in a sitemap."""

    id: str
    modified: datetime


async def last_post_id(database: Sessions) -> int:
    """Returns the highest id of a post, or 0."""
    async with database.opened() as session:
        return await session.scalar(sa.select(sa.func.max(Post.id))) or 0


async def filled_parts(database: Sessions, size: int) -> list[int]:
    """Returns the numbers of the ranges of ids with a public post; range 0 is ids below `size`.

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


async def filled_prefixes(
    database: Sessions, kind: ListedKind, prefixes: str, *, now: datetime
) -> list[str]:
    """Returns which of the ascending letters begin the id of a page of this kind.

    Each is found by its first such page, so that no statement reads all posts.
    """
    async with database.opened() as session:
        return [
            one
            for one in prefixes
            if await session.scalar(
                _BY_KIND[kind], {"after": one, "end": f"{one}\uffff", "now": now, "most": 1}
            )
            is not None
        ]


async def read_posts(database: Sessions, first: int, end: int) -> list[PostLine]:
    """Returns LINES_AT_ONCE public posts at most, with ids from `first` up to, but without, `end`.

    The connection is free again before the client receives a line, however slowly it reads.
    """
    values = {"first": first, "end": end, "most": LINES_AT_ONCE}
    async with database.reading() as source:
        rows = await source.rows(_POSTS, values)
    return [
        PostLine(id, language, edited or created, image)
        for id, language, created, edited, image in rows
    ]


async def read_lines(
    database: Sessions, kind: ListedKind, after: str, end: str, *, now: datetime
) -> list[Line]:
    """Returns LINES_AT_ONCE pages of this kind at most, with ids above `after` and below `end`.

    Only those with enough posts for the sitemap.
    """
    values = {"after": after, "end": end, "now": now, "most": LINES_AT_ONCE}
    async with database.reading() as source:
        rows = await source.rows(_BY_KIND[kind], values)
    return [Line(id, modified) for id, modified in rows]


def _select_posts() -> sa.Select[*tuple[Any, ...]]:
    """Selects the lines of public posts, each with the name of its first image."""
    image = (
        sa.select(PostImage.name)
        .where(PostImage.post_id == Post.id, PostImage.position == 0)
        .limit(1)
        .scalar_subquery()
    )
    return (
        sa.select(Post.id, Post.language, Post.created_at, Post.edited_at, image)
        .where(Post.id >= sa.bindparam("first"), Post.id < sa.bindparam("end"), is_public_post())
        .order_by(Post.id)
        .limit(sa.bindparam("most", type_=sa.Integer))
    )


def _select_members() -> sa.Select[*tuple[Any, ...]]:
    """Selects id and newest post of members with enough posts."""
    newest = sa.func.max(Post.created_at, type_=Post.created_at.type)
    return (
        sa.select(Post.user_id, newest)
        .where(
            Post.user_id > sa.bindparam("after"),
            Post.user_id < sa.bindparam("end"),
            is_public_post(),
        )
        .group_by(Post.user_id)
        .having(sa.func.count() >= POSTS_OF_A_LISTED_PAGE)
        .order_by(Post.user_id)
        .limit(sa.bindparam("most", type_=sa.Integer))
    )


def _select_collections() -> sa.Select[*tuple[Any, ...]]:
    """Selects id and newest addition of shared collections with enough posts.

    Those of suspended members are left out, because their pages do not exist for others.
    """
    newest = sa.func.max(CollectionPost.created_at, type_=CollectionPost.created_at.type)
    now = sa.bindparam("now", type_=Account.suspended_until.type)
    return (
        sa.select(Collection.id, newest)
        .join(CollectionPost, CollectionPost.collection_id == Collection.id)
        .join(Post, Post.id == CollectionPost.post_id)
        .join(Account, Account.id == Collection.member_id)
        .where(
            Collection.id > sa.bindparam("after"),
            Collection.id < sa.bindparam("end"),
            Collection.is_shared,
            sa.or_(Account.suspended_at.is_(None), Account.suspended_until <= now),
            is_public_post(),
        )
        .group_by(Collection.id)
        .having(sa.func.count() >= POSTS_OF_A_LISTED_PAGE)
        .order_by(Collection.id)
        .limit(sa.bindparam("most", type_=sa.Integer))
    )


_POSTS = _select_posts()
_BY_KIND: Mapping[ListedKind, sa.Select[*tuple[Any, ...]]] = {
    "members": _select_members(),
    "collections": _select_collections(),
}
