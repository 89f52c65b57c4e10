"""Queries of mentions: the members whom a comment names, and the completion of a name."""

from collections.abc import Sequence
from functools import cache

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.profiles.rules import public_name
from server.accounts.profiles.tables import Profile
from server.community.mentions import names_in
from server.community.queries.views import PROFILES, READER, AnySelect
from server.community.queries.visibility import shows_member
from server.community.schemas import Author
from server.contracts.limits import LIMITS
from server.database.readers import Source, reader_over
from server.web.viewer import Member

COMPLETIONS_MOST = 6
_ESCAPE = "/"


async def find_mentioned(session: AsyncSession, content: str) -> Sequence[str]:
    """Returns the ids of the members whom a comment mentions by a name that only they have."""
    mentions = list(names_in(content))
    names = {name for one in mentions for name in one}
    if not names:
        return ()
    ids = sa.select(Profile.display_name, sa.func.min(Profile.id), sa.func.count())
    named = ids.where(Profile.display_name.in_(names)).group_by(Profile.display_name)
    known = {name: (id, count) for name, id, count in await session.execute(named)}
    chosen = [next((known[name] for name in one if name in known), None) for one in mentions]
    return tuple(dict.fromkeys(one[0] for one in chosen if one is not None and one[1] == 1))


async def complete_names(source: Source, member: Member, begin: str) -> tuple[Author, ...]:
    """Returns members whose name begins so and is theirs alone, the shortest names first.

    Those whom the member hides or who block the member are left out, as is the member.
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
    """Selects members by a part of the name, short names first.

    Shared names cannot be mentioned.
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
