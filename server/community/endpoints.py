"""The verbs of posts, likes and comments: parse, ask one question or make one change, return."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from litestar import Response, delete, get, post, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from server.community.actions.posts import create_post, delete_post, edit_post
from server.community.actions.reactions import add_comment, delete_comment, like_post, unlike_post
from server.community.cursors import PageParams
from server.community.dependencies import CommunityDependencies
from server.community.feed_query import PARAMS, parse_feed_query, parse_limit, parse_page_size
from server.community.queries.comments import list_comments
from server.community.queries.posts import (
    get_post,
    list_feed,
    list_liked,
    list_posts_of,
    list_related,
)
from server.community.rate_rules import COMMENTS, DELETES, LIKES, keep_pace
from server.community.rules import checked_key, comment_number, post_number
from server.community.schemas import (
    CommentPage,
    CommentView,
    LikeState,
    NewComment,
    NewPost,
    PostEdit,
    PostPage,
    PostView,
)
from server.web.asgi import Scope
from server.web.asked import first_values
from server.web.problems import AnyRequest
from server.web.rate_limits.rates import Rate, Rates
from server.web.searching import check_searching
from server.web.viewer import Asking, Viewer, member_in, members_only, viewer_in

PRIVATE = {"cache-control": "private, no-store", "vary": "cookie"}
PUBLIC = {"cache-control": "no-cache", "vary": "cookie"}

FEED_HELP = (
    f"Query parameters, all optional: {', '.join(PARAMS)}; `limit` (1 to 50) instead of `page` "
    "(1 to 10, ten posts each). What is unknown, or does not belong to the category, is ignored."
)
PAGE_HELP = "Query parameters, all optional: `after` and `limit` (1 to 50) or `page` (1 to 10)."

KEY_HELP = (
    "The header `Idempotency-Key`, a UUID, names the wish for a day. Sent again with the same body "
    "it is answered as before, with another body refused (422)."
)

View = TypeVar("View")
Ask = Callable[[Any, Viewer], Awaitable[View]]


def community_handlers(community: CommunityDependencies) -> list[HTTPRouteHandler]:
    return [
        *_lists(community),
        *_own_lists(community),
        *_posts(community),
        *_own_posts(community),
        *_likes(community),
        *_comments(community),
    ]


def _lists(community: CommunityDependencies) -> list[HTTPRouteHandler]:
    @get("/api/posts", operation_id="listPosts", summary="The feed", description=FEED_HELP)
    async def list_posts(request: AnyRequest) -> Response[PostPage]:
        check_searching(cast("Scope", request.scope))
        wish = parse_feed_query(_query(request))
        return await _answer(
            community, request, lambda source, viewer: list_feed(source, wish, viewer=viewer)
        )

    @get(
        "/api/members/{id:str}/posts",
        operation_id="listMemberPosts",
        summary="A member's posts",
        description=PAGE_HELP,
    )
    async def list_member_posts(request: AnyRequest, id: FromPath[str]) -> Response[PostPage]:
        return await _posts_of(community, request, id)

    @get(
        "/api/cultivars/{id:str}/posts",
        operation_id="listCultivarPosts",
        summary="Posts about a cultivar",
        description=PAGE_HELP,
    )
    async def list_cultivar_posts(request: AnyRequest, id: FromPath[str]) -> Response[PostPage]:
        page = _part(request)
        return await _answer(
            community,
            request,
            lambda source, viewer: list_related(source, id, page=page, viewer=viewer),
        )

    return [list_posts, list_member_posts, list_cultivar_posts]


def _own_lists(community: CommunityDependencies) -> list[HTTPRouteHandler]:
    @get(
        "/api/profiles/me/posts",
        operation_id="listMyPosts",
        summary="The member's own posts",
        description=PAGE_HELP,
        guards=[members_only()],
    )
    async def list_my_posts(request: AnyRequest) -> Response[PostPage]:
        return await _posts_of(community, request, member_in(request.scope).id)

    @get(
        "/api/profiles/me/liked",
        operation_id="listLikedPosts",
        summary="What the member likes, newest like first",
        description=PAGE_HELP,
        guards=[members_only()],
    )
    async def list_liked_posts(request: AnyRequest) -> Response[PostPage]:
        member, page = member_in(request.scope), _part(request)
        return await _answer(
            community, request, lambda source, _viewer: list_liked(source, member, page=page)
        )

    return [list_my_posts, list_liked_posts]


def _posts(community: CommunityDependencies) -> list[HTTPRouteHandler]:
    @get("/api/posts/{id:str}", operation_id="getPost", summary="One post")
    async def get_one(request: AnyRequest, id: FromPath[str]) -> Response[PostView]:
        post_id = post_number(id)
        return await _answer(
            community, request, lambda source, viewer: get_post(source, post_id, viewer=viewer)
        )

    @post(
        "/api/posts",
        operation_id="createPost",
        summary="Write a post, once for each Idempotency-Key",
        description=KEY_HELP,
        guards=[members_only("createPost.errors.loginRequired")],
    )
    async def create(request: AnyRequest, data: JSONBody[NewPost]) -> Response[PostView]:
        key = checked_key(request.headers.get("idempotency-key"))
        view = await create_post(community, member_in(request.scope), post=data, key=key)
        return Response(view, status_code=201, headers=PRIVATE)

    return [get_one, create]


def _own_posts(community: CommunityDependencies) -> list[HTTPRouteHandler]:
    @put(
        "/api/posts/{id:str}",
        operation_id="editPost",
        summary="Change an own post; its category stays",
        guards=[members_only("createPost.errors.loginRequired")],
    )
    async def edit(
        request: AnyRequest, id: FromPath[str], data: JSONBody[PostEdit]
    ) -> Response[PostView]:
        member = member_in(request.scope)
        view = await edit_post(community, member, post_id=post_number(id), edit=data)
        return Response(view, headers=PRIVATE)

    @delete(
        "/api/posts/{id:str}",
        operation_id="deletePost",
        summary="Remove an own post and all that hangs on it",
        guards=[members_only(), _at_a_measured_pace(community.rates, DELETES)],
    )
    async def remove(request: AnyRequest, id: FromPath[str]) -> Response[None]:
        member = member_in(request.scope)
        await delete_post(community, member, post_id=post_number(id))
        return Response(None, status_code=204, headers=PRIVATE)

    return [edit, remove]


def _likes(community: CommunityDependencies) -> list[HTTPRouteHandler]:
    login = members_only("postDetail.loginRequiredForLike")
    pace = _at_a_measured_pace(community.rates, LIKES)

    @put(
        "/api/posts/{id:str}/like",
        operation_id="likePost",
        summary="Like a post",
        guards=[login, pace],
    )
    async def like(request: AnyRequest, id: FromPath[str]) -> Response[LikeState]:
        member = member_in(request.scope)
        state = await like_post(community, member, post_id=post_number(id))
        return Response(state, headers=PRIVATE)

    @delete(
        "/api/posts/{id:str}/like",
        operation_id="unlikePost",
        summary="Like a post no longer",
        guards=[login, pace],
        status_code=200,
    )
    async def unlike(request: AnyRequest, id: FromPath[str]) -> Response[LikeState]:
        member = member_in(request.scope)
        state = await unlike_post(community, member, post_id=post_number(id))
        return Response(state, headers=PRIVATE)

    return [like, unlike]


def _comments(community: CommunityDependencies) -> list[HTTPRouteHandler]:
    login = members_only("postDetail.loginRequiredForComment")

    @get(
        "/api/posts/{id:str}/comments",
        operation_id="listComments",
        summary="Comments on a post, oldest first",
        description="Query parameters, both optional: `after` and `limit` (1 to 50).",
    )
    async def list_some(request: AnyRequest, id: FromPath[str]) -> Response[CommentPage]:
        query, post_id = _query(request), post_number(id)
        page = PageParams(parse_limit(query), query.get("after"))
        return await _answer(
            community, request, lambda source, _viewer: list_comments(source, post_id, page=page)
        )

    @post(
        "/api/posts/{id:str}/comments",
        operation_id="addComment",
        summary="Comment on a post, once for each Idempotency-Key",
        description=KEY_HELP,
        guards=[login, _at_a_measured_pace(community.rates, COMMENTS)],
    )
    async def add(
        request: AnyRequest, id: FromPath[str], data: JSONBody[NewComment]
    ) -> Response[CommentView]:
        member = member_in(request.scope)
        key = checked_key(request.headers.get("idempotency-key"))
        view = await add_comment(community, member, post_id=post_number(id), comment=data, key=key)
        return Response(view, status_code=201, headers=PRIVATE)

    @delete(
        "/api/comments/{id:str}",
        operation_id="deleteComment",
        summary="Remove an own comment",
        guards=[login, _at_a_measured_pace(community.rates, DELETES)],
    )
    async def remove(request: AnyRequest, id: FromPath[str]) -> Response[None]:
        member = member_in(request.scope)
        await delete_comment(community, member, comment_id=comment_number(id))
        return Response(None, status_code=204, headers=PRIVATE)

    return [list_some, add, remove]


async def _posts_of(
    community: CommunityDependencies, request: AnyRequest, member_id: str
) -> Response[PostPage]:
    page = _part(request)
    return await _answer(
        community,
        request,
        lambda source, viewer: list_posts_of(source, member_id, page=page, viewer=viewer),
    )


async def _answer(
    community: CommunityDependencies, request: AnyRequest, ask: Ask[View]
) -> Response[View]:
    viewer = viewer_in(request.scope)
    async with community.database.reading() as source:
        view = await ask(source, viewer)
    return Response(view, headers=PRIVATE if viewer.is_member else PUBLIC)


def _part(request: AnyRequest) -> PageParams:
    query = _query(request)
    return PageParams(parse_page_size(query), query.get("after"))


def _query(request: AnyRequest) -> dict[str, str]:
    return first_values(request.scope["query_string"].decode("latin-1"))


def _at_a_measured_pace(rates: Rates, rate: Rate) -> Callable[[Asking, object], Awaitable[None]]:
    """Before the body is read: what is too much is not even looked at."""

    async def guard(connection: Asking, _handler: object) -> None:
        await keep_pace(rates, rate, member_in(connection.scope))

    return guard
