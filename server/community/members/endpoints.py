"""Handler of the search for members."""

from typing import cast

from litestar import Response, get

from server.community.endpoints.posts import PRIVATE, PUBLIC, FromCommunity
from server.community.members.queries import search_members
from server.community.members.schemas import MemberPage
from server.web.asgi import Scope, query_values
from server.web.dependencies import FromViewer
from server.web.problems import AnyRequest
from server.web.search_limit import check_search_limit


@get(
    "/api/search/profiles",
    operation_id="searchMembers",
    summary="Members by the words of their names",
    description="Query parameters: `q`, at most 100 characters, and `after`, the cursor of a page.",
)
async def get_members(
    request: AnyRequest, community: FromCommunity, viewer: FromViewer
) -> Response[MemberPage]:
    check_search_limit(cast("Scope", request.scope))
    query = query_values(request.scope["query_string"].decode("latin-1"))
    search, after = query.get("q", ""), query.get("after")
    async with community.database.reading() as source:
        page = await search_members(source, search, after=after, viewer=viewer, now=community.now())
    return Response(page, headers=PRIVATE if viewer.is_member else PUBLIC)


HANDLERS = (get_members,)
