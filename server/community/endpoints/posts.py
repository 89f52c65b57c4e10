"""Handlers of posts and likes: parse the request, call one query or action, return."""

from typing import Annotated, TypeVar, cast

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, HeaderParameter, JSONBody, SkipValidation

from server.community.actions.posts import create_post, delete_post, edit_post
from server.community.actions.reactions import like_post, unlike_post
from server.community.cursors import PageParams
from server.community.dependencies import CommunityDependencies
from server.community.feed_query import PARAMS, parse_feed_query, parse_page_size
from server.community.queries.page_visibility import check_member
from server.community.queries.posts import (
    get_post,
    list_feed,
    list_marked,
    list_posts_of,
    list_related,
)
from server.community.rate_rules import DELETES, LIKES
from server.community.rules import checked_idempotency_key, post_number
from server.community.schemas import (
    LikeState,
    NewPost,
    PostEdit,
    PostPage,
    PostView,
)
from server.contracts.catalogue import CULTIVARS
from server.errors import Refusal
from server.web.asgi import Scope, query_values
from server.web.dependencies import FromMember, FromViewer
from server.web.problems import AnyRequest
from server.web.search_limit import check_search_limit
from server.web.viewer import CHANGE_RATE, Viewer, members_only

PRIVATE = {"cache-control": "private, no-store", "vary": "cookie"}
PUBLIC = {"cache-control": "no-cache", "vary": "cookie"}

FEED_HELP = (
    f"Query parameters, all optional: {', '.join(PARAMS)}; `limit` (1 to 50) instead of `page` "
    "(1 to 10: all pages up to that one, of ten posts each). What is unknown, or does not belong "
    "to the category, is ignored."
)
PAGE_HELP = (
    "Query parameters, all optional: `after` and `limit` (1 to 50) or `page` (1 to 10: all pages "
    "up to that one)."
)

LIKERS_ONLY = members_only("postDetail.loginRequiredForLike")
AUTHORS_ONLY = members_only("createPost.errors.loginRequired")

View = TypeVar("View")
FromCommunity = NamedDependency[SkipValidation[CommunityDependencies]]
FromIdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        description="A UUID, bare or in quotes, that names the request for a day. Sent again with "
        "the same body it is answered as before, with another body refused (422).",
        # No header is null.
        schema_extra={"one_of": None, "type": "string", "format": "uuid"},
    ),
]


@get("/api/posts", operation_id="listPosts", summary="The feed", description=FEED_HELP)
async def get_feed(
    request: AnyRequest, community: FromCommunity, viewer: FromViewer
) -> Response[PostPage]:
    check_search_limit(cast("Scope", request.scope))
    query = parse_feed_query(query_params(request))
    async with community.database.reading() as source:
        page = await list_feed(source, query, viewer=viewer)
    return _response(page, viewer)


@get(
    "/api/members/{id:str}/posts",
    operation_id="listMemberPosts",
    summary="A member's posts",
    description=PAGE_HELP,
)
async def get_member_posts(
    request: AnyRequest, id: FromPath[str], community: FromCommunity, viewer: FromViewer
) -> Response[PostPage]:
    async with community.database.reading() as source:
        await check_member(source, viewer, id)
        page = await list_posts_of(source, id, page=page_params(request), viewer=viewer)
    return _response(page, viewer)


@get(
    "/api/cultivars/{id:str}/posts",
    operation_id="listCultivarPosts",
    summary="Posts about a cultivar",
    description=PAGE_HELP,
)
async def get_cultivar_posts(
    request: AnyRequest, id: FromPath[str], community: FromCommunity, viewer: FromViewer
) -> Response[PostPage]:
    if id not in CULTIVARS:
        raise Refusal("not-found", 404)
    async with community.database.reading() as source:
        page = await list_related(source, id, page=page_params(request), viewer=viewer)
    return _response(page, viewer)


