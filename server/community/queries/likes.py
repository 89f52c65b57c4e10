"""What a member likes of posts that were read for everybody."""

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.queries.absences import as_far_as_there_are_tables
from server.community.queries.views import READER
from server.community.schemas import PostView
from server.community.tables import PostLike
from server.viewer import Member

_LIKED = sa.select(PostLike.post_id).where(
    PostLike.user_id == READER, PostLike.post_id.in_(sa.bindparam("posts", expanding=True))
)


async def as_seen_by(
    session: AsyncSession, member: Member, posts: Sequence[PostView]
) -> tuple[PostView, ...]:
    liked: frozenset[int] = frozenset()
    if posts:
        values = {"reader": member.id, "posts": [post.id for post in posts]}
        async with as_far_as_there_are_tables(session):
            liked = frozenset(await session.scalars(_LIKED, values))
    return tuple(replace(post, is_liked=True) if post.id in liked else post for post in posts)
