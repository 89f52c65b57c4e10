"""Handlers of comments: read, write, edit, delete."""

from litestar import Response, delete, get, post, put
from litestar.params import FromPath, JSONBody

from server.community.actions.comment_edits import edit_comment
from server.community.actions.reactions import add_comment, delete_comment
from server.community.cursors import PageParams
from server.community.endpoints.posts import PRIVATE, PUBLIC, FromCommunity, FromIdempotencyKey
from server.community.feed_query import parse_limit
from server.community.queries.comments import list_comments
from server.community.rate_rules import COMMENTS, DELETES
from server.community.rules import checked_idempotency_key, comment_number, post_number
from server.community.schemas import CommentEdit, CommentPage, CommentView, NewComment
from server.web.asgi import query_values
from server.web.dependencies import FromMember, FromViewer
from server.web.problems import AnyRequest
from server.web.viewer import CHANGE_RATE, members_only

COMMENTERS_ONLY = members_only("postDetail.loginRequiredForComment")


@get(
    "/api/posts/{id:str}/comments",
    operation_id="listComments",
    summary="Comments on a post, oldest first, each followed by its replies",
    description="Query parameters, both optional: `after` and `limit` (1 to 50).",
)
async def get_comments(
    request: AnyRequest, id: FromPath[str], community: FromCommunity, viewer: FromViewer
) -> Response[CommentPage]:
    query = query_values(request.scope["query_string"].decode("latin-1"))
    post_id = post_number(id)
    page = PageParams(parse_limit(query), query.get("after"))
    async with community.database.reading() as source:
        comments = await list_comments(source, post_id, page=page, viewer=viewer)
    return Response(comments, headers=PRIVATE if viewer.is_member else PUBLIC)


@post(
    "/api/posts/{id:str}/comments",
    operation_id="addComment",
    summary="Comment on a post, once for each Idempotency-Key",
    response_description="The new comment",
    guards=[COMMENTERS_ONLY],
    opt={CHANGE_RATE: COMMENTS},
)
async def post_comment(
    id: FromPath[str],
    data: JSONBody[NewComment],
    community: FromCommunity,
    member: FromMember,
    idempotency_key: FromIdempotencyKey = None,
) -> Response[CommentView]:
    key = checked_idempotency_key(idempotency_key)
    view = await add_comment(community, member, post_id=post_number(id), comment=data, key=key)
    return Response(view, status_code=201, headers=PRIVATE)


@put(
    "/api/comments/{id:str}",
    operation_id="editComment",
    summary="Change the text of an own comment",
    guards=[COMMENTERS_ONLY],
    opt={CHANGE_RATE: COMMENTS},
)
async def put_comment(
    id: FromPath[str], data: JSONBody[CommentEdit], community: FromCommunity, member: FromMember
) -> Response[CommentView]:
    view = await edit_comment(community, member, comment_id=comment_number(id), comment=data)
    return Response(view, headers=PRIVATE)


@delete(
    "/api/comments/{id:str}",
    operation_id="deleteComment",
    summary="Remove an own comment; can be undone for some seconds",
    guards=[COMMENTERS_ONLY],
    opt={CHANGE_RATE: DELETES},
)
async def remove_comment(
    id: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[None]:
    await delete_comment(community, member, comment_id=comment_number(id))
    return Response(None, status_code=204, headers=PRIVATE)


HANDLERS = (get_comments, post_comment, put_comment, remove_comment)
