"""Actions on the answer of a question: its author or a moderator chooses one of the comments."""

from datetime import datetime

import sqlalchemy as sa

from server.community.actions.notices import NewNotice, add_notice, announce_to, remove_notices
from server.community.actions.transactions import forbidden, lock_post_of_comment, post_transaction
from server.community.dependencies import CommunityDependencies
from server.community.queries.missing_data import comments_unavailable
from server.community.queries.posts import get_post
from server.community.queries.views import AnyRow
from server.community.queries.visibility import check_author_reach
from server.community.queries.withheld import states_of_comment
from server.community.rules import QUESTION, missing_comment
from server.community.schemas import PostView
from server.community.tables import Comment, Post
from server.errors import Refusal
from server.moderation.actions import record_change
from server.moderation.rules import Attribution, ModerationChange, check_recent_sign_in
from server.realtime.events import PostEdited
from server.web.viewer import Member


async def choose_answer(
    community: CommunityDependencies, member: Member, *, comment_id: int, is_chosen: bool
) -> PostView:
    """Chooses a comment as the answer of its question; with `is_chosen` False, takes that back.

    Replaces an earlier answer; a moderator's choice is logged. Raises Refusal 403 for a member who
    is neither the question's author nor a role holder with a recent sign-in; 404 for a comment that
    is missing, withheld or of a member with whom there is a block; 404 or 410 if its post is
    withheld; 422 for a post that is no question.
    """
    async with post_transaction(community, None, without_table=comments_unavailable()) as opened:
        find = sa.select(Comment.post_id, Comment.user_id).where(Comment.id == comment_id)
        comment = (await opened.session.execute(find)).one_or_none()
        if comment is None:
            raise missing_comment()
        post = await lock_post_of_comment(opened.session, comment.post_id)
        if await states_of_comment(opened.session, comment_id):
            raise missing_comment()
        _check_may_choose(member, author_id=post.user_id, now=community.now())
        if post.category != QUESTION:
            raise Refusal("postDetail.answer.notAQuestion", 422)
        await check_author_reach(opened.session, member, comment.user_id)
        is_other = Post.answer_id.is_distinct_from(comment_id)
        update = sa.update(Post).where(Post.id == post.id, is_other if is_chosen else ~is_other)
        change = update.values(answer_id=comment_id if is_chosen else None).returning(Post.id)
        if (await opened.session.execute(change)).first() is not None:
            opened.announce(PostEdited(post.id))
            if post.user_id != member.id:
                await record_change(
                    opened,
                    Attribution(member.id, ""),
                    _change_of(post, comment_id, is_chosen=is_chosen),
                    now=community.now(),
                )
            await remove_notices(opened, "answer", post_id=post.id)
            if is_chosen and comment.user_id not in {None, post.user_id}:
                notice = NewNotice("answer", comment.user_id, comment_id, post.id)
                await add_notice(opened, notice, now=community.now())
                await announce_to(opened, comment.user_id, author_id=member.id)
        return await get_post(opened.session, post.id, viewer=member)


def _check_may_choose(member: Member, *, author_id: str | None, now: datetime) -> None:
    """Raises Refusal 403 unless the member is the author, or has a role and signed in recently."""
    if author_id == member.id:
        return
    if member.role is None:
        raise forbidden()
    check_recent_sign_in(member.signed_in_at, now)


def _change_of(post: AnyRow, comment_id: int, *, is_chosen: bool) -> ModerationChange:
    """Returns the log's change for a moderator's choice, which concerns the question's author."""
    return ModerationChange(
        action="choose-answer" if is_chosen else "clear-answer",
        subject_kind="comment",
        subject_id=comment_id,
        member_id=post.user_id,
        details={"post_id": post.id},
    )
