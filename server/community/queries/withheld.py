"""Queries of withheld posts and comments: their states and rules, and who may see a picture."""

from collections.abc import Awaitable, Callable
from typing import cast

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.tables import WithheldComment, WithheldPost
from server.database.declarative import table_of
from server.database.engine import Sessions
from server.database.readers import Reader, reader_over
from server.media.uploads.dependencies import PictureAccess
from server.media.uploads.queries import is_removal_queued
from server.media.uploads.tables import PostImage, ReplacedPicture
from server.moderation.schemas import HoldRule
from server.web.asgi import Scope
from server.web.viewer import Member

FindMember = Callable[[Scope], Awaitable[Member | None]]

_IMAGES = table_of(PostImage)
_WITHHELD = table_of(WithheldPost)
_OWNER = sa.bindparam("owner", type_=_IMAGES.c.user_id.type)
# Pictures of a member who has left have no `user_id`.
_OF_OWNER = sa.or_(_IMAGES.c.user_id == _OWNER, _IMAGES.c.user_id.is_(None))
# Stands for the state of a post where a picture is in none.
UNUSED = "unused"
# Stands for the state of a post where a picture was replaced in a reported one.
REPLACED = "replaced"
_REPLACED = sa.select(table_of(ReplacedPicture).c.image_id)
_CLOSED_PICTURES = sa.select(
    sa.union_all(
        sa.select(_IMAGES.c.files, _WITHHELD.c.state)
        .join(_WITHHELD, _WITHHELD.c.post_id == _IMAGES.c.post_id)
        .where(_OF_OWNER),
        sa.select(_IMAGES.c.files, sa.literal_column(f"'{UNUSED}'")).where(
            _IMAGES.c.post_id.is_(None), _OF_OWNER, _IMAGES.c.id.not_in(_REPLACED)
        ),
        sa.select(_IMAGES.c.files, sa.literal_column(f"'{REPLACED}'")).where(
            _IMAGES.c.id.in_(_REPLACED), _OF_OWNER
        ),
    ).subquery()
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
    database: Sessions, find_member: FindMember, scope: Scope, name: str
) -> PictureAccess:
    """Returns whether a picture is served to all, only to the requesting reader, or to nobody.

    `name` is `member's id/file`. Pictures without a post are for their owner, of a hidden or held
    one for its author and role holders, of a deleted one for nobody, and so are files that are
    queued for removal. Pictures replaced in a reported post are for role holders, but not for its
    author. If the database fails, all are served: they are stored elsewhere.
    """
    owner, _, _ = name.partition("/")
    try:
        async with database.reading() as source:
            reader = reader_over(source)
            states = await _states_of_picture(reader, owner, name)
            if "deleted" in states or await is_removal_queued(reader, name):
                return "none"
        member = await find_member(scope) if states else None
    except (OSError, SQLAlchemyError):
        return "all"
    if not states:
        return "all"
    if member is None:
        return "none"
    has_role = member.role is not None and UNUSED not in states
    is_owner = member.id == owner
    if REPLACED in states:
        return "reader" if has_role and not is_owner else "none"
    return "reader" if has_role or is_owner else "none"


async def _states_of_picture(reader: Reader, owner: str, name: str) -> set[str]:
    """Returns the states of a picture's post, UNUSED without one; empty if it is public."""
    withheld = await reader.rows(_CLOSED_PICTURES, {"owner": owner})
    return {state for files, state in withheld if name in files}
