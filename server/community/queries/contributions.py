"""Queries of a member's contributions: their numbers, and all of them for the export."""

import asyncio
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.profiles.queries import ContributionCounts
from server.community.collections.queries import export_collections
from server.community.follows.queries import export_follows
from server.community.letters.queries import export_letters
from server.community.notices.queries import export_reads
from server.community.queries.appeals import export_appeals
from server.community.queries.comments import comment_view, select_comments
from server.community.queries.hidden_members import READER
from server.community.queries.mentions import export_mentions
from server.community.queries.missing_data import ignore_missing_tables
from server.community.queries.posts import rows_by_author
from server.community.queries.saves import export_saves
from server.community.queries.views import LIKES, POSTS, post_view
from server.community.queries.visibility import is_public_post, shows_comment, shows_post
from server.community.relations.queries import export_hidden
from server.community.tables import Comment, Post, PostLike, RemovedPost
from server.moderation.queries import (
    entries_of_member,
    export_reset_profiles,
    reports_of_member,
)
from server.web.viewer import Member

Contributions = dict[str, list[dict[str, Any]]]

# After so many rows the event loop serves other requests; 1,000 rows would block it for 10 ms.
ROWS_AT_ONCE = 200
IN_PARTS = {"yield_per": ROWS_AT_ONCE}


async def member_counts(
    session: AsyncSession, member_id: str, *, is_own: bool
) -> ContributionCounts:
    """Returns the numbers of a member's public posts, and of the posts that the member likes.

    With `is_own` these are the numbers of the member's own lists, which have hidden and held posts
    of the member too; else the likes, which others do not see, are 0.
    """
    reader = {"reader": member_id}
    posts = sa.select(sa.func.count()).select_from(POSTS).where(POSTS.c.user_id == READER)
    posts = posts.where(*shows_post(("others",) if is_own else ()))
    written = await session.scalar(posts, reader) or 0
    liked = 0
    if is_own:
        likes = sa.select(sa.func.count()).select_from(LIKES)
        likes = likes.join(POSTS, POSTS.c.id == LIKES.c.post_id).where(LIKES.c.user_id == READER)
        # The same conditions as `list_marked`.
        likes = likes.where(*shows_post(("blocked",)))
        async with ignore_missing_tables(session):
            liked = await session.scalar(likes, reader) or 0
    return ContributionCounts(posts=written, liked=liked)


async def list_contributions(session: AsyncSession, member: Member) -> Contributions:
    """Returns all that a member wrote, chose and did, by kind, for the export of the account.

    Without what the member deleted, and without likes and saves of withheld posts. Most kinds are
    oldest first; a kind that has several tables lists one after the other.
    """
    found: Contributions = {"posts": [], "comments": [], "likes": []}
    for row in await rows_by_author(session, member):
        found["posts"].append(_plain(post_view(row)))
        if len(found["posts"]) % ROWS_AT_ONCE == 0:
            await asyncio.sleep(0)
    async with ignore_missing_tables(session):
        select = select_comments("member").order_by(Comment.id)
        own = select.where(Comment.user_id == member.id, shows_comment(is_member=True))
        rows = await session.stream(own, {"reader": member.id}, execution_options=IN_PARTS)
        found["comments"] = [_plain(comment_view(row)) async for row in rows]
    async with ignore_missing_tables(session):
        liked = (
            sa.select(PostLike.post_id, PostLike.created_at, Post.content)
            .join(Post, Post.id == PostLike.post_id)
            .where(PostLike.user_id == member.id, is_public_post())
            .order_by(PostLike.id)
        )
        found["likes"] = [
            {**row._mapping, "created_at": msgspec.to_builtins(row.created_at)}
            async for row in await session.stream(liked, execution_options=IN_PARTS)
        ]
    found["saved"] = await export_saves(session, member.id)
    found["collections"] = await export_collections(session, member.id)
    found["mentions"] = await export_mentions(session, member.id)
    found["follows"] = await export_follows(session, member)
    found["hidden"] = await export_hidden(session, member.id)
    found["notifications"] = await export_letters(session, member.id)
    found["reads"] = await export_reads(session, member.id)
    found["moderation"] = await entries_of_member(session, member.id)
    found["reset_profiles"] = await export_reset_profiles(session, member.id)
    found["appeals"] = await export_appeals(session, member.id)
    found["reports"] = await reports_of_member(session, member.id)
    return found


async def has_never_had_posts(session: AsyncSession) -> bool:
    """Returns whether no post exists and none was ever deleted."""
    found = sa.or_(sa.exists(sa.select(Post.id)), sa.exists(sa.select(RemovedPost.id)))
    return not (await session.execute(sa.select(found))).scalar_one()


def _plain(view: msgspec.Struct) -> dict[str, Any]:
    """Returns a view as values for JSON."""
    plain: dict[str, Any] = msgspec.to_builtins(view)
    return plain
