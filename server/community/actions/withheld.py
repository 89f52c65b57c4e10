"""Actions that withhold posts and comments (deleted, hidden or held) and show them again."""

from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.actions.notices import announce_comment, renew_notices, renew_post_notices
from server.community.actions.transactions import update_post
from server.community.queries.withheld import states_of_comment, states_of_post
from server.community.rules import QUESTION
from server.community.schemas import WithheldState
from server.community.tables import Comment, IdempotencyKey, Post, WithheldComment, WithheldPost
from server.database.dialects import insert_for
from server.database.transaction import Transaction
from server.moderation.rules import Subject
from server.moderation.schemas import HoldRule
from server.realtime.events import (
    CommentAdded,
    CommentRemoved,
    PostChanged,
    PostCreated,
    PostRemoved,
    PostRestored,
)


class WithheldThing(NamedTuple):
    """Post, or comment on a post, that is withheld from readers or was so."""

    post_id: int
    # Null for a post.
    comment_id: int | None = None

    @property
    def subject(self) -> Subject:
        """Returns the subject by which cases and log entries name this post or comment."""
        if self.comment_id is None:
            return Subject("post", number=self.post_id)
        return Subject("comment", number=self.comment_id)


async def withhold_post(
    opened: Transaction,
    post_id: int,
    *,
    state: WithheldState,
    now: datetime,
    rule: HoldRule | None = None,
) -> bool:
    """Withholds a post for the reason `state`: deleted, hidden, or held by `rule`.

    The caller has locked the post's row. Announces the removal of a post that was public. Returns
    False if it is withheld for this reason already; a post can be withheld for several reasons.
    """
    author = sa.select(Post.user_id).where(Post.id == post_id).scalar_subquery()
    values = {"post_id": post_id, "state": state, "user_id": author, "at": now, "reason": rule}
    insert = insert_for(opened.session, WithheldPost).values(values).on_conflict_do_nothing()
    stored = await opened.session.execute(insert.returning(WithheldPost.post_id))
    if stored.first() is None:
        return False
    if await states_of_post(opened.session, post_id) == {state}:
        opened.announce(PostRemoved(post_id))
    return True


async def show_post(
    opened: Transaction, post_id: int, *, state: WithheldState, now: datetime
) -> bool:
    """Removes one reason to withhold a post; without another, readers see it again.

    The caller has locked its row. A post held since it was written gets the time `now`. Returns
    False if it was not withheld for this reason.
    """
    which = (WithheldPost.post_id == post_id, WithheldPost.state == state)
    delete = sa.delete(WithheldPost).where(*which)
    ended = await opened.session.execute(delete.returning(WithheldPost.at, WithheldPost.reason))
    row = ended.one_or_none()
    if not await states_of_post(opened.session, post_id):
        event: PostCreated | PostRestored = PostRestored(post_id)
        if row is not None and row.reason:
            await _date_as_new(opened, post_id, held_at=row.at, now=now)
            event = await event_of_shown_post(opened.session, post_id, shown_at=now)
        opened.announce(event)
    return row is not None


async def _date_as_new(
    opened: Transaction, post_id: int, *, held_at: datetime, now: datetime
) -> None:
    """Dates a post that was held when it was written as written `now`; notifies whom it mentions.

    Such a post was written at `held_at`. One that was held by an edit is older, and stays as it is.
    """
    update = sa.update(Post).where(Post.id == post_id, Post.created_at == held_at)
    returning = update.values(created_at=now).returning(Post.id)
    if (await opened.session.execute(returning)).first() is not None:
        await renew_post_notices(opened, post_id, now=now)


async def event_of_shown_post(
    session: AsyncSession, post_id: int, *, shown_at: datetime
) -> PostCreated | PostRestored:
    """Returns PostCreated for a post that was never public before, else PostRestored.

    `show_post` has set the time of a post that was never public to `shown_at`.
    """
    columns = (Post.category, Post.language, Post.user_id)
    which = (Post.id == post_id, Post.created_at == shown_at, Post.user_id.is_not(None))
    new = (await session.execute(sa.select(*columns).where(*which))).one_or_none()
    if new is None:
        return PostRestored(post_id)
    return PostCreated(post_id, new.category, new.language, new.user_id)


async def hide_held(opened: Transaction, thing: WithheldThing) -> bool:
    """Hides a post or comment that is held for review; the hold's rule and time stay.

    By these, an undo of the hiding still publishes it as new. Returns False if it is not held.
    """
    if thing.comment_id is None:
        is_thing = (WithheldPost.post_id == thing.post_id, WithheldPost.state == "held")
        update = sa.update(WithheldPost).where(*is_thing)
        hidden = update.values(state="hidden").returning(WithheldPost.post_id)
    else:
        is_thing = (WithheldComment.comment_id == thing.comment_id, WithheldComment.state == "held")
        update = sa.update(WithheldComment).where(*is_thing)
        hidden = update.values(state="hidden").returning(WithheldComment.comment_id)
    return (await opened.session.execute(hidden)).first() is not None


