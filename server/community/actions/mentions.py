"""Actions that store whom a text mentions, so that the mention is a link."""

import sqlalchemy as sa

from server.community.queries.mentions import find_mentions
from server.community.tables import CommentMention, PostMention
from server.database.transaction import Transaction
from server.web.viewer import Member


async def store_mentions_of_post(
    opened: Transaction, member: Member, post_id: int, content: str
) -> tuple[str, ...]:
    """Replaces the mentions of a post; returns the ids of the members whom it names."""
    old = sa.delete(PostMention).where(PostMention.post_id == post_id)
    await opened.session.execute(old)
    found = await find_mentions(opened.session, member, content)
    rows = [{"post_id": post_id, **one.columns} for one in found]
    if rows:
        await opened.session.execute(sa.insert(PostMention), rows)
    return tuple(dict.fromkeys(one.id for one in found))


async def store_mentions_of_comment(
    opened: Transaction, member: Member, comment_id: int, content: str
) -> tuple[str, ...]:
    """Replaces the mentions of a comment; returns the ids of the members whom it names."""
    old = sa.delete(CommentMention).where(CommentMention.comment_id == comment_id)
    await opened.session.execute(old)
    found = await find_mentions(opened.session, member, content)
    rows = [{"comment_id": comment_id, **one.columns} for one in found]
    if rows:
        await opened.session.execute(sa.insert(CommentMention), rows)
    return tuple(dict.fromkeys(one.id for one in found))
