"""Refusals for missing posts and missing tables."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import sqlalchemy as sa

from server.community.rules import missing_post
from server.community.tables import RemovedPost, WithheldPost
from server.database.declarative import table_of
from server.database.dialects import is_missing_table
from server.database.readers import Source, reader_over
from server.errors import Refusal

Value = TypeVar("Value")

REMOVED = table_of(RemovedPost)
WITHHELD = table_of(WithheldPost)
_POST_ID = sa.bindparam("post_id", type_=REMOVED.c.id.type)
_IS_DELETED = (WITHHELD.c.post_id == _POST_ID, WITHHELD.c.state == "deleted")
_IS_REMOVED = sa.select(
    sa.or_(sa.exists().where(REMOVED.c.id == _POST_ID), sa.exists().where(*_IS_DELETED))
)


async def missing_post_refusal(source: Source, post_id: int) -> Refusal:
    """Returns Refusal 410 for a deleted post, 404 for an unknown, hidden or held one."""
    [[is_removed]] = await reader_over(source).rows(_IS_REMOVED, {"post_id": post_id})
    return Refusal("postDetail.removed", 410) if is_removed else missing_post()


def comments_unavailable() -> Refusal:
    """Returns Refusal 503 for comments whose table is missing."""
    return Refusal("postDetail.commentsUnavailable", 503)


@asynccontextmanager
async def ignore_missing_tables(source: Source) -> AsyncIterator[None]:
    """Runs a block, and ends it without an error if a table that it reads is missing.

    The specification requires pages without these tables. Runs in a savepoint where a failed
    statement would abort the transaction.
    """
    try:
        async with reader_over(source).attempt():
            yield
    except sa.exc.DBAPIError as error:
        if not is_missing_table(error):
            raise


async def read_with_comments_if_there(
    source: Source, read: Callable[[bool], Awaitable[Value]]
) -> Value:
    """Returns the result of `read(True)`; that of `read(False)` while a table is missing.

    The argument says whether `read` may use the table of comments.
    """
    async with ignore_missing_tables(source):
        return await read(True)
    return await read(False)
