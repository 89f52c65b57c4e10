"""Queries of what a member follows: the list to manage, one state, and the export."""

from functools import cache
from typing import Any, cast

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.profiles.rules import public_name
from server.accounts.profiles.tables import Profile
from server.community.follows.rules import checked_subject, split_subject
from server.community.follows.schemas import (
    FollowAsked,
    Followed,
    FollowKind,
    FollowList,
    FollowState,
)
from server.community.follows.tables import Follow
from server.community.queries.hidden_members import READER
from server.community.queries.views import AnySelect
from server.community.queries.visibility import FOLLOWS, is_public_post, is_reachable
from server.community.rules import QUESTION
from server.community.tables import Post
from server.database.readers import Source, reader_over
from server.errors import Refusal
from server.web.viewer import Member

TEXT_CHARACTERS = 80


async def list_follows(
    session: AsyncSession, member: Member, *, asked: str | None = None
) -> FollowList:
    """Returns what the member follows, newest first.

    `asked` (`kind:id`) is what the page's address offers to follow; the list then has its name,
    unless it is unknown or hidden by a block. Followed questions that are withheld are left out.
    """
    is_named = sa.and_(Follow.kind == "member", Profile.id == Follow.value)
    number = sa.case((Follow.kind == "question", sa.cast(Follow.value, Post.id.type)))
    is_question = sa.and_(Follow.kind == "question", Post.id == number, is_public_post())
    follows = (
        sa.select(
            Follow.kind,
            Follow.value,
            Profile.display_name,
            sa.func.coalesce(Post.title, Post.content).label("text"),
            Follow.created_at,
        )
        .outerjoin(Profile, is_named)
        .outerjoin(Post, is_question)
        .where(Follow.member_id == member.id)
        .where(sa.or_(Follow.kind != "question", Post.id.is_not(None)))
        .order_by(Follow.created_at.desc(), Follow.kind, Follow.value)
    )
    listed = tuple(
        Followed(
            cast("FollowKind", kind),
            value,
            public_name(name) if kind == "member" else _first_words(text),
            created_at,
        )
        for kind, value, name, text, created_at in await session.execute(follows)
    )
    return FollowList(listed, await _named_subject(session, member, asked) if asked else None)


async def is_followed(source: Source, member: Member, *, kind: str, id: str) -> FollowState:
    """Returns whether the member follows a subject."""
    values = {"reader": member.id, "kind": kind, "value": id}
    [[is_there]] = await reader_over(source).rows(_is_followed(), values)
    return FollowState(is_followed=bool(is_there))


async def follows_anything(source: Source, member: Member) -> bool:
    """Returns whether the member follows at least one subject."""
    [[is_any]] = await reader_over(source).rows(_follows_anything(), {"reader": member.id})
    return bool(is_any)


async def export_follows(session: AsyncSession, member: Member) -> list[dict[str, Any]]:
    """Returns what the member follows for the export, oldest first."""
    found = await list_follows(session, member)
    return [
        {
            "action": f"follow {one.kind}",
            "id": one.id,
            "title": one.name or one.id,
            "created_at": msgspec.to_builtins(one.created_at),
        }
        for one in reversed(found.follows)
    ]


def _first_words(text: str | None) -> str | None:
    """Returns the first TEXT_CHARACTERS of a question's text on one line; None without a text."""
    return " ".join(text.split())[:TEXT_CHARACTERS] if text else None


async def _named_subject(session: AsyncSession, member: Member, asked: str) -> FollowAsked | None:
    """Returns the subject that an address offers to follow, with its name.

    Returns None if it is unknown, hidden by a block, or the member.
    """
    try:
        subject = checked_subject(*split_subject(asked), member_id=member.id)
    except Refusal:
        return None
    if subject.kind == "question":
        return await _named_question(session, member, subject.id)
    if subject.kind != "member":
        return FollowAsked(subject.kind, subject.id, None)
    named = sa.select(Profile.display_name).where(Profile.id == subject.id)
    row = (await session.execute(named)).one_or_none()
    if row is None or not await is_reachable(session, member, subject.id):
        return None
    return FollowAsked(subject.kind, subject.id, public_name(row.display_name))


async def _named_question(session: AsyncSession, member: Member, id: str) -> FollowAsked | None:
    """Returns a question with the beginning of its text; None if the member cannot see it."""
    text = sa.func.coalesce(Post.title, Post.content)
    found = sa.select(Post.user_id, text).where(
        Post.id == int(id), Post.category == QUESTION, is_public_post()
    )
    row = (await session.execute(found)).one_or_none()
    if row is None or not await is_reachable(session, member, row.user_id):
        return None
    return FollowAsked("question", id, _first_words(row[1]))


@cache
def _follows_anything() -> AnySelect:
    """Builds the statement that selects whether the reader follows any subject."""
    return sa.select(sa.exists().where(FOLLOWS.c.member_id == READER))


@cache
def _is_followed() -> AnySelect:
    """Builds the statement that selects whether the reader follows `value` of this `kind`."""
    found = sa.exists().where(
        FOLLOWS.c.member_id == READER,
        FOLLOWS.c.kind == sa.bindparam("kind"),
        FOLLOWS.c.value == sa.bindparam("value"),
    )
    return sa.select(found)
