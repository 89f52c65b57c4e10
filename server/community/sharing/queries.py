"""Queries of what members share: the member's own choices, and what a member page shows."""

from datetime import datetime
from functools import cache

import sqlalchemy as sa

from server.accounts.profiles.queries import NOT_FOUND
from server.accounts.sessions.rules import is_suspended
from server.community.collections.queries import (
    ACCOUNTS,
    COLLECTIONS,
    count_of_collection,
    list_collections,
)
from server.community.queries.views import PROFILES, AnySelect
from server.community.queries.visibility import FOLLOWS, is_public_post, is_reachable
from server.community.sharing.schemas import SharedCollection, SharedThings, Sharing
from server.contracts.catalogue import CULTIVARS
from server.database.readers import Source, reader_over
from server.errors import Refusal
from server.web.viewer import Member, Viewer

NOTHING_SHARED = SharedThings((), ())
# Most followed cultivars that a member's page shows.
CULTIVARS_MOST = 50


async def get_sharing(source: Source, member: Member) -> Sharing:
    """Returns what the member chose to share, with all collections, shared or not."""
    listed = await list_collections(source, member)
    rows = await reader_over(source).rows(_choices(), {"id": member.id})
    favourites, follows = (bool(one) for one in rows[0][:2]) if rows else (True, False)
    return Sharing(favourites, follows, listed.collections)


async def list_shared(
    source: Source, member_id: str, *, viewer: Viewer, now: datetime
) -> SharedThings:
    """Returns the collections and cultivars that a member's page shares; none while suspended.

    Collections without a public post are left out. Raises Refusal 404 for an unknown member, and
    for one whom a block hides.
    """
    reader = reader_over(source)
    rows = await reader.rows(_choices(), {"id": member_id})
    if not rows or not await is_reachable(source, viewer, member_id):
        raise Refusal(NOT_FOUND, 404)
    [(_, shares_follows, at, until)] = rows
    if is_suspended(at, until, now=now):
        return NOTHING_SHARED
    shared = await reader.rows(_shared_collections(), {"id": member_id})
    followed = await reader.rows(_cultivars(), {"id": member_id}) if shares_follows else ()
    return SharedThings(
        tuple(
            SharedCollection(id, name, posts_count=count)
            for _, id, name, count in sorted(map(tuple, shared))
            if count
        ),
        tuple(id for [id] in followed if id in CULTIVARS),
    )


_ID = sa.bindparam("id", type_=PROFILES.c.id.type)


@cache
def _choices() -> AnySelect:
    """Builds the statement of what a member chose to share, and of the suspension."""
    return (
        sa.select(
            PROFILES.c.shares_favourites,
            PROFILES.c.shares_follows,
            ACCOUNTS.c.suspended_at,
            ACCOUNTS.c.suspended_until,
        )
        .join(ACCOUNTS, ACCOUNTS.c.id == PROFILES.c.id)
        .where(PROFILES.c.id == _ID)
    )


@cache
def _shared_collections() -> AnySelect:
    """Builds the statement of a member's shared collections with their number of posts."""
    columns = (COLLECTIONS.c.folded, COLLECTIONS.c.id, COLLECTIONS.c.name)
    shared = sa.select(*columns, count_of_collection(is_public_post()))
    return shared.where(COLLECTIONS.c.member_id == _ID, COLLECTIONS.c.is_shared)


@cache
def _cultivars() -> AnySelect:
    """Builds the statement of the cultivars that a member follows, the last followed first."""
    followed = sa.select(FOLLOWS.c.value).where(
        FOLLOWS.c.member_id == _ID, FOLLOWS.c.kind == "cultivar"
    )
    return followed.order_by(FOLLOWS.c.created_at.desc(), FOLLOWS.c.value).limit(CULTIVARS_MOST)
