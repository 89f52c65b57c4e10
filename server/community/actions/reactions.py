"""Actions on likes and comments; the post's counters change in the same transaction."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID, uuid5

import sqlalchemy as sa

from server.community.actions.mentions import store_mentions_of_comment
from server.community.actions.notices import WrittenComment, add_notices, announce_comment
from server.community.actions.transactions import (
    StoredResult,
    claim_key,
    forbidden,
    lock_post,
    lock_post_of_comment,
    post_transaction,
    store_result,
    unavailable,
    update_post,
)
from server.community.actions.withheld import (
    WithheldThing,
    hold_new_comment,
    uncount_comment,
    withhold_comment,
)
from server.community.dependencies import CommunityDependencies
from server.community.holds.actions import check_text, close_case, lock_member, record_hold
from server.community.holds.rules import NewText, Text
from server.community.queries.allowances import read_allowance
from server.community.queries.comments import comment_view, select_comments
from server.community.queries.missing_data import comments_unavailable
from server.community.queries.views import AnyRow
from server.community.queries.visibility import (
    check_author_reach,
    is_public_comment,
    is_reachable,
    shows_comment,
)
from server.community.queries.withheld import states_of_comment
from server.community.rate_rules import check_comment_rate
from server.community.rules import checked_comment, comment_number, missing_comment
from server.community.schemas import CommentView, LikeState, NewComment
from server.community.tables import Comment, Post, PostLike, WithheldComment
from server.database.dialects import insert_for
from server.database.transaction import Transaction
from server.errors import Refusal
from server.moderation.rules import Subject
from server.moderation.schemas import HoldRule
from server.realtime.events import CommentAdded, PostChanged
from server.web.viewer import Member


class Place(NamedTuple):
    """Columns of a comment's place in its thread, and the id of the member to whom it replies."""

    columns: dict[str, object]
    replies_to: str | None


async def like_post(community: CommunityDependencies, member: Member, *, post_id: int) -> LikeState:
    """Adds the member's like to a post, once; raises Refusal 404 or 410 if it is not shown."""
    async with post_transaction(community, post_id, without_table=unavailable()) as opened:
        held = await lock_post(opened.session, post_id)
        await check_author_reach(opened.session, member, held.user_id)
        values = {"user_id": member.id, "post_id": post_id, "created_at": community.now()}
        insert = insert_for(opened.session, PostLike).values(values).on_conflict_do_nothing()
        is_new = (await opened.session.execute(insert.returning(PostLike.id))).first() is not None
        if not is_new:
            return LikeState(held.likes, is_liked=True)
        after = await update_post(opened, post_id, likes=Post.likes + 1)
        opened.announce(PostChanged(post_id, after.likes, after.comments_count))
        return LikeState(after.likes, is_liked=True)


async def unlike_post(
    community: CommunityDependencies, member: Member, *, post_id: int
) -> LikeState:
    """Removes the member's like from a post, if any; raises Refusal 404 or 410 as `like_post`.

    A like from before a block can be removed.
    """
    async with post_transaction(community, post_id, without_table=unavailable()) as opened:
        held = await lock_post(opened.session, post_id)
        delete = sa.delete(PostLike).where(
            PostLike.post_id == post_id, PostLike.user_id == member.id
        )
        was_there = (await opened.session.execute(delete.returning(PostLike.id))).first()
        if was_there is None:
            await check_author_reach(opened.session, member, held.user_id)
            return LikeState(held.likes, is_liked=False)
        after = await update_post(opened, post_id, likes=Post.likes - 1)
        opened.announce(PostChanged(post_id, after.likes, after.comments_count))
        return LikeState(after.likes, is_liked=False)


