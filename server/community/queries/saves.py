"""Queries of one member's saved posts."""

from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.queries.hidden_members import READER
from server.community.queries.views import POSTS, SAVES, AnySelect
from server.community.queries.visibility import is_public_post, shows_post
from server.community.schemas import SaveState
from server.database.readers import Source, reader_over
from server.web.viewer import Member


async def is_saved(source: Source, member: Member, post_id: int) -> SaveState:
    """Returns whether the member has saved a post."""
    values = {"reader": member.id, "post_id": post_id}
    [[is_there]] = await reader_over(source).rows(_is_saved(), values)
    return SaveState(is_saved=bool(is_there))


async def export_saves(session: AsyncSession, member_id: str) -> list[dict[str, Any]]:
    """Returns ids, times and texts of the public posts that a member saved, oldest first.

    The text is null where a block hides the post, as it does in the list of saved posts.
    """
    content = sa.case((sa.and_(*shows_post(("blocked",))), POSTS.c.content)).label("content")
    saves = sa.select(SAVES.c.post_id, SAVES.c.created_at, content).join(
        POSTS, POSTS.c.id == SAVES.c.post_id
    )
    saves = saves.where(SAVES.c.user_id == member_id, is_public_post())
    return [
        {**row._mapping, "created_at": msgspec.to_builtins(row.created_at)}
        for row in await session.execute(saves.order_by(SAVES.c.id), {"reader": member_id})
    ]


@cache
def _is_saved() -> AnySelect:
    """Builds the statement that selects whether the reader saved `post_id`."""
    found = sa.exists().where(
        SAVES.c.user_id == READER,
        SAVES.c.post_id == sa.bindparam("post_id", type_=SAVES.c.post_id.type),
    )
    return sa.select(found)
