"""Query of a member's allowance."""

from datetime import datetime

import sqlalchemy as sa

from server.community.allowance_rules import ORDINARY, allowance_of, is_established
from server.community.queries.views import POSTS
from server.community.queries.visibility import is_public_post
from server.contracts.limits import Allowance
from server.database.engine import Reading
from server.web.viewer import Member


async def read_allowance(session: Reading, member: Member, *, now: datetime) -> Allowance:
    """Returns how much a member may write; role holders have the ordinary allowance, the highest.

    Public posts are counted only if the account is too young for the ordinary allowance.
    """
    membership = now - member.joined_at
    if member.role is not None or is_established(membership):
        return ORDINARY
    public = (
        sa.select(POSTS.c.id)
        .where(POSTS.c.user_id == member.id, is_public_post())
        .limit(ORDINARY.public_posts)
        .subquery("public_posts")
    )
    count = await session.scalar(sa.select(sa.func.count()).select_from(public))
    return allowance_of(membership, public_posts=count or 0)