async def add_comment(
    community: CommunityDependencies,
    member: Member,
    *,
    post_id: int,
    comment: NewComment,
    key: str | None = None,
) -> CommentView:
    """Adds a comment, public or held for review; a repeated `key` returns the first comment.

    A reply to a reply gets the same parent as that reply. Raises Refusal 404 if the comment replied
    to is withheld, on another post, or of a member with whom there is a block, and (also 410) if
    the post is; 403 for locked comments; 422 for an invalid text or a key of another comment; 429
    above a new member's rate.
    """
    content = checked_comment(comment)
    now = community.now()
    # Derived, because the same key may already identify a post.
    name = key and str(uuid5(UUID(key), "comment"))
    async with post_transaction(community, post_id, without_table=comments_unavailable()) as opened:
        stored = await claim_key(opened, member, key=name, now=now)
        if stored and stored.post_id != post_id:
            raise _key_reused()
        if stored:
            return await _comment_of_earlier_request(
                opened, member, stored, comment=comment, content=content
            )
        await lock_member(opened, member, now=now)
        post = await lock_post(opened.session, post_id)
        await check_commentable(opened, member, post)
        place = await _place_of_reply(opened, member, post_id=post_id, parent=comment.parent)
        allowance = await read_allowance(opened.session, member, now=now)
        await check_comment_rate(community.rates, member, allowance)
        text = NewText("comment", Text(content))
        rule = await check_text(opened, member, text, allowance=allowance, now=now)
        insert = sa.insert(Comment).values(
            post_id=post_id, user_id=member.id, content=content, created_at=now, **place.columns
        )
        comment_id = (await opened.session.execute(insert.returning(Comment.id))).scalar_one()
        await store_result(opened, member, key=name, post_id=post_id)
        written = WrittenComment(comment_id, post_id, place.replies_to)
        named = await store_mentions_of_comment(opened, member, comment_id, content)
        await add_notices(opened, member, written, named=named, now=now)
        await _publish(opened, member, written, rule=rule, now=now)
        return await get_own_comment(opened, member, comment_id)


async def _publish(
    opened: Transaction,
    member: Member,
    written: WrittenComment,
    *,
    rule: HoldRule | None,
    now: datetime,
) -> None:
    """Counts and announces a new comment, or holds it for review if a rule applies."""
    id, post_id = written.id, written.post_id
    if rule is not None:
        await hold_new_comment(opened, id, user_id=member.id, rule=rule, now=now)
        await record_hold(opened, member, WithheldThing(post_id, id), rule=rule, now=now)
        return
    after = await update_post(opened, post_id, comments_count=Post.comments_count + 1)
    opened.announce(CommentAdded(post_id, id))
    await announce_comment(opened, id)
    opened.announce(PostChanged(post_id, after.likes, after.comments_count))


async def get_own_comment(opened: Transaction, member: Member, comment_id: int) -> CommentView:
    """Returns the member's comment, also a withheld one; raises Refusal 404 if there is none."""
    select = select_comments("member").where(Comment.id == comment_id, Comment.user_id == member.id)
    row = (await opened.session.execute(select, {"reader": member.id})).one_or_none()
    if row is None:
        raise missing_comment()
    return comment_view(row)


async def check_commentable(opened: Transaction, member: Member, post: AnyRow) -> None:
    """Raises Refusal 404 for a block with the post's author, 403 for comments that are locked."""
    await check_author_reach(opened.session, member, post.user_id)
    if post.comments_locked_at is not None:
        raise Refusal("postDetail.commentsLocked", 403)


async def _place_of_reply(
    opened: Transaction, member: Member, *, post_id: int, parent: int | None
) -> Place:
    """Returns the place of a reply in its thread; an empty place for a comment that is no reply.

    `parent` stays until the commit, as the caller has locked the post. Raises Refusal 404 for a
    comment that the member cannot reply to.
    """
    if parent is None:
        return Place({}, None)
    select = sa.select(
        Comment.user_id,
        sa.func.coalesce(Comment.parent_id, Comment.id),
        sa.func.coalesce(Comment.parent_at, Comment.created_at),
    ).where(
        Comment.id == comment_number(str(parent)), Comment.post_id == post_id, is_public_comment()
    )
    found = (await opened.session.execute(select)).one_or_none()
    if found is None:
        raise missing_comment()
    author_id, parent_id, parent_at = found
    if not await is_reachable(opened.session, member, author_id):
        raise missing_comment()
    return Place({"parent_id": parent_id, "parent_at": parent_at}, author_id)


