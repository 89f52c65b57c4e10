"""Queries of withheld posts and comments: their states, rules, and access to their pictures."""

from collections.abc import Awaitable, Callable
from typing import cast

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.tables import WithheldComment, WithheldPost
from server.database.clock import Clock
from server.database.declarative import table_of
from server.database.engine import Sessions
from server.database.readers import Reader, reader_over
from server.media.uploads.dependencies import PictureAccess
from server.media.uploads.queries import is_removal_due
from server.media.uploads.tables import PostImage
from server.moderation.schemas import HoldRule
from server.web.asgi import Scope
from server.web.viewer import Member

FindMember = Callable[[Scope], Awaitable[Member | None]]

_IMAGES = table_of(PostImage)
_WITHHELD = table_of(WithheldPost)
_OWNER = sa.bindparam("owner", type_=_IMAGES.c.user_id.type)
# Pictures of a member who has left have no `user_id`.
_WITHHELD_PICTURES = (
    sa.select(_IMAGES.c.files, _WITHHELD.c.state)
    .join(_WITHHELD, _WITHHELD.c.post_id == _IMAGES.c.post_id)
    .where(sa.or_(_IMAGES.c.user_id == _OWNER, _IMAGES.c.user_id.is_(None)))
)


async def states_of_post(session: AsyncSession, post_id: int) -> frozenset[str]:
    """Returns the states for which a post is withheld; empty for a public one."""
    states = sa.select(WithheldPost.state).where(WithheldPost.post_id == post_id)
    return frozenset(await session.scalars(states))


async def states_of_comment(session: AsyncSession, comment_id: int) -> frozenset[str]:
    """Returns the states for which a comment is withheld; empty for a public one."""
    states = sa.select(WithheldComment.state).where(WithheldComment.comment_id == comment_id)
    return frozenset(await session.scalars(states))


async def rule_of_post(session: AsyncSession, post_id: int) -> HoldRule | None:
    """Returns the rule that holds a post for review; None if it is not held."""
    rule = sa.select(WithheldPost.reason).where(
        WithheldPost.post_id == post_id, WithheldPost.state == "held"
    )
    return cast("HoldRule | None", await session.scalar(rule))


async def rule_of_comment(session: AsyncSession, comment_id: int) -> HoldRule | None:
    """Returns the rule that holds a comment for review; None if it is not held."""
    rule = sa.select(WithheldComment.reason).where(
        WithheldComment.comment_id == comment_id, WithheldComment.state == "held"
    )
    return cast("HoldRule | None", await session.scalar(rule))


async def access_to_picture(
    database: Sessions, find_member: FindMember, now: Clock, scope: Scope, name: str
) -> PictureAccess:
    """Returns whether a picture is served to all, only to the requesting reader, or to nobody.

    `name` is `member's id/file`. Pictures of a hidden or held post are for its author and role
    holders, of a deleted one for nobody, and so are files whose removal is due: the store may have
    refused it. If the database fails, all are served: they are stored elsewhere.
    """
    owner, _, _ = name.partition("/")
    try:
        async with database.reading() as source:
            reader = reader_over(source)
            states = await _states_of_picture(reader, owner, name)
            if "deleted" in states or await is_removal_due(reader, name, now=now()):
                return "none"
        member = await find_member(scope) if states else None
    except (OSError, SQLAlchemyError):
        return "all"
    if not states:
        return "all"
    is_shown = member is not None and (member.role is not None or member.id == owner)
    return "reader" if is_shown else "none"


async def _states_of_picture(reader: Reader, owner: str, name: str) -> set[str]:
    """Returns the states for which the post of a picture is withheld; empty for a public one."""
    withheld = await reader.rows(_WITHHELD_PICTURES, {"owner": owner})
    return {state for files, state in withheld if name in files}
