"""Query of the feed for its page, which also tells cursors of the site from invented ones."""

import msgspec

from server.community.cursors import parse_cursor
from server.community.feed_query import FeedQuery
from server.community.queries.posts import list_feed
from server.community.queries.statements import select_post_of_cursor
from server.community.schemas import PostPage
from server.database.readers import Reader, Source, reader_over
from server.web.viewer import Viewer


async def list_feed_of_page(source: Source, query: FeedQuery, *, viewer: Viewer) -> PostPage:
    """Returns a page of the feed, and whether its cursor is that of a public post of the list."""
    page = await list_feed(source, query, viewer=viewer)
    if await _has_known_cursor(reader_over(source), query):
        return page
    return msgspec.structs.replace(page, has_known_cursor=False)


async def _has_known_cursor(reader: Reader, query: FeedQuery) -> bool:
    """Returns whether a query has no cursor, or that of a public post, of its category if any.

    Only cursors of the order "newest" are checked; further filters are not looked at.
    """
    position = parse_cursor(query.after, "newest")
    if position is None:
        return True
    created_at, id = position
    values = {"cursor_at": created_at, "cursor_id": id, "category": query.category}
    known = {name: value for name, value in values.items() if value is not None}
    select = select_post_of_cursor(in_category="category" in known)
    return bool(await reader.rows(select, known))
