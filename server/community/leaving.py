"""What a member has in the community: how much, everything to take along, and its end."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.changes import tell_after
from server.community.images import BUCKET, let_go_of_files
from server.community.parts import Community
from server.community.queries import comment_view, select_comments
from server.community.tables import Comment, IdempotencyKey, Post, PostLike, RemovedPost
from server.community.views import select_posts, views_of
from server.database.dialects import is_missing_table
from server.database.transaction import Transaction
from server.profiles.queries import Counts
from server.realtime.events import PostRemoved
from server.uploads.tables import PostImage
from server.viewer import Member

Contributions = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Estate:
    """The members' belongings in this community, for whoever ends an account."""

    community: Community

    async def belongings(self, session: AsyncSession, member: Member) -> Contributions:
        return await belongings(session, member)

    async def leave(
        self, opened: Transaction, member: Member, *, posts: Literal["remove", "keep"]
    ) -> None:
        await leave(opened, self.community, member, posts=posts)


async def count_of(session: AsyncSession, member_id: str) -> Counts:
    posts = sa.select(sa.func.count()).select_from(Post).where(Post.user_id == member_id)
    written = await session.scalar(posts) or 0
    likes = sa.select(sa.func.count()).select_from(PostLike).where(PostLike.user_id == member_id)
    liked = 0
    async with as_far_as_there_are_tables(session):
        liked = await session.scalar(likes) or 0
    return Counts(posts=written, liked=liked)


async def belongings(session: AsyncSession, member: Member) -> Contributions:
    """Everything that the member wrote and liked, oldest first."""
    mine = select_posts().where(Post.user_id == member.id).order_by(Post.id)
    rows = (await session.execute(mine)).all()
    posts = await views_of(session, rows, member)
    found: Contributions = {"posts": [_plain(post) for post in posts], "comments": [], "likes": []}
    async with as_far_as_there_are_tables(session):
        said = select_comments().where(Comment.user_id == member.id).order_by(Comment.id)
        found["comments"] = [_plain(comment_view(row)) for row in await session.execute(said)]
    async with as_far_as_there_are_tables(session):
        liked = (
            sa.select(PostLike.post_id, PostLike.created_at, Post.content)
            .join(Post, Post.id == PostLike.post_id)
            .where(PostLike.user_id == member.id)
            .order_by(PostLike.id)
        )
        found["likes"] = [
            {**row._mapping, "created_at": row.created_at.isoformat()}
            for row in await session.execute(liked)
        ]
    return found


async def leave(
    opened: Transaction, community: Community, member: Member, *, posts: Literal["remove", "keep"]
) -> None:
    """Likes and comments go, posts as the member says; part of the end of the account."""
    session = opened.session
    # A write comes first: it takes the turn among writers before anything is read.
    keys = sa.delete(IdempotencyKey).where(IdempotencyKey.user_id == member.id)
    await session.execute(keys)
    async with as_far_as_there_are_tables(session):
        await _take_likes_back(session, member)
    async with as_far_as_there_are_tables(session):
        await _take_comments_back(session, member)
    if posts == "remove":
        await _remove_posts(opened, community, member)
    await _let_go_of_unused(opened, community, member)


@asynccontextmanager
async def as_far_as_there_are_tables(session: AsyncSession) -> AsyncIterator[None]:
    """The specification's silence: where likes or comments can't be read, there are none."""
    try:
        async with session.begin_nested():
            yield
    except sa.exc.DBAPIError as error:
        if not is_missing_table(error):
            raise


async def _take_likes_back(session: AsyncSession, member: Member) -> None:
    liked = sa.select(PostLike.post_id).where(PostLike.user_id == member.id)
    await _hold(session, liked)
    fewer = sa.update(Post).where(Post.id.in_(liked)).values(likes=Post.likes - 1)
    await session.execute(fewer)
    await session.execute(sa.delete(PostLike).where(PostLike.user_id == member.id))


async def _take_comments_back(session: AsyncSession, member: Member) -> None:
    said = sa.select(Comment.post_id).where(Comment.user_id == member.id)
    await _hold(session, said)
    mine = (
        sa.select(sa.func.count())
        .select_from(Comment)
        .where(Comment.post_id == Post.id, Comment.user_id == member.id)
        .scalar_subquery()
    )
    fewer = sa.update(Post).where(Post.id.in_(said))
    await session.execute(fewer.values(comments_count=Post.comments_count - mine))
    await session.execute(sa.delete(Comment).where(Comment.user_id == member.id))


async def _hold(session: AsyncSession, ids: sa.Select[int]) -> None:
    """Always in the same order, so that two who leave at once do not wait for each other."""
    held = sa.select(Post.id).where(Post.id.in_(ids)).order_by(Post.id)
    await session.execute(held.with_for_update(key_share=True))


async def _remove_posts(opened: Transaction, community: Community, member: Member) -> None:
    mine = Post.user_id == member.id
    unused = sa.update(PostImage).where(PostImage.user_id == member.id).values(post_id=None)
    await opened.session.execute(unused)
    removed = list(await opened.session.scalars(sa.delete(Post).where(mine).returning(Post.id)))
    now = community.now()
    if removed:
        rows = [{"id": post_id, "removed_at": now} for post_id in removed]
        await opened.session.execute(sa.insert(RemovedPost), rows)
    for post_id in removed:
        tell_after(opened, community, PostRemoved(post_id))


async def _let_go_of_unused(opened: Transaction, community: Community, member: Member) -> None:
    """Pictures without a post, and whatever else lies in the member's folder."""
    mine = PostImage.user_id == member.id
    delete = sa.delete(PostImage).where(mine, PostImage.post_id.is_(None))
    await opened.session.execute(delete)
    shown = await opened.session.scalars(sa.select(PostImage.files).where(mine))
    kept = {name for names in shown for name in names}
    stored = await community.storage.names_of(BUCKET, member.id)
    await let_go_of_files(opened, community, [name for name in stored if name not in kept])


def _plain(view: msgspec.Struct) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(view)
    return plain
