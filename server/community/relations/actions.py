"""Actions that mute or block a member, or end that, and that mute words and categories."""

from datetime import datetime

import sqlalchemy as sa

from server.community.follows.actions import end_follows_between
from server.community.relations.rules import (
    ValidatedTopics,
    check_other,
    too_many_members,
    unknown_member,
)
from server.community.relations.schemas import RelationKind
from server.community.relations.tables import MemberRelation, MutedTopic
from server.contracts.limits import LIMITS
from server.database.dialects import insert_for
from server.database.transaction import Transaction
from server.web.viewer import Member

# Of a member's id, a UUID.
ID_CHARACTERS = 36


async def hide_member(
    opened: Transaction, member: Member, *, other_id: str, kind: RelationKind, now: datetime
) -> None:
    """Mutes or blocks the member `other_id`; the later choice replaces the earlier one.

    A block also ends the follows between the two. Raises Refusal 404 for a text too long for an id,
    IntegrityError for the id of no member, Refusal 422 for oneself and above the limit.
    """
    check_other(member.id, other_id)
    if len(other_id) > ID_CHARACTERS:
        # PostgreSQL refuses a longer text with another error than that of an unknown id.
        raise unknown_member()
    values = {"member_id": member.id, "other_id": other_id, "kind": kind, "created_at": now}
    insert = insert_for(opened.session, MemberRelation).values(values)
    changed = insert.on_conflict_do_update(
        index_elements=["member_id", "other_id"], set_={"kind": kind, "created_at": now}
    )
    await opened.session.execute(changed)
    if kind == "block":
        await end_follows_between(opened, member.id, other_id)
    own = sa.select(sa.func.count()).select_from(MemberRelation)
    count = await opened.session.scalar(own.where(MemberRelation.member_id == member.id))
    if (count or 0) > LIMITS.hidden_members:
        raise too_many_members()


async def show_member(opened: Transaction, member: Member, *, other_id: str) -> None:
    """Ends the mute or block of a member; does nothing if there is none."""
    delete = sa.delete(MemberRelation).where(
        MemberRelation.member_id == member.id, MemberRelation.other_id == other_id
    )
    await opened.session.execute(delete)


async def save_topics(
    opened: Transaction, member: Member, *, topics: ValidatedTopics, now: datetime
) -> None:
    """Replaces all muted words and categories of a member."""
    session = opened.session
    await session.execute(sa.delete(MutedTopic).where(MutedTopic.member_id == member.id))
    kinds = {"word": topics.words, "category": {one: one for one in topics.categories}}
    rows = [
        {
            "member_id": member.id,
            "kind": kind,
            "value": value,
            "written": written,
            "created_at": now,
        }
        for kind, values in kinds.items()
        for value, written in values.items()
    ]
    if rows:
        await session.execute(sa.insert(MutedTopic), rows)
