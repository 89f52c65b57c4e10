"""Actions that follow and unfollow; others see only cultivars, if their follower shares them."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from server.accounts.profiles.tables import Profile
from server.community.follows.rules import Subject, too_many_follows, unknown_subject
from server.community.follows.tables import Follow
from server.community.queries.visibility import is_public_post, is_reachable
from server.community.rules import QUESTION
from server.community.tables import Post
from server.contracts.limits import LIMITS
from server.database.dialects import insert_for
from server.database.transaction import Transaction
from server.web.viewer import Member


async def follow(opened: Transaction, member: Member, *, subject: Subject, now: datetime) -> None:
    """Stores that the member follows a subject; doing so again changes nothing.

    Raises Refusal 404 for a member or question that is unknown or hidden by a block, 422 above the
    limit.
    """
    values = {
        "member_id": member.id,
        "kind": subject.kind,
        "value": subject.id,
        "created_at": now,
    }
    # A write comes first: on SQLite it takes the write lock before anything is read.
    insert = insert_for(opened.session, Follow).values(values)
    await opened.session.execute(insert.on_conflict_do_nothing())
    if subject.kind == "member":
        found = sa.select(Profile.id).where(Profile.id == subject.id)
        is_known = await opened.session.scalar(found) is not None
        if not is_known or not await is_reachable(opened.session, member, subject.id):
            raise unknown_subject()
    if subject.kind == "question":
        await _check_question(opened, member, int(subject.id))
    own = sa.select(sa.func.count()).select_from(Follow).where(Follow.member_id == member.id)
    if (await opened.session.scalar(own) or 0) > LIMITS.follows:
        raise too_many_follows()


async def _check_question(opened: Transaction, member: Member, post_id: int) -> None:
    """Raises Refusal 404 for a post that is no question or that the member cannot see."""
    found = sa.select(Post.user_id).where(
        Post.id == post_id, Post.category == QUESTION, is_public_post()
    )
    row = (await opened.session.execute(found)).one_or_none()
    if row is None or not await is_reachable(opened.session, member, row.user_id):
        raise unknown_subject()


async def unfollow(opened: Transaction, member: Member, *, kind: str, id: str) -> None:
    """Ends the member's follow of a subject; does nothing if there is none."""
    which = (Follow.member_id == member.id, Follow.kind == kind, Follow.value == id)
    await opened.session.execute(sa.delete(Follow).where(*which))


async def end_follows_between(opened: Transaction, member_id: str, other_id: str) -> None:
    """Ends the follows between two members, in both directions, when one blocks the other.

    Each of them unfollows the other and the other's questions.
    """
    for one, other in ((member_id, other_id), (other_id, member_id)):
        questions = sa.select(sa.cast(Post.id, sa.String)).where(
            Post.user_id == other, Post.category == QUESTION
        )
        is_member = sa.and_(Follow.kind == "member", Follow.value == other)
        is_question = sa.and_(Follow.kind == "question", Follow.value.in_(questions))
        which = (Follow.member_id == one, sa.or_(is_member, is_question))
        await opened.session.execute(sa.delete(Follow).where(*which))


async def end_follows_of_member(opened: Transaction, member_id: str) -> None:
    """Ends the follows that others have of a member whose account is deleted."""
    which = (Follow.kind == "member", Follow.value == member_id)
    await opened.session.execute(sa.delete(Follow).where(*which))


async def end_follows_of_posts(opened: Transaction, post_ids: Sequence[int]) -> None:
    """Ends the follows of questions whose posts are deleted."""
    values = [str(post_id) for post_id in post_ids]
    which = (Follow.kind == "question", Follow.value.in_(values))
    await opened.session.execute(sa.delete(Follow).where(*which))
