"""Handler of the search over posts and members."""

from typing import cast

from litestar import Response, get

from server.community.endpoints.posts import PRIVATE, PUBLIC, FromCommunity
from server.community.queries.mentions import complete_names
from server.community.queries.site_search import search_community
from server.community.schemas import FoundInCommunity, NamedMembers
from server.web.asgi import Scope, query_values
from server.web.dependencies import FromMember, FromViewer
from server.web.problems import AnyRequest
from server.web.search_limit import check_search_limit
from server.web.viewer import members_only


@get(
    "/api/search",
    operation_id="searchCommunity",
    summary="Newest posts and members that a search finds",
    description="Query parameter: `q`, at most 100 characters.",
)
async def get_search_results(
    request: AnyRequest, community: FromCommunity, viewer: FromViewer
) -> Response[FoundInCommunity]:
    check_search_limit(cast("Scope", request.scope))
    query = query_values(request.scope["query_string"].decode("latin-1"))
    async with community.database.reading() as source:
        search, now = query.get("q", ""), community.now()
        found = await search_community(source, search, viewer=viewer, now=now)
    return Response(found, headers=PRIVATE if viewer.is_member else PUBLIC)


@get(
    "/api/search/members",
    operation_id="completeName",
    summary="Members whose name begins with a text, for a mention in a post or comment",
    description="Query parameter: `name`, the beginning of a name.",
    guards=[members_only()],
)
async def get_name_completions(
    request: AnyRequest, community: FromCommunity, member: FromMember
) -> Response[NamedMembers]:
    """Completes a name for a mention; names that several members have are left out."""
    check_search_limit(cast("Scope", request.scope))
    query = query_values(request.scope["query_string"].decode("latin-1"))
    async with community.database.reading() as source:
        found = await complete_names(source, member, query.get("name", ""))
    return Response(NamedMembers(found), headers=PRIVATE)


HANDLERS = (get_search_results, get_name_completions)