@get(
    "/api/profiles/me/posts",
    operation_id="listMyPosts",
    summary="The member's own posts",
    description=PAGE_HELP,
    guards=[members_only()],
)
async def get_own_posts(
    request: AnyRequest, community: FromCommunity, member: FromMember
) -> Response[PostPage]:
    async with community.database.reading() as source:
        page = await list_posts_of(source, member.id, page=page_params(request), viewer=member)
    return _response(page, member)


@get(
    "/api/profiles/me/liked",
    operation_id="listLikedPosts",
    summary="What the member likes, newest like first",
    description=PAGE_HELP,
    guards=[members_only()],
)
async def get_liked_posts(
    request: AnyRequest, community: FromCommunity, member: FromMember
) -> Response[PostPage]:
    async with community.database.reading() as source:
        page = await list_marked(source, member, mark="liked", page=page_params(request))
    return _response(page, member)


@get("/api/posts/{id:str}", operation_id="getPost", summary="One post")
async def get_one_post(
    id: FromPath[str], community: FromCommunity, viewer: FromViewer
) -> Response[PostView]:
    post_id = post_number(id)
    async with community.database.reading() as source:
        view = await get_post(source, post_id, viewer=viewer)
    return _response(view, viewer)


@post(
    "/api/posts",
    operation_id="createPost",
    summary="Write a post, once for each Idempotency-Key",
    response_description="The new post",
    guards=[AUTHORS_ONLY],
)
async def post_post(
    data: JSONBody[NewPost],
    community: FromCommunity,
    member: FromMember,
    idempotency_key: FromIdempotencyKey = None,
) -> Response[PostView]:
    key = checked_idempotency_key(idempotency_key)
    view = await create_post(community, member, post=data, key=key)
    return Response(view, status_code=201, headers=PRIVATE)


@put(
    "/api/posts/{id:str}",
    operation_id="editPost",
    summary="Change an own post",
    guards=[AUTHORS_ONLY],
)
async def put_post(
    id: FromPath[str], data: JSONBody[PostEdit], community: FromCommunity, member: FromMember
) -> Response[PostView]:
    view = await edit_post(community, member, post_id=post_number(id), edit=data)
    return Response(view, headers=PRIVATE)


@delete(
    "/api/posts/{id:str}",
    operation_id="deletePost",
    summary="Remove an own post with its comments and likes; can be undone for some seconds",
    guards=[members_only()],
    opt={CHANGE_RATE: DELETES},
)
async def remove_post(
    id: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[None]:
    await delete_post(community, member, post_id=post_number(id))
    return Response(None, status_code=204, headers=PRIVATE)


@put(
    "/api/posts/{id:str}/like",
    operation_id="likePost",
    summary="Like a post",
    guards=[LIKERS_ONLY],
    opt={CHANGE_RATE: LIKES},
)
async def put_like(
    id: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[LikeState]:
    state = await like_post(community, member, post_id=post_number(id))
    return Response(state, headers=PRIVATE)


@delete(
    "/api/posts/{id:str}/like",
    operation_id="unlikePost",
    summary="Like a post no longer",
    guards=[LIKERS_ONLY],
    opt={CHANGE_RATE: LIKES},
    status_code=200,
)
async def remove_like(
    id: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[LikeState]:
    state = await unlike_post(community, member, post_id=post_number(id))
    return Response(state, headers=PRIVATE)


HANDLERS = (
    get_feed,
    get_member_posts,
    get_cultivar_posts,
    get_own_posts,
    get_liked_posts,
    get_one_post,
    post_post,
    put_post,
    remove_post,
    put_like,
    remove_like,
)


def _response(view: View, viewer: Viewer) -> Response[View]:
    """Returns a response that is private for a member and revalidated for a visitor."""
    return Response(view, headers=PRIVATE if viewer.is_member else PUBLIC)


def page_params(request: AnyRequest) -> PageParams:
    """Returns size and cursor of the page that the request asks for."""
    query = query_params(request)
    return PageParams(parse_page_size(query), query.get("after"))


def query_params(request: AnyRequest) -> dict[str, str]:
    """Returns the query parameters of a request."""
    return query_values(request.scope["query_string"].decode("latin-1"))
