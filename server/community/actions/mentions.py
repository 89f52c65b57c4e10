"""Actions that store whom a text mentions, so that the mention is a link."""

from collections.abc import Mapping

import sqlalchemy as sa

from server.community.queries.mentions import find_mentions
from server.community.tables import CommentMention, PostMention
from server.database.transaction import Transaction
from server.web.viewer import Member


async def store_mentions_of_post(
    opened: Transaction, member: Member, post_id: int, content: str
) -> tuple[str, ...]:
    """Replaces the stored mentions of a post; returns the ids of the members whom it names."""
    return await _store(opened, member, content, table=PostMention, text={"post_id": post_id})


async def store_mentions_of_comment(
    opened: Transaction, member: Member, comment_id: int, content: str
) -> tuple[str, ...]:
    """Replaces the stored mentions of a comment; returns the ids of the members whom it names."""
    text = {"comment_id": comment_id}
    return await _store(opened, member, content, table=CommentMention, text=text)


async def _store(
    opened: Transaction,
    member: Member,
    content: str,
    *,
    table: type[PostMention | CommentMention],
    text: Mapping[str, int],
) -> tuple[str, ...]:
    """Replaces a text's rows in `table`; returns the ids of the members whom it names.

    `text` is the column and id of the post or comment.
    """
    await opened.session.execute(sa.delete(table).filter_by(**text))
    found = await find_mentions(opened.session, member, content)
    rows = [{**text, **one.columns} for one in found]
    if rows:
        await opened.session.execute(sa.insert(table), rows)
    return tuple(dict.fromkeys(one.id for one in found))