async def hold_new_post(
    opened: Transaction, post_id: int, *, user_id: str, rule: HoldRule, now: datetime
) -> None:
    """Holds a new post for review in the transaction that writes it, so that it is never public."""
    values = {"post_id": post_id, "state": "held", "user_id": user_id, "at": now, "reason": rule}
    await opened.session.execute(sa.insert(WithheldPost).values(values))


async def hold_new_comment(
    opened: Transaction, comment_id: int, *, user_id: str, rule: HoldRule, now: datetime
) -> None:
    """Holds a new comment for review in the transaction that writes it.

    The caller does not add it to the post's number of comments.
    """
    values = {
        "comment_id": comment_id,
        "state": "held",
        "user_id": user_id,
        "at": now,
        "reason": rule,
        "was_answer": False,
    }
    await opened.session.execute(sa.insert(WithheldComment).values(values))


async def withhold_comment(
    opened: Transaction,
    thing: WithheldThing,
    *,
    state: WithheldState,
    now: datetime,
    rule: HoldRule | None = None,
) -> bool:
    """Withholds a comment for the reason `state`: deleted, hidden, or held by `rule`.

    The caller has locked the post's row. A comment that was public is no longer counted, and no
    longer the answer of a question. Returns False if it is withheld for this reason already.
    """
    session, (post_id, comment_id) = opened.session, thing
    # The insert comes first: SQLite ignores row locks, and takes its write lock at the first write.
    was_answer = sa.exists().where(Post.id == post_id, Post.answer_id == comment_id)
    author = sa.select(Comment.user_id).where(Comment.id == comment_id).scalar_subquery()
    values = {
        "comment_id": comment_id,
        "state": state,
        "user_id": author,
        "at": now,
        "reason": rule,
        "was_answer": was_answer,
    }
    insert = insert_for(session, WithheldComment).values(values).on_conflict_do_nothing()
    stored = await session.execute(insert.returning(WithheldComment.comment_id))
    if stored.first() is None:
        return False
    if comment_id is not None and await states_of_comment(session, comment_id) == {state}:
        await uncount_comment(opened, comment_id, post_id=post_id)
    return True


async def show_comment(
    opened: Transaction, comment_id: int, *, post_id: int, state: WithheldState, now: datetime
) -> bool:
    """Removes one reason to withhold a comment; without another, readers see it again.

    Its post counts it, and has it as the answer again if it was that and no other was chosen. One
    held since it was written gets the time `now`. Returns False if it lacked this reason.
    """
    which = (WithheldComment.comment_id == comment_id, WithheldComment.state == state)
    columns = (WithheldComment.at, WithheldComment.reason, WithheldComment.was_answer)
    delete = sa.delete(WithheldComment).where(*which).returning(*columns)
    row = (await opened.session.execute(delete)).one_or_none()
    if row is None or await states_of_comment(opened.session, comment_id):
        return row is not None
    if row.reason:
        await _date_comment_as_new(opened, comment_id, held_at=row.at, now=now)
    # Another answer may have been chosen, or the category changed, meanwhile.
    is_free = sa.and_(
        Post.answer_id.is_(None), Post.category == QUESTION, sa.literal(row.was_answer)
    )
    answer = sa.case((is_free, comment_id), else_=Post.answer_id)
    more = Post.comments_count + 1
    after = await update_post(opened, post_id, comments_count=more, answer_id=answer)
    opened.announce(CommentAdded(post_id, comment_id))
    opened.announce(PostChanged(post_id, after.likes, after.comments_count))
    return True


async def _date_comment_as_new(
    opened: Transaction, comment_id: int, *, held_at: datetime, now: datetime
) -> None:
    """Sets the time to `now` for a comment held since it was written; announces its notices.

    Only such a comment has the hold's time `held_at` as its own. Does nothing for one held by an
    edit.
    """
    session = opened.session
    update = sa.update(Comment).where(Comment.id == comment_id, Comment.created_at == held_at)
    returning = update.values(created_at=now).returning(Comment.user_id, Comment.post_id)
    first = (await session.execute(returning)).one_or_none()
    if first is None:
        return
    # A repetition of the request that wrote the comment still finds it by the key's time.
    key = sa.update(IdempotencyKey).where(
        IdempotencyKey.user_id == first.user_id,
        IdempotencyKey.post_id == first.post_id,
        IdempotencyKey.created_at == held_at,
    )
    await session.execute(key.values(created_at=now))
    await renew_notices(opened, comment_id, now=now)
    await announce_comment(opened, comment_id)


async def uncount_comment(opened: Transaction, comment_id: int, *, post_id: int) -> None:
    """Lowers a post's number of comments and announces the comment's removal.

    A question whose chosen answer it is has no answer then; the caller has locked the post's row.
    """
    kept_answer = sa.func.nullif(Post.answer_id, comment_id)
    fewer = Post.comments_count - 1
    after = await update_post(opened, post_id, comments_count=fewer, answer_id=kept_answer)
    opened.announce(CommentRemoved(post_id, comment_id))
    opened.announce(PostChanged(post_id, after.likes, after.comments_count))
