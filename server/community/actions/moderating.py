"""What is removed in the operator's name, whoever wrote it: with a line in the record."""

import sqlalchemy as sa

from server.community.actions.changes import changing, hold_post, unavailable
from server.community.actions.reactions import erase_comment
from server.community.actions.writing import erase_post
from server.community.parts import Community
from server.community.queries.absences import comments_unavailable
from server.community.rules import missing_comment
from server.community.tables import Comment
from server.moderation.actions import write_down
from server.moderation.rules import Change, Warrant


async def remove_post(community: Community, warrant: Warrant, *, post_id: int) -> None:
    async with changing(community, post_id, without_table=unavailable()) as opened:
        held = await hold_post(opened.session, post_id)
        await erase_post(opened, community, post_id)
        change = Change(
            action="remove-post", subject_kind="post", subject_id=post_id, member_id=held.user_id
        )
        await write_down(opened, warrant, change, now=community.now())


async def remove_comment(community: Community, warrant: Warrant, *, comment_id: int) -> int:
    """The number of the post below which it stood."""
    async with changing(community, None, without_table=comments_unavailable()) as opened:
        find = sa.select(Comment.post_id, Comment.user_id).where(Comment.id == comment_id)
        found = (await opened.session.execute(find)).one_or_none()
        if found is None:
            raise missing_comment()
        await hold_post(opened.session, found.post_id)
        which = Comment.id == comment_id
        await erase_comment(opened, community, which, post_id=found.post_id)
        change = Change(
            action="remove-comment",
            subject_kind="comment",
            subject_id=comment_id,
            member_id=found.user_id,
            details={"post_id": found.post_id},
        )
        await write_down(opened, warrant, change, now=community.now())
        return int(found.post_id)
