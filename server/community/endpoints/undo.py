"""Handlers that restore a post or comment that its author deleted a moment ago."""

from litestar import Response, post
from litestar.params import FromPath

from server.community.actions.deletions import undo_comment_deletion, undo_post_deletion
from server.community.endpoints.posts import PRIVATE, FromCommunity
from server.community.rate_rules import DELETES
from server.community.rules import comment_number, post_number
from server.community.schemas import CommentView, PostView
from server.contracts.limits import LIMITS
from server.web.dependencies import FromMember
from server.web.viewer import CHANGE_RATE, members_only

UNDO_HELP = f"Within {LIMITS.undo_seconds} seconds; later the answer is that for an erased one."


@post(
    "/api/posts/{id:str}/undo",
    operation_id="undoPostDeletion",
    summary="Bring back an own post that was deleted a moment ago",
    description=UNDO_HELP,
    guards=[members_only()],
    opt={CHANGE_RATE: DELETES},
    status_code=200,
)
async def undo_post(
    id: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[PostView]:
    view = await undo_post_deletion(community, member, post_id=post_number(id))
    return Response(view, headers=PRIVATE)


@post(
    "/api/comments/{id:str}/undo",
    operation_id="undoCommentDeletion",
    summary="Bring back an own comment that was deleted a moment ago",
    description=UNDO_HELP,
    guards=[members_only()],
    opt={CHANGE_RATE: DELETES},
    status_code=200,
)
async def undo_comment(
    id: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[CommentView]:
    view = await undo_comment_deletion(community, member, comment_id=comment_number(id))
    return Response(view, headers=PRIVATE)


HANDLERS = (undo_post, undo_comment)
