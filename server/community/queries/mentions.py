"""Queries of mentions: the members whom a text names, and the completion of a name."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.profiles.rules import public_name
from server.accounts.profiles.tables import Profile
from server.community.mentions import marks_in, utf16_length
from server.community.queries.hidden_members import READER, is_visible_member
from server.community.queries.missing_data import ignore_missing_tables
from server.community.queries.views import PROFILES, AnySelect
from server.community.queries.visibility import is_public_comment, is_public_post, shows_member
from server.community.schemas import Author, MentionView
from server.community.tables import Comment, CommentMention, Post, PostMention
from server.contracts.limits import LIMITS
from server.database.readers import Source, reader_over
from server.web.viewer import Member

COMPLETIONS_MOST = 6
_ESCAPE = "/"


async def find_mentions(
    session: AsyncSession, author: Member, content: str
) -> Sequence[MentionView]:
    """Returns the places where a text mentions members, each by a name that no other member has.

    A mention of a member with whom the author has a block is left out.
    """
    marks = list(marks_in(content))
    names = {name for mark in marks for name in mark.names}
    if not names:
        return ()
    ids = sa.select(Profile.display_name, sa.func.min(Profile.id), sa.func.count())
    named = ids.where(Profile.display_name.in_(names)).group_by(Profile.display_name)
    known = {name: (id, count) for name, id, count in await session.execute(named)}
    found = []
    for mark in marks:
        name = next((name for name in mark.names if name in known), "")
        id, count = known.get(name, ("", 0))
        if count == 1:
            found.append(MentionView(id, utf16_length(content[: mark.at]), 1 + utf16_length(name)))
    reached = await _reached(session, author, {one.id for one in found}) if found else ()
    return [one for one in found if one.id in reached]


async def _reached(session: AsyncSession, author: Member, ids: Collection[str]) -> frozenset[str]:
    """Returns those of the members with whom the author has no block."""
    is_reached = is_visible_member(PROFILES.c.id, only_blocks=True)
    select = sa.select(PROFILES.c.id).where(PROFILES.c.id.in_(ids), is_reached)
    return frozenset(await session.scalars(select, {"reader": author.id}))


async def export_mentions(session: AsyncSession, member_id: str) -> list[dict[str, Any]]:
    """Returns ids and times of public posts, then comments, that mention the member.

    They are for the export, each oldest first.
    """
    in_posts = (
        sa.select(Post.created_at, Post.id.label("post_id"))
        .where(
            Post.id.in_(sa.select(PostMention.post_id).where(PostMention.member_id == member_id))
        )
        .where(is_public_post())
    )
    found = [*(await session.execute(in_posts.order_by(Post.id)))]
    named = sa.select(CommentMention.comment_id).where(CommentMention.member_id == member_id)
    in_comments = (
        sa.select(Comment.created_at, Comment.post_id, Comment.id.label("comment_id"))
        .join(Post, Post.id == Comment.post_id)
        .where(Comment.id.in_(named), is_public_comment(), is_public_post())
    )
    async with ignore_missing_tables(session):
        found += await session.execute(in_comments.order_by(Comment.id))
    return [{**row._mapping, "created_at": msgspec.to_builtins(row.created_at)} for row in found]


async def complete_names(source: Source, member: Member, begin: str) -> tuple[Author, ...]:
    """Returns members whose name begins with `begin` in any case, the shortest names first.

    At most COMPLETIONS_MOST. Left out are names that several members have, as they cannot be
    mentioned, `member`, and members hidden by a mute or block.
    """
    name = " ".join(begin[: LIMITS.search_characters].replace("\0", "").split())
    if not name:
        return ()
    for sign in (_ESCAPE, "%", "_"):
        name = name.replace(sign, _ESCAPE + sign)
    values = {"pattern": f"{name}%", "reader": member.id}
    rows = await reader_over(source).rows(_named(), values)
    return tuple(Author(id, public_name(shown), avatar) for id, shown, avatar in rows)


@cache
def _named() -> AnySelect:
    """Builds the statement that selects members by the pattern of a name, short names first.

    Names that several members have are left out, as they cannot be mentioned.
    """
    pattern = sa.bindparam("pattern", type_=sa.Text())
    others = PROFILES.alias("namesakes")
    is_shared = sa.exists().where(
        others.c.display_name == PROFILES.c.display_name, others.c.id != PROFILES.c.id
    )
    return (
        sa.select(PROFILES.c.id, PROFILES.c.display_name, PROFILES.c.avatar_url)
        .where(
            PROFILES.c.display_name.ilike(pattern, escape=_ESCAPE),
            PROFILES.c.id != READER,
            ~is_shared,
            shows_member(),
        )
        .order_by(sa.func.length(PROFILES.c.display_name), PROFILES.c.display_name)
        .limit(COMPLETIONS_MOST)
    )
