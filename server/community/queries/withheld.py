"""Queries of what is withheld: the states of a post and of a comment, and their pictures."""

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.tables import WithheldComment, WithheldPost
from server.database.declarative import table_of
from server.database.engine import Sessions
from server.database.readers import reader_over
from server.media.uploads.tables import PostImage

_IMAGES = table_of(PostImage)
_WITHHELD = table_of(WithheldPost)
_OWNER = sa.bindparam("owner", type_=_IMAGES.c.user_id.type)
# Pictures of a member who has left have no member.
_WITHHELD_PICTURES = (
    sa.select(_IMAGES.c.files)
    .join(_WITHHELD, _WITHHELD.c.post_id == _IMAGES.c.post_id)
    .where(sa.or_(_IMAGES.c.user_id == _OWNER, _IMAGES.c.user_id.is_(None)))
)


async def states_of_post(session: AsyncSession, post_id: int) -> frozenset[str]:
    """Returns why a post is withheld; empty for a public one."""
    states = sa.select(WithheldPost.state).where(WithheldPost.post_id == post_id)
    return frozenset(await session.scalars(states))


async def states_of_comment(session: AsyncSession, comment_id: int) -> frozenset[str]:
    """Returns why a comment is withheld; empty for a public one."""
    states = sa.select(WithheldComment.state).where(WithheldComment.comment_id == comment_id)
    return frozenset(await session.scalars(states))


async def is_picture_withheld(database: Sessions, name: str) -> bool:
    """Returns whether a stored picture belongs to a post that is withheld.

    Without a database pictures are shown, as they are stored elsewhere.
    """
    owner, _, _ = name.partition("/")
    try:
        async with database.reading() as source:
            withheld = await reader_over(source).rows(_WITHHELD_PICTURES, {"owner": owner})
    except (OSError, SQLAlchemyError):
        return False
    return any(name in files for [files] in withheld)
