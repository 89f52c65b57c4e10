"""Queries of what a member mutes and blocks: the list to manage, and the export."""

from collections.abc import Sequence
from typing import Any, cast

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.profiles.rules import public_name
from server.accounts.profiles.tables import Profile
from server.community.relations.schemas import HiddenList, HiddenMember, RelationKind
from server.community.relations.tables import MemberRelation, MutedTopic
from server.community.schemas import Author


async def list_hidden(
    session: AsyncSession, member_id: str, *, asked: str | None = None
) -> HiddenList:
    """Returns the members whom a member mutes and blocks, newest first, and the muted topics.

    `asked` is the id of a member whom an address offers to hide; the profile is returned if it
    exists and its member does not block the reader.
    """
    relations = (
        sa.select(
            MemberRelation.other_id,
            Profile.display_name,
            Profile.avatar_url,
            MemberRelation.kind,
            MemberRelation.created_at,
        )
        .outerjoin(Profile, Profile.id == MemberRelation.other_id)
        .where(MemberRelation.member_id == member_id)
        .order_by(MemberRelation.created_at.desc(), MemberRelation.other_id)
    )
    members = tuple(
        HiddenMember(Author(id, public_name(name), avatar), cast("RelationKind", kind), created_at)
        for id, name, avatar, kind, created_at in await session.execute(relations)
    )
    topics = await _topics(session, member_id)
    return HiddenList(
        members=members,
        words=tuple(topic.written for topic in topics if topic.kind == "word"),
        categories=tuple(topic.value for topic in topics if topic.kind == "category"),
        asked=await _named(session, asked, reader_id=member_id) if asked != member_id else None,
    )


async def export_hidden(session: AsyncSession, member_id: str) -> list[dict[str, Any]]:
    """Returns muted and blocked members, then muted words and categories, each oldest first."""
    hidden = await list_hidden(session, member_id)
    members = [
        {
            "action": one.kind,
            "member_id": one.member.id,
            "title": one.member.display_name,
            "created_at": msgspec.to_builtins(one.created_at),
        }
        for one in reversed(hidden.members)
    ]
    topics = [
        {
            "action": f"mute {topic.kind}",
            "title": topic.written,
            "created_at": msgspec.to_builtins(topic.created_at),
        }
        for topic in await _topics(session, member_id)
    ]
    return members + topics


async def _named(session: AsyncSession, member_id: str | None, *, reader_id: str) -> Author | None:
    """Returns the name and picture of a member; None if unknown, or if they block the reader."""
    is_blocking = sa.exists().where(
        MemberRelation.member_id == member_id,
        MemberRelation.other_id == reader_id,
        MemberRelation.kind == "block",
    )
    named = sa.select(Profile.id, Profile.display_name, Profile.avatar_url)
    row = (await session.execute(named.where(Profile.id == member_id, ~is_blocking))).one_or_none()
    return Author(row.id, public_name(row.display_name), row.avatar_url) if row else None


async def _topics(session: AsyncSession, member_id: str) -> Sequence[MutedTopic]:
    """Returns a member's muted words and categories, oldest first."""
    own = sa.select(MutedTopic).where(MutedTopic.member_id == member_id)
    return (await session.scalars(own.order_by(MutedTopic.created_at, MutedTopic.value))).all()
