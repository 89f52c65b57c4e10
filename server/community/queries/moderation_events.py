"""Events for open pages, made from entries of the moderation log."""

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.tables import Post
from server.moderation.tables import ModerationEntry
from server.realtime.events import CommentRemoved, Event, PostChanged, PostRemoved


async def events_of_entry(session: AsyncSession, entry: ModerationEntry) -> list[Event]:
    """Returns the events of one entry; suspensions have none."""
    number, post_id = entry.subject_id, entry.details.get("post_id")
    if entry.action == "remove-post" and number is not None:
        return [PostRemoved(number)]
    if entry.action != "remove-comment" or number is None or not isinstance(post_id, int):
        return []
    select = sa.select(Post.likes, Post.comments_count).where(Post.id == post_id)
    post = (await session.execute(select)).one_or_none()
    # A removed post has an event of its own.
    changed = [PostChanged(post_id, post.likes, post.comments_count)] if post else []
    return [CommentRemoved(post_id, number), *changed]
