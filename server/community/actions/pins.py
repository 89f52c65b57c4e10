"""Action on the pinned comment, which the author of a post puts to the top of its thread."""

import sqlalchemy as sa

from server.community.actions.transactions import forbidden, lock_post_of_comment, post_transaction
from server.community.dependencies import CommunityDependencies
from server.community.queries.missing_data import comments_unavailable
from server.community.queries.posts import get_post
from server.community.queries.visibility import check_author_reach, is_public_comment
from server.community.rules import missing_comment
from server.community.schemas import PostView
from server.community.tables import Comment, Post
from server.realtime.events import PostEdited
from server.web.viewer import Member


async def pin_comment(
    community: CommunityDependencies, member: Member, *, comment_id: int, is_pinned: bool
) -> PostView:
    """Pins a comment to the top of its thread, or with `is_pinned` False unpins it.

    Replaces an earlier pin. Raises Refusal 403 for a member who is not the post's author, 404 for a
    comment that is missing or withheld, or to pin across a block, 404 or 410 if the post is
    withheld.
    """
    async with post_transaction(community, None, without_table=comments_unavailable()) as opened:
        find = sa.select(Comment.post_id, Comment.user_id).where(
            Comment.id == comment_id, is_public_comment()
        )
        comment = (await opened.session.execute(find)).one_or_none()
        if comment is None:
            raise missing_comment()
        post = await lock_post_of_comment(opened.session, comment.post_id)
        if post.user_id != member.id:
            raise forbidden()
        if is_pinned:
            await check_author_reach(opened.session, member, comment.user_id)
        is_other = Post.pinned_id.is_distinct_from(comment_id)
        update = sa.update(Post).where(Post.id == post.id, is_other if is_pinned else ~is_other)
        change = update.values(pinned_id=comment_id if is_pinned else None).returning(Post.id)
        if (await opened.session.execute(change)).first() is not None:
            opened.announce(PostEdited(post.id))
        return await get_post(opened.session, post.id, viewer=member)
