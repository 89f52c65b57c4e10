"""Edits of comments by their authors; a rule may hold what an edit adds."""

from datetime import datetime

import sqlalchemy as sa

from server.community.actions.mentions import store_mentions_of_comment
from server.community.actions.notices import WrittenComment, change_notices
from server.community.actions.reactions import (
    check_commentable,
    get_own_comment,
    lock_post_of_own_comment,
)
from server.community.actions.transactions import post_transaction
from server.community.actions.withheld import WithheldThing, withhold_comment
from server.community.dependencies import CommunityDependencies
from server.community.holds.actions import check_text, lock_member, open_case, record_hold
from server.community.holds.rules import NewText, Text
from server.community.queries.allowances import read_allowance
from server.community.queries.missing_data import comments_unavailable
from server.community.queries.withheld import rule_of_comment, states_of_comment
from server.community.rate_rules import check_edit_rate
from server.community.rules import checked_comment
from server.community.schemas import CommentEdit, CommentView
from server.community.tables import Comment
from server.database.transaction import Transaction
from server.realtime.events import CommentEdited, WithheldCommentEdited
from server.web.viewer import Member


async def edit_comment(
    community: CommunityDependencies, member: Member, *, comment_id: int, comment: CommentEdit
) -> CommentView:
    """Replaces the text of a member's own comment and marks it as edited.

    The same text changes nothing; a rule may hold the new one for review. Raises Refusal 403 for
    another's comment and where moderators locked the comments, 404 for a missing comment and across
    a block, 404 or 410 if the post is withheld, 422 for an invalid text, 429 above the rate.
    """
    content, now = checked_comment(comment), community.now()
    async with post_transaction(community, None, without_table=comments_unavailable()) as opened:
        await lock_member(opened, member, now=now)
        post = await lock_post_of_own_comment(opened, member, comment_id=comment_id)
        await check_commentable(opened, member, post)
        which = (Comment.id == comment_id, Comment.user_id == member.id)
        before = await opened.session.scalar(sa.select(Comment.content).where(*which))
        if before not in (None, content):
            await check_edit_rate(community.rates, member)
            update = sa.update(Comment).where(*which).values(content=content, edited_at=now)
            await opened.session.execute(update)
            named = await store_mentions_of_comment(opened, member, comment_id, content)
            edited = WrittenComment(comment_id, post.id, None)
            await change_notices(opened, member, edited, named=named, now=now)
            written = NewText("edit", Text(content), Text(before or ""))
            thing = WithheldThing(post.id, comment_id)
            await _check_edit(opened, member, thing, written=written, now=now)
            is_withheld = bool(await states_of_comment(opened.session, comment_id))
            opened.announce(
                WithheldCommentEdited(member.id, post.id, comment_id)
                if is_withheld
                else CommentEdited(post.id, comment_id)
            )
        return await get_own_comment(opened, member, comment_id)


async def _check_edit(
    opened: Transaction,
    member: Member,
    thing: WithheldThing,
    *,
    written: NewText,
    now: datetime,
) -> None:
    """Holds an edited comment for review if a rule applies to what the edit adds.

    A comment that is held already gets a new case, so that moderators decide about the new text.
    """
    allowance = await read_allowance(opened.session, member, now=now)
    rule = await check_text(opened, member, written, allowance=allowance, now=now)
    held_by = await rule_of_comment(opened.session, thing.comment_id or 0)
    if held_by is not None:
        await open_case(opened, thing.subject, member_id=member.id, rule=held_by, now=now)
    elif rule is not None:
        await withhold_comment(opened, thing, state="held", now=now, rule=rule)
        await record_hold(opened, member, thing, rule=rule, now=now)
