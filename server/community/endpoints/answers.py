"""Handlers of a question's answer, and of a post's pinned comment."""

from litestar import Response, delete, put
from litestar.params import FromPath

from server.community.actions.answers import choose_answer
from server.community.actions.pins import pin_comment
from server.community.endpoints.posts import PRIVATE, FromCommunity
from server.community.rate_rules import LIKES
from server.community.rules import comment_number
from server.community.schemas import PostView
from server.web.dependencies import FromMember
from server.web.viewer import CHANGE_RATE, members_only


@put(
    "/api/comments/{id:str}/answer",
    operation_id="chooseAnswer",
    summary="Choose a comment as the answer of an own question, or as a moderator of any question",
    guards=[members_only()],
    opt={CHANGE_RATE: LIKES},
)
async def put_answer(
    id: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[PostView]:
    number = comment_number(id)
    view = await choose_answer(community, member, comment_id=number, is_chosen=True)
    return Response(view, headers=PRIVATE)


@delete(
    "/api/comments/{id:str}/answer",
    operation_id="removeAnswer",
    summary="Withdraw the chosen answer of an own question, or as a moderator of any question",
    guards=[members_only()],
    opt={CHANGE_RATE: LIKES},
    status_code=200,
)
async def remove_answer(
    id: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[PostView]:
    number = comment_number(id)
    view = await choose_answer(community, member, comment_id=number, is_chosen=False)
    return Response(view, headers=PRIVATE)


@put(
    "/api/comments/{id:str}/pin",
    operation_id="pinComment",
    summary="Pin a comment to the top of the thread of an own post",
    guards=[members_only()],
    opt={CHANGE_RATE: LIKES},
)
async def put_pinned_comment(
    id: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[PostView]:
    number = comment_number(id)
    view = await pin_comment(community, member, comment_id=number, is_pinned=True)
    return Response(view, headers=PRIVATE)


@delete(
    "/api/comments/{id:str}/pin",
    operation_id="unpinComment",
    summary="Unpin a comment of the thread of an own post",
    guards=[members_only()],
    opt={CHANGE_RATE: LIKES},
    status_code=200,
)
async def remove_pinned_comment(
    id: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[PostView]:
    number = comment_number(id)
    view = await pin_comment(community, member, comment_id=number, is_pinned=False)
    return Response(view, headers=PRIVATE)


HANDLERS = (put_answer, remove_answer, put_pinned_comment, remove_pinned_comment)
