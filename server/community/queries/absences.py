"""Why something can't be read: a post that is gone or never was, a table that is not there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.rules import missing_post
from server.community.tables import RemovedPost
from server.database.dialects import is_missing_table
from server.errors import Refusal


async def absence_of(session: AsyncSession, post_id: int) -> Refusal:
    """Why a post can't be found: it was never there, or it is gone."""
    known = await session.scalar(sa.select(RemovedPost.id).where(RemovedPost.id == post_id))
    return missing_post() if known is None else Refusal("postDetail.removed", 410)


def comments_unavailable() -> Refusal:
    return Refusal("postDetail.commentsUnavailable", 503)


@asynccontextmanager
async def as_far_as_there_are_tables(session: AsyncSession) -> AsyncIterator[None]:
    """The specification's silence: where likes or comments can't be read, there are none.

    Where a failed statement spoils its transaction, nothing is lost that came before.
    """
    is_first = not session.in_transaction()
    try:
        async with nullcontext() if is_first else session.begin_nested():
            yield
    except sa.exc.DBAPIError as error:
        if not is_missing_table(error):
            raise
        if is_first:
            await session.rollback()
