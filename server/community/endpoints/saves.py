"""Handlers of saved posts."""

from litestar import Response, delete, get, put
from litestar.params import FromPath

from server.community.actions.saves import save_post, unsave_post
from server.community.endpoints.posts import (
    PAGE_HELP,
    PRIVATE,
    FromCommunity,
    page_params,
)
from server.community.queries.posts import list_marked
from server.community.queries.saves import is_saved
from server.community.rate_rules import LIKES
from server.community.rules import post_number
from server.community.schemas import PostPage, SaveState
from server.web.dependencies import FromMember
from server.web.problems import AnyRequest
from server.web.viewer import CHANGE_RATE, members_only


@get(
    "/api/profiles/me/saved",
    operation_id="listSavedPosts",
    summary="What the member has saved, newest save first",
    description=PAGE_HELP,
    guards=[members_only()],
)
async def get_saved_posts(
    request: AnyRequest, community: FromCommunity, member: FromMember
) -> Response[PostPage]:
    async with community.database.reading() as source:
        page = await list_marked(source, member, mark="saved", page=page_params(request))
    return Response(page, headers=PRIVATE)


@get(
    "/api/posts/{id:str}/saved",
    operation_id="getSaveState",
    summary="Whether the member has saved a post",
    guards=[members_only()],
)
async def get_save_state(
    id: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[SaveState]:
    async with community.database.reading() as source:
        state = await is_saved(source, member, post_number(id))
    return Response(state, headers=PRIVATE)


@put(
    "/api/posts/{id:str}/saved",
    operation_id="savePost",
    summary="Save a post, without a like and seen by nobody else",
    guards=[members_only()],
    opt={CHANGE_RATE: LIKES},
)
async def put_saved_post(
    id: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[SaveState]:
    state = await save_post(community, member, post_id=post_number(id))
    return Response(state, headers=PRIVATE)


@delete(
    "/api/posts/{id:str}/saved",
    operation_id="unsavePost",
    summary="Remove a post from the saved posts and collections",
    guards=[members_only()],
    opt={CHANGE_RATE: LIKES},
    status_code=200,
)
async def remove_saved_post(
    id: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[SaveState]:
    state = await unsave_post(community, member, post_id=post_number(id))
    return Response(state, headers=PRIVATE)


HANDLERS = (get_saved_posts, get_save_state, put_saved_post, remove_saved_post)