async def _comment_of_earlier_request(
    opened: Transaction,
    member: Member,
    stored: StoredResult,
    *,
    comment: NewComment,
    content: str,
) -> CommentView:
    """Returns the comment that an earlier request with the same key wrote.

    It is found by the key's time: both were stored with the same one. Raises Refusal 404 if it was
    deleted since, 422 if the key was used for another comment.
    """
    select = select_comments("member").where(
        Comment.post_id == stored.post_id,
        Comment.user_id == member.id,
        Comment.created_at == stored.created_at,
        shows_comment(is_member=True),
    )
    rows = await opened.session.execute(select, {"reader": member.id})
    views = [comment_view(row) for row in rows]
    if not views:
        raise missing_comment()
    for view in views:
        is_same_place = (view.parent_id is None) == (comment.parent is None)
        # An edited comment has another text than the request that wrote it.
        if is_same_place and (view.content == content or view.edited_at is not None):
            return view
    raise _key_reused()


def _key_reused() -> Refusal:
    """Returns Refusal 422 for a key that was used for another comment."""
    return Refusal("postDetail.keyReused", 422)


async def delete_comment(
    community: CommunityDependencies, member: Member, *, comment_id: int
) -> None:
    """Withholds a comment of the member as deleted; unless undone, it is erased seconds later.

    Raises Refusal 403 for another's comment, 404 for a missing or deleted one, 404 or 410 if the
    post is withheld.
    """
    async with post_transaction(community, None, without_table=comments_unavailable()) as opened:
        post = await lock_post_of_own_comment(opened, member, comment_id=comment_id)
        thing = WithheldThing(post.id, comment_id)
        await withhold_comment(opened, thing, state="deleted", now=community.now())


async def lock_post_of_own_comment(
    opened: Transaction, member: Member, *, comment_id: int
) -> AnyRow:
    """Locks and returns the post of the member's own comment.

    Raises Refusal 403 for another's public comment, 404 for one that is missing, deleted or
    another's and withheld, 404 or 410 if the post is withheld.
    """
    find = sa.select(Comment.post_id, Comment.user_id).where(Comment.id == comment_id)
    found = (await opened.session.execute(find)).one_or_none()
    if found is None:
        raise missing_comment()
    post = await lock_post_of_comment(opened.session, found.post_id)
    states = await states_of_comment(opened.session, comment_id)
    if "deleted" in states or (states and found.user_id != member.id):
        raise missing_comment()
    if found.user_id != member.id:
        raise forbidden()
    return post


async def erase_comment(opened: Transaction, comment_id: int, *, post_id: int) -> None:
    """Erases a comment for good, for a moderator or for the sweep of deletions.

    The caller has locked the post's row. Lowers the post's number of comments, which does not
    include a withheld one; raises Refusal 404 if the comment is gone already.
    """
    # SQLite ignores row locks: this write takes its write lock before the states are read.
    withheld = sa.delete(WithheldComment).where(WithheldComment.comment_id == comment_id)
    states = await opened.session.execute(withheld.returning(WithheldComment.state))
    is_counted = not states.all()
    delete = sa.delete(Comment).where(Comment.id == comment_id).returning(Comment.id)
    if await opened.session.scalar(delete) is None:
        raise missing_comment()
    await close_case(opened, Subject("comment", number=comment_id))
    unpin = sa.update(Post).where(Post.id == post_id, Post.pinned_id == comment_id)
    await opened.session.execute(unpin.values(pinned_id=None))
    if is_counted:
        await uncount_comment(opened, comment_id, post_id=post_id)
