"""Moderation of posts and comments, each with an entry in the moderation log."""

import sqlalchemy as sa

from server.community.actions.posts import erase_post
from server.community.actions.reactions import erase_comment
from server.community.actions.transactions import lock_post, post_transaction, unavailable
from server.community.dependencies import CommunityDependencies
from server.community.queries.missing_data import comments_unavailable
from server.community.rules import missing_comment
from server.community.tables import Comment
from server.moderation.actions import record_change
from server.moderation.rules import Attribution, ModerationChange


async def remove_post(
    community: CommunityDependencies, attribution: Attribution, *, post_id: int
) -> None:
    async with post_transaction(community, post_id, without_table=unavailable()) as opened:
        held = await lock_post(opened.session, post_id)
        await erase_post(opened, community, post_id)
        change = ModerationChange(
            action="remove-post", subject_kind="post", subject_id=post_id, member_id=held.user_id
        )
        await record_change(opened, attribution, change, now=community.now())


async def remove_comment(
    community: CommunityDependencies, attribution: Attribution, *, comment_id: int
) -> int:
    """Removes a comment and returns the id of its post."""
    async with post_transaction(community, None, without_table=comments_unavailable()) as opened:
        find = sa.select(Comment.post_id, Comment.user_id).where(Comment.id == comment_id)
        found = (await opened.session.execute(find)).one_or_none()
        if found is None:
            raise missing_comment()
        await lock_post(opened.session, found.post_id)
        which = Comment.id == comment_id
        await erase_comment(opened, which, post_id=found.post_id)
        change = ModerationChange(
            action="remove-comment",
            subject_kind="comment",
            subject_id=comment_id,
            member_id=found.user_id,
            details={"post_id": found.post_id},
        )
        await record_change(opened, attribution, change, now=community.now())
        return int(found.post_id)
