"""Handler of the complete moderation log, for role holders."""

from litestar import Response, get

from server.community.endpoints.posts import PRIVATE, FromCommunity
from server.community.queries.moderation_log import list_entries
from server.database.transaction import transaction
from server.moderation.log_filter.queries import LogFilter
from server.moderation.log_schemas import LogPage
from server.web.asgi import query_values
from server.web.dependencies import FromMember
from server.web.problems import AnyRequest
from server.web.viewer import members_only, moderators_only


@get(
    "/api/moderation/entries",
    operation_id="listLogEntries",
    summary="Entries of the moderation log by member, moderator or thing, for moderators",
    guards=[members_only(), moderators_only],
)
async def get_log_entries(
    request: AnyRequest, community: FromCommunity, member: FromMember
) -> Response[LogPage]:
    query = query_values(request.scope["query_string"].decode("latin-1"))
    async with transaction(community.database) as opened:
        page = await list_entries(
            opened.session, LogFilter.of(query), reader=member, now=community.now()
        )
    return Response(page, headers=PRIVATE)


HANDLERS = (get_log_entries,)
