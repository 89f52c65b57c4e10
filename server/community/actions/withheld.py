"""Changes of what is withheld: a post or comment goes out of sight, and comes back."""

from datetime import datetime

import sqlalchemy as sa

from server.community.actions.transactions import update_post
from server.community.queries.withheld import states_of_comment, states_of_post
from server.community.rules import QUESTION
from server.community.schemas import WithheldState
from server.community.tables import Comment, Post, WithheldComment, WithheldPost
from server.database.dialects import insert_for
from server.database.transaction import Transaction
from server.realtime.events import (
    CommentAdded,
    CommentRemoved,
    PostChanged,
    PostRemoved,
    PostRestored,
)


async def withhold_post(
    opened: Transaction, post_id: int, *, state: WithheldState, now: datetime
) -> bool:
    """Withholds a post; the caller has locked its row. Returns False if it was so already."""
    author = sa.select(Post.user_id).where(Post.id == post_id).scalar_subquery()
    values = {"post_id": post_id, "state": state, "user_id": author, "at": now}
    insert = insert_for(opened.session, WithheldPost).values(values).on_conflict_do_nothing()
    stored = await opened.session.execute(insert.returning(WithheldPost.post_id))
    opened.announce(PostRemoved(post_id))
    return stored.first() is not None


async def show_post(opened: Transaction, post_id: int, *, state: WithheldState) -> bool:
    """Ends one reason to withhold a post; the caller has locked its row.

    Returns False if this was no reason.
    """
    which = (WithheldPost.post_id == post_id, WithheldPost.state == state)
    delete = sa.delete(WithheldPost).where(*which).returning(WithheldPost.post_id)
    was_withheld = (await opened.session.execute(delete)).first() is not None
    if not await states_of_post(opened.session, post_id):
        opened.announce(PostRestored(post_id))
    return was_withheld


async def withhold_comment(
    opened: Transaction, comment_id: int, *, post_id: int, state: WithheldState, now: datetime
) -> bool:
    """Withholds a comment, and its post counts it no longer; the caller has locked the post.

    Returns False if it was so already.
    """
    session = opened.session
    # The insert comes first: on SQLite it takes the write lock before anything is read.
    was_answer = sa.exists().where(Post.id == post_id, Post.answer_id == comment_id)
    author = sa.select(Comment.user_id).where(Comment.id == comment_id).scalar_subquery()
    values = {
        "comment_id": comment_id,
        "state": state,
        "user_id": author,
        "at": now,
        "was_answer": was_answer,
    }
    insert = insert_for(session, WithheldComment).values(values).on_conflict_do_nothing()
    stored = await session.execute(insert.returning(WithheldComment.comment_id))
    if stored.first() is None:
        return False
    if await states_of_comment(session, comment_id) == {state}:
        await uncount_comment(opened, comment_id, post_id=post_id)
    return True


async def show_comment(
    opened: Transaction, comment_id: int, *, post_id: int, state: WithheldState
) -> bool:
    """Ends one reason to withhold a comment, and its post counts it again.

    Returns False if this was no reason.
    """
    which = (WithheldComment.comment_id == comment_id, WithheldComment.state == state)
    delete = sa.delete(WithheldComment).where(*which).returning(WithheldComment.was_answer)
    was_answer = await opened.session.scalar(delete)
    if was_answer is None or await states_of_comment(opened.session, comment_id):
        return was_answer is not None
    # Another answer may have been chosen, or the category changed, meanwhile.
    is_free = sa.and_(Post.answer_id.is_(None), Post.category == QUESTION, sa.literal(was_answer))
    answer = sa.case((is_free, comment_id), else_=Post.answer_id)
    more = Post.comments_count + 1
    after = await update_post(opened, post_id, comments_count=more, answer_id=answer)
    opened.announce(CommentAdded(post_id, comment_id))
    opened.announce(PostChanged(post_id, after.likes, after.comments_count))
    return True


async def uncount_comment(opened: Transaction, comment_id: int, *, post_id: int) -> None:
    """Takes a comment from its post's counter and answer, and announces its removal."""
    kept_answer = sa.func.nullif(Post.answer_id, comment_id)
    fewer = Post.comments_count - 1
    after = await update_post(opened, post_id, comments_count=fewer, answer_id=kept_answer)
    opened.announce(CommentRemoved(post_id, comment_id))
    opened.announce(PostChanged(post_id, after.likes, after.comments_count))
