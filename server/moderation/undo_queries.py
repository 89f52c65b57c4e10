"""Queries of what can be undone: entries of the log whose act is still in force."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from server.moderation.rules import UNDOS
from server.moderation.tables import ModerationEntry, ResetProfile, UndoneEntry

# Actions of which the newest about a subject takes the place of the earlier ones.
REPLACING = ("suspend", "move-post")
ACTS_MOST = 20


async def undoable_entries(session: AsyncSession) -> Sequence[ModerationEntry]:
    """Returns the newest entries whose action can be undone and was not, at most ACTS_MOST."""
    select = (
        sa.select(ModerationEntry)
        .where(can_be_undone())
        .order_by(ModerationEntry.id.desc())
        .limit(ACTS_MOST)
    )
    return (await session.scalars(select)).all()


def can_be_undone() -> sa.ColumnElement[bool]:
    """Returns the condition that the action of an entry can be undone and was not.

    The reset of a profile can be undone while what it emptied is stored; a suspension or a move
    until a later one has replaced it.
    """
    is_stored = sa.exists().where(ResetProfile.entry_id == ModerationEntry.id)
    is_act = ModerationEntry.action.in_(UNDOS)
    is_there = (ModerationEntry.action != "reset-profile") | is_stored
    return sa.and_(is_act, ~is_undone(), is_there, ~_is_replaced())


def is_undone() -> sa.ColumnElement[bool]:
    """Returns the condition that the action of an entry was undone."""
    return sa.exists().where(UndoneEntry.entry_id == ModerationEntry.id)


async def was_undone(session: AsyncSession, entry_id: int) -> bool:
    """Returns whether the action of the entry with this id was undone."""
    select = sa.select(sa.exists().where(UndoneEntry.entry_id == entry_id))
    return bool(await session.scalar(select))


async def was_replaced(session: AsyncSession, entry_id: int) -> bool:
    """Returns whether a later suspension or move has replaced that of the entry with this id."""
    select = sa.select(ModerationEntry.id).where(ModerationEntry.id == entry_id, _is_replaced())
    return await session.scalar(select) is not None


def _is_replaced() -> sa.ColumnElement[bool]:
    """Returns the condition that a later entry has replaced the suspension or move of an entry.

    A post is known by its id, a member by the id, or by the pseudonym after leaving.
    """
    later = aliased(ModerationEntry)
    is_same = sa.or_(
        later.subject_id == ModerationEntry.subject_id,
        sa.and_(
            ModerationEntry.action == "suspend",
            sa.or_(
                later.member_id == ModerationEntry.member_id,
                later.former_member == ModerationEntry.former_member,
            ),
        ),
    )
    is_later = sa.exists().where(
        later.id > ModerationEntry.id, later.action == ModerationEntry.action, is_same
    )
    return ModerationEntry.action.in_(REPLACING) & is_later
