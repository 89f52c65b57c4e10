"""Deletions by authors: undone within some seconds, and erased by the sweep afterwards."""

from contextlib import suppress
from datetime import datetime, timedelta

import sqlalchemy as sa

from server.community.actions.posts import erase_post
from server.community.actions.reactions import erase_comment, get_own_comment
from server.community.actions.transactions import (
    forbidden,
    lock_any_post,
    lock_post,
    post_transaction,
    unavailable,
)
from server.community.actions.withheld import show_comment, show_post
from server.community.dependencies import CommunityDependencies
from server.community.holds.actions import reopen_case
from server.community.queries.missing_data import comments_unavailable, missing_post_refusal
from server.community.queries.posts import get_post
from server.community.queries.withheld import rule_of_comment, rule_of_post, states_of_post
from server.community.rules import missing_comment
from server.community.schemas import CommentView, PostView
from server.community.tables import Comment, WithheldComment, WithheldPost
from server.contracts.limits import LIMITS
from server.database.transaction import Transaction, transaction
from server.errors import Refusal
from server.moderation.rules import Subject
from server.web.viewer import Member

UNDO_MOST = timedelta(seconds=LIMITS.undo_seconds)
# Posts that one sweep erases at most, and comments.
AT_ONCE = 50


async def undo_post_deletion(
    community: CommunityDependencies, member: Member, *, post_id: int
) -> PostView:
    """Brings the member's deleted post back and returns it; one not deleted is just returned.

    Raises Refusal 403 for another's public post, 404 for another's hidden or held one, 410 if it is
    too late or the deleted post is another's.
    """
    async with post_transaction(community, post_id, without_table=unavailable()) as opened:
        post = await lock_any_post(opened.session, post_id)
        which = (WithheldPost.post_id == post_id, WithheldPost.state == "deleted")
        deleted_at = await opened.session.scalar(sa.select(WithheldPost.at).where(*which))
        is_own = post.user_id == member.id
        if not is_own and not await states_of_post(opened.session, post_id):
            raise forbidden()
        if not is_own or (deleted_at and is_undo_over(deleted_at, community.now())):
            raise await missing_post_refusal(opened.session, post_id)
        if deleted_at is not None:
            await show_post(opened, post_id, state="deleted", now=community.now())
            rule = await rule_of_post(opened.session, post_id)
            subject = Subject("post", number=post_id)
            await reopen_case(opened, subject, member_id=member.id, rule=rule, now=community.now())
        return await get_post(opened.session, post_id, viewer=member)


async def undo_comment_deletion(
    community: CommunityDependencies, member: Member, *, comment_id: int
) -> CommentView:
    """Brings the member's deleted comment back and returns it; one not deleted is just returned.

    Raises Refusal 404 if it is too late or the comment is another's, 404 or 410 if the post is
    withheld.
    """
    async with post_transaction(community, None, without_table=comments_unavailable()) as opened:
        post_id = (await get_own_comment(opened, member, comment_id)).post_id
        await lock_post(opened.session, post_id)
        which = (WithheldComment.comment_id == comment_id, WithheldComment.state == "deleted")
        deleted_at = await opened.session.scalar(sa.select(WithheldComment.at).where(*which))
        if deleted_at is not None:
            if is_undo_over(deleted_at, community.now()):
                raise missing_comment()
            await show_comment(
                opened, comment_id, post_id=post_id, state="deleted", now=community.now()
            )
            rule = await rule_of_comment(opened.session, comment_id)
            subject = Subject("comment", number=comment_id)
            await reopen_case(opened, subject, member_id=member.id, rule=rule, now=community.now())
        # Read after the change: before it, the comment is withheld as deleted.
        return await get_own_comment(opened, member, comment_id)


def is_undo_over(deleted_at: datetime, now: datetime) -> bool:
    """Returns whether the time in which a deletion can be undone is over."""
    return now - deleted_at > UNDO_MOST


async def finish_deletions(community: CommunityDependencies) -> int:
    """Erases the oldest posts and comments whose deletion can no longer be undone.

    Returns how many it found, at most AT_ONCE of each. Each has its own transaction: a refusal, as
    for one that another host erases first, is ignored.
    """
    before = community.now() - UNDO_MOST
    async with transaction(community.database) as opened:
        posts = list(await opened.session.scalars(_select_due(WithheldPost, before)))
        comments = list(await opened.session.scalars(_select_due(WithheldComment, before)))
    for post_id in posts:
        with suppress(Refusal):
            await _finish_post(community, post_id, before=before)
    for comment_id in comments:
        with suppress(Refusal):
            await _finish_comment(community, comment_id, before=before)
    return len(posts) + len(comments)


async def _finish_post(community: CommunityDependencies, post_id: int, *, before: datetime) -> None:
    """Erases a post that was deleted before `before`.

    Does nothing if its author has undone the deletion, or another host has erased it.
    """
    async with post_transaction(community, post_id, without_table=unavailable()) as opened:
        await lock_any_post(opened.session, post_id)
        which = (WithheldPost.post_id == post_id, *_due_conditions(WithheldPost, before))
        if await _claim_deletion(opened, WithheldPost, *which):
            await erase_post(opened, community, post_id)


async def _finish_comment(
    community: CommunityDependencies, comment_id: int, *, before: datetime
) -> None:
    """Erases a comment that was deleted before `before`.

    Does nothing if its author has undone the deletion, or another host has erased it.
    """
    async with post_transaction(community, None, without_table=comments_unavailable()) as opened:
        find = sa.select(Comment.post_id).where(Comment.id == comment_id)
        post_id = await opened.session.scalar(find)
        if post_id is None:
            return
        await lock_any_post(opened.session, post_id)
        which = (
            WithheldComment.comment_id == comment_id,
            *_due_conditions(WithheldComment, before),
        )
        if await _claim_deletion(opened, WithheldComment, *which):
            await erase_comment(opened, comment_id, post_id=post_id)


async def _claim_deletion(
    opened: Transaction,
    table: type[WithheldPost] | type[WithheldComment],
    *which: sa.ColumnElement[bool],
) -> bool:
    """Locks a due deletion by a write that changes nothing.

    Returns False if its author has undone it, or another host has erased the thing.
    """
    claim = sa.update(table).where(*which).values(at=table.at).returning(table.at)
    return (await opened.session.execute(claim)).first() is not None


def _select_due(
    table: type[WithheldPost] | type[WithheldComment], before: datetime
) -> sa.Select[int]:
    """Selects the ids of the posts or comments that were deleted before this time, oldest first."""
    id = WithheldPost.post_id if table is WithheldPost else WithheldComment.comment_id
    return (
        sa.select(id).where(*_due_conditions(table, before)).order_by(table.at, id).limit(AT_ONCE)
    )


def _due_conditions(
    table: type[WithheldPost] | type[WithheldComment], before: datetime
) -> tuple[sa.ColumnElement[bool], ...]:
    """Returns the conditions of deletions older than `before`."""
    return table.state == "deleted", table.at < before
