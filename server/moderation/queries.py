"""Queries of the moderation log, for the operator, the member concerned and the hosts."""

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.moderation.rules import SubjectKind
from server.moderation.tables import ModerationEntry


async def latest_entries(
    session: AsyncSession, *, member_id: str | None, limit: int
) -> Sequence[ModerationEntry]:
    """Returns entries, newest first."""
    select = sa.select(ModerationEntry).order_by(ModerationEntry.id.desc()).limit(limit)
    if member_id is not None:
        select = select.where(ModerationEntry.member_id == member_id)
    return (await session.scalars(select)).all()


async def last_entry_about(
    session: AsyncSession, kind: SubjectKind, subject_id: int
) -> ModerationEntry | None:
    select = (
        sa.select(ModerationEntry)
        .where(ModerationEntry.subject_kind == kind, ModerationEntry.subject_id == subject_id)
        .order_by(ModerationEntry.id.desc())
        .limit(1)
    )
    return (await session.scalars(select)).one_or_none()


async def highest_entry(session: AsyncSession) -> int:
    return await session.scalar(sa.select(sa.func.max(ModerationEntry.id))) or 0


async def entries_above(session: AsyncSession, id: int) -> Sequence[ModerationEntry]:
    """Returns entries with a higher id, oldest first."""
    select = sa.select(ModerationEntry).where(ModerationEntry.id > id).order_by(ModerationEntry.id)
    return (await session.scalars(select)).all()


async def entries_of_member(session: AsyncSession, member_id: str) -> list[dict[str, Any]]:
    """Returns the entries about a member for the export, without the moderator's name."""
    select = (
        sa.select(ModerationEntry)
        .where(ModerationEntry.member_id == member_id)
        .order_by(ModerationEntry.id)
    )
    return [
        {
            "action": row.action,
            "created_at": msgspec.to_builtins(row.created_at),
            "reason": row.reason,
            "subject_kind": row.subject_kind,
            "subject_id": row.subject_id,
            "details": row.details,
        }
        for row in await session.scalars(select)
    ]
