"""Query of the posts on a page that a member likes."""

from collections.abc import Sequence
from functools import cache
from itertools import repeat

import sqlalchemy as sa

from server.community.queries.views import LIKES, READER, AnySelect
from server.database.readers import Source, reader_over
from server.web.viewer import Member

# The list of ids is padded to multiples of ten, so that few statements are prepared.
TOGETHER = 10


async def liked_among(source: Source, member: Member, post_ids: Sequence[int]) -> frozenset[int]:
    """Returns the liked ids; none if the table of likes is missing."""
    if not post_ids:
        return frozenset()
    places = -(-len(post_ids) // TOGETHER) * TOGETHER if len(post_ids) > 1 else 1
    filled = [*post_ids, *repeat(post_ids[0], places - len(post_ids))]
    ids = {f"post_{place}": post_id for place, post_id in enumerate(filled)}
    values = {**ids, "reader": member.id}
    rows = await reader_over(source).rows_if_there(_liked_among(places), values)
    return frozenset(post_id for [post_id] in rows or ())


@cache
def _liked_among(places: int) -> AnySelect:
    ids = [sa.bindparam(f"post_{place}", type_=LIKES.c.post_id.type) for place in range(places)]
    return sa.select(LIKES.c.post_id).where(LIKES.c.user_id == READER, LIKES.c.post_id.in_(ids))
