"""Queries of the numbers of posts; they are the same for every reader."""

from server.community.queries.statements import count_posts_by
from server.community.schemas import PostCounts
from server.contracts.catalogue import CULTIVARS
from server.database.readers import Source, reader_over


async def count_by_prefecture(source: Source) -> PostCounts:
    """Returns the number of posts about each prefecture that has one."""
    rows = await reader_over(source).rows(count_posts_by("prefecture"), {})
    return PostCounts(posts={id: count for id, count in rows})


async def count_by_cultivar(source: Source) -> PostCounts:
    """Returns the number of posts about each cultivar that has one."""
    rows = await reader_over(source).rows(count_posts_by("tea_variety"), {})
    return PostCounts(posts={id: count for id, count in rows if id in CULTIVARS})
