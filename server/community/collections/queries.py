"""Queries of collections: the member's own, those of a page, their posts, and the export."""

from datetime import datetime
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.sessions.rules import is_suspended
from server.accounts.sessions.tables import Account
from server.community.collections.rules import missing_collection
from server.community.collections.schemas import CollectionEntry, CollectionList, CollectionView
from server.community.collections.tables import Collection
from server.community.cursors import PageParams
from server.community.queries.posts import PostList, read_page
from server.community.queries.views import COLLECTED, POSTS, PROFILES, AnySelect, author_of
from server.community.queries.visibility import (
    Hidden,
    is_public_post,
    is_reachable,
    restrictions_of,
    shows_post,
)
from server.community.schemas import PostPage
from server.database.declarative import table_of
from server.database.readers import Source, reader_over
from server.web.viewer import Member, Viewer

COLLECTIONS = table_of(Collection)
ACCOUNTS = table_of(Account)

# In the owner's view only blocks hide posts, as in the list of saved posts.
OF_OWNER: tuple[Hidden, ...] = ("blocked",)
# Value of `post_id` in a request without a post.
NO_POST = 0


async def list_collections(
    source: Source, member: Member, *, post_id: int = NO_POST
) -> CollectionList:
    """Returns the member's collections by name, and which of them contain the post `post_id`."""
    values = {"reader": member.id, "owner": member.id, "post_id": post_id}
    rows = await reader_over(source).rows(_own(), values)
    # Ordered here: the two databases compare texts differently.
    return CollectionList(
        tuple(
            CollectionEntry(id, name, bool(is_shared), count, bool(has_post))
            for _, id, name, is_shared, count, has_post in sorted(map(tuple, rows))
        )
    )


async def get_collection(
    source: Source, id: str, *, viewer: Viewer, now: datetime
) -> CollectionView:
    """Returns a collection that the viewer may read, else raises Refusal 404.

    Others read neither a private collection, nor one of a suspended member, nor across a block.
    """
    is_member = isinstance(viewer, Member)
    values: dict[str, object] = {"id": id}
    if isinstance(viewer, Member):
        values["reader"] = viewer.id
    rows = await reader_over(source).rows(_one(is_member=is_member), values)
    for member_id, name, is_shared, shown, avatar_url, at, until, public, own in rows:
        is_own = isinstance(viewer, Member) and viewer.id == member_id
        is_hidden = not is_shared or is_suspended(at, until, now=now)
        if not is_own and (is_hidden or not await is_reachable(source, viewer, member_id)):
            break
        owner = author_of(member_id, shown, avatar_url)
        assert owner is not None, "a collection goes with its account"
        return CollectionView(id, name, owner, bool(is_shared), own if is_own else public)
    raise missing_collection()


async def list_collected(
    source: Source, collection: CollectionView, *, page: PageParams, viewer: Viewer
) -> PostPage:
    """Returns a page of the posts of a collection that the viewer may read, last added first."""
    is_own = isinstance(viewer, Member) and viewer.id == collection.owner.id
    hidden = OF_OWNER if is_own else (await restrictions_of(source, viewer)).in_lists
    listing = PostList("collected", {"collection": collection.id}, hidden=hidden)
    return await read_page(source, listing, page, viewer=viewer)


async def export_collections(session: AsyncSession, member_id: str) -> list[dict[str, Any]]:
    """Returns the member's collections with the ids of their posts for the export, oldest first."""
    own = sa.select(COLLECTIONS).where(COLLECTIONS.c.member_id == member_id)
    found = {
        row.id: {
            "title": row.name,
            "is_shared": row.is_shared,
            "created_at": msgspec.to_builtins(row.created_at),
            "posts": [],
        }
        for row in await session.execute(own.order_by(COLLECTIONS.c.created_at, COLLECTIONS.c.id))
    }
    posts = (
        sa.select(COLLECTED.c.collection_id, COLLECTED.c.post_id)
        .join(POSTS, POSTS.c.id == COLLECTED.c.post_id)
        .where(COLLECTED.c.collection_id.in_(found), is_public_post())
        .order_by(COLLECTED.c.id)
    )
    for collection_id, post_id in await session.execute(posts):
        found[collection_id]["posts"].append(post_id)
    return list(found.values())


def count_of_collection(*shown: sa.ColumnElement[bool]) -> sa.ScalarSelect[int]:
    """Returns the column that counts a collection's posts that fulfil the conditions `shown`."""
    joined = COLLECTED.join(POSTS, POSTS.c.id == COLLECTED.c.post_id)
    count = sa.select(sa.func.count()).select_from(joined)
    return count.where(COLLECTED.c.collection_id == COLLECTIONS.c.id, *shown).scalar_subquery()


@cache
def _own() -> AnySelect:
    """Builds the statement of the collections of `owner`, and whether each has `post_id`."""
    has_post = sa.exists().where(
        COLLECTED.c.collection_id == COLLECTIONS.c.id,
        COLLECTED.c.post_id == sa.bindparam("post_id", type_=POSTS.c.id.type),
    )
    own = sa.select(
        COLLECTIONS.c.folded,
        COLLECTIONS.c.id,
        COLLECTIONS.c.name,
        COLLECTIONS.c.is_shared,
        count_of_collection(*shows_post(OF_OWNER)),
        sa.type_coerce(has_post, sa.Integer),
    )
    is_own = COLLECTIONS.c.member_id == sa.bindparam("owner", type_=COLLECTIONS.c.member_id.type)
    return own.where(is_own)


@cache
def _one(*, is_member: bool) -> AnySelect:
    """Builds the statement of one collection with its owner and its number of posts.

    It counts the posts that are public, and with `is_member` also those that the reader would see
    as the owner.
    """
    public = count_of_collection(is_public_post())
    found = sa.select(
        COLLECTIONS.c.member_id,
        COLLECTIONS.c.name,
        COLLECTIONS.c.is_shared,
        PROFILES.c.display_name,
        PROFILES.c.avatar_url,
        ACCOUNTS.c.suspended_at,
        ACCOUNTS.c.suspended_until,
        public,
        count_of_collection(*shows_post(OF_OWNER)) if is_member else sa.null(),
    )
    joined = COLLECTIONS.join(ACCOUNTS, ACCOUNTS.c.id == COLLECTIONS.c.member_id)
    joined = joined.outerjoin(PROFILES, PROFILES.c.id == COLLECTIONS.c.member_id)
    has_id = COLLECTIONS.c.id == sa.bindparam("id", type_=COLLECTIONS.c.id.type)
    return found.select_from(joined).where(has_id)
