"""Queries of appeals: the open ones for moderators, and those of a member."""

from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.profiles.rules import public_name
from server.accounts.profiles.tables import Profile
from server.community.queries.missing_data import read_with_comments_if_there
from server.community.queries.moderation_log import is_without_comment
from server.community.queries.role_holders import RoleHolders, read_role_holders
from server.community.queries.things import things_of_entries
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.moderation.appeal_schemas import AppealList, AppealView
from server.moderation.schemas import ReportedThing
from server.moderation.tables import Appeal, ModerationEntry
from server.web.viewer import Member

APPEALS_MOST = 50


async def list_appeals(session: AsyncSession, role_holders: RoleHolders) -> tuple[AppealView, ...]:
    """Returns the open appeals, oldest first, and for each whether the reader may answer it.

    At most APPEALS_MOST; none about a comment while comments cannot be read.
    """
    return await read_with_comments_if_there(
        session, lambda has_comments: _list_appeals(session, role_holders, has_comments)
    )


async def _list_appeals(
    session: AsyncSession, role_holders: RoleHolders, has_comments: bool
) -> tuple[AppealView, ...]:
    """Returns the open appeals; without `has_comments`, without those about a comment."""
    select = (
        sa.select(Appeal, ModerationEntry, Profile.display_name)
        .join(ModerationEntry, ModerationEntry.id == Appeal.entry_id)
        .outerjoin(Profile, Profile.id == Appeal.member_id)
        .where(Appeal.decided_at.is_(None), *(() if has_comments else (is_without_comment(),)))
        .order_by(Appeal.created_at, Appeal.entry_id)
        .limit(APPEALS_MOST)
    )
    rows = (await session.execute(select)).all()
    things = await things_of_entries(session, [entry for _, entry, _ in rows])
    return tuple(
        _view(row, entry, name, role_holders, things.get(entry.id)) for row, entry, name in rows
    )


def _view(
    row: Appeal,
    entry: ModerationEntry,
    name: str | None,
    role_holders: RoleHolders,
    thing: ReportedThing | None,
) -> AppealView:
    """Returns an appeal and its decision as moderators see them.

    A reason that only repeats the rule is left out.
    """
    rule, post_id = entry.details.get("rule"), entry.details.get("post_id")
    post = entry.subject_id if entry.subject_kind == "post" else post_id
    return AppealView(
        entry_id=row.entry_id,
        created_at=row.created_at,
        note=row.note,
        action=entry.action,
        decided_at=entry.created_at,
        rule=str(rule) if rule else None,
        reason=entry.reason if entry.reason != rule else None,
        post_id=int(post) if post is not None else None,
        member_id=row.member_id,
        member_name=public_name(name),
        is_own_decision=entry.made_by == role_holders.reader.id,
        may_answer=role_holders.may_answer(entry),
        thing=thing if thing and thing.member_id == row.member_id else None,
    )


async def export_appeals(session: AsyncSession, member_id: str) -> list[dict[str, Any]]:
    """Returns a member's appeals for the export."""
    select = sa.select(Appeal).where(Appeal.member_id == member_id).order_by(Appeal.entry_id)
    return [
        {
            "entry": row.entry_id,
            "created_at": msgspec.to_builtins(row.created_at),
            "note": row.note,
            "outcome": row.outcome,
            "decided_at": msgspec.to_builtins(row.decided_at),
        }
        for row in await session.scalars(select)
    ]


async def read_appeals(database: Sessions, reader: Member, *, now: datetime) -> AppealList:
    """Opens a transaction and returns the open appeals as the reader, a moderator, sees them."""
    async with transaction(database) as opened:
        role_holders = await read_role_holders(opened.session, reader, now=now)
        appeals = await list_appeals(opened.session, role_holders)
    return AppealList(appeals)
