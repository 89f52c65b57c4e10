"""Hold of a post by what an edit adds to it."""

from datetime import datetime

import sqlalchemy as sa

from server.community.actions.withheld import WithheldThing, withhold_post
from server.community.holds.actions import check_text, open_case, record_hold
from server.community.holds.rules import NewText, Text
from server.community.queries.allowances import read_allowance
from server.community.queries.withheld import rule_of_post
from server.community.rules import Draft, text_of_draft
from server.community.tables import Post
from server.database.transaction import Transaction
from server.media.uploads.tables import PostImage
from server.web.viewer import Member


async def check_edit(
    opened: Transaction, member: Member, post_id: int, *, text: Text, now: datetime
) -> None:
    """Holds a post for review if a rule applies to what its edit adds; called before the update.

    A post that is held already gets a new case, so that moderators decide about the new text.
    """
    before = await _stored_text(opened, post_id)
    allowance = await read_allowance(opened.session, member, now=now)
    edit = NewText("edit", text, before)
    rule = await check_text(opened, member, edit, allowance=allowance, now=now)
    thing = WithheldThing(post_id)
    held_by = await rule_of_post(opened.session, post_id)
    if held_by is not None:
        await open_case(opened, thing.subject, member_id=member.id, rule=held_by, now=now)
    elif rule is not None:
        await withhold_post(opened, post_id, state="held", now=now, rule=rule)
        await record_hold(opened, member, thing, rule=rule, now=now)


async def _stored_text(opened: Transaction, post_id: int) -> Text:
    """Returns the texts of a post as they are stored."""
    columns = [getattr(Post, name) for name in Draft.__struct_fields__]
    stored = (await opened.session.execute(sa.select(*columns).where(Post.id == post_id))).one()
    alts = await opened.session.scalars(
        sa.select(PostImage.alt).where(PostImage.post_id == post_id)
    )
    return text_of_draft(Draft(**stored._mapping), alts)
