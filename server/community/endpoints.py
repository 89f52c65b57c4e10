"""The verbs of posts, likes and comments."""

from dataclasses import dataclass

from litestar import Response, delete, get, post, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from server.answers import AnyRequest
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
from server.errors import Refusal
from server.viewer import members_only


@dataclass(frozen=True, slots=True)
class Community:
    """What the endpoints of the community need."""


def community_handlers(community: Community) -> list[HTTPRouteHandler]:
    return [*_lists(community), *_posts(community), *_likes(community), *_comments(community)]


def _soon() -> Refusal:
    return Refusal("app.unavailable", 503, params={"seconds": 5})


def _lists(community: Community) -> list[HTTPRouteHandler]:
    @get("/api/posts", operation_id="listPosts", summary="The feed, filtered and sorted")
    async def list_posts(request: AnyRequest) -> Response[PostPage]:
        raise _soon()

    @get("/api/members/{id:str}/posts", operation_id="listMemberPosts", summary="A member's posts")
    async def list_member_posts(request: AnyRequest, id: FromPath[str]) -> Response[PostPage]:
        raise _soon()

    @get(
        "/api/cultivars/{id:str}/posts",
        operation_id="listCultivarPosts",
        summary="Reviews of a cultivar's tea",
    )
    async def list_cultivar_posts(request: AnyRequest, id: FromPath[str]) -> Response[PostPage]:
        raise _soon()

    @get(
        "/api/profiles/me/posts",
        operation_id="listMyPosts",
        summary="The member's own posts",
        guards=[members_only()],
    )
    async def list_my_posts(request: AnyRequest) -> Response[PostPage]:
        raise _soon()

    @get(
        "/api/profiles/me/liked",
        operation_id="listLikedPosts",
        summary="What the member likes, newest like first",
        guards=[members_only()],
    )
    async def list_liked_posts(request: AnyRequest) -> Response[PostPage]:
        raise _soon()

    return [list_posts, list_member_posts, list_cultivar_posts, list_my_posts, list_liked_posts]


def _posts(community: Community) -> list[HTTPRouteHandler]:
    @get("/api/posts/{id:str}", operation_id="getPost", summary="One post")
    async def get_post(request: AnyRequest, id: FromPath[str]) -> Response[PostView]:
        raise _soon()

    @post(
        "/api/posts",
        operation_id="createPost",
        summary="Write a post, once for each Idempotency-Key",
        guards=[members_only("createPost.errors.loginRequired")],
    )
    async def create(request: AnyRequest, data: JSONBody[NewPost]) -> Response[PostView]:
        raise _soon()

    @put(
        "/api/posts/{id:str}",
        operation_id="editPost",
        summary="Change an own post",
        guards=[members_only("createPost.errors.loginRequired")],
    )
    async def edit(
        request: AnyRequest, id: FromPath[str], data: JSONBody[PostEdit]
    ) -> Response[PostView]:
        raise _soon()

    @delete(
        "/api/posts/{id:str}",
        operation_id="deletePost",
        summary="Remove an own post and all that hangs on it",
        guards=[members_only()],
    )
    async def remove(request: AnyRequest, id: FromPath[str]) -> Response[None]:
        raise _soon()

    return [get_post, create, edit, remove]


def _likes(community: Community) -> list[HTTPRouteHandler]:
    @put(
        "/api/posts/{id:str}/like",
        operation_id="likePost",
        summary="Like a post",
        guards=[members_only("postDetail.loginRequiredForLike")],
    )
    async def like(request: AnyRequest, id: FromPath[str]) -> Response[LikeState]:
        raise _soon()

    @delete(
        "/api/posts/{id:str}/like",
        operation_id="unlikePost",
        summary="Like a post no longer",
        guards=[members_only("postDetail.loginRequiredForLike")],
        status_code=200,
    )
    async def unlike(request: AnyRequest, id: FromPath[str]) -> Response[LikeState]:
        raise _soon()

    return [like, unlike]


def _comments(community: Community) -> list[HTTPRouteHandler]:
    @get(
        "/api/posts/{id:str}/comments",
        operation_id="listComments",
        summary="Comments on a post, oldest first",
    )
    async def list_comments(request: AnyRequest, id: FromPath[str]) -> Response[CommentPage]:
        raise _soon()

    @post(
        "/api/posts/{id:str}/comments",
        operation_id="addComment",
        summary="Comment on a post",
        guards=[members_only("postDetail.loginRequiredForComment")],
    )
    async def add(
        request: AnyRequest, id: FromPath[str], data: JSONBody[NewComment]
    ) -> Response[CommentView]:
        raise _soon()

    @delete(
        "/api/comments/{id:str}",
        operation_id="deleteComment",
        summary="Remove an own comment",
        guards=[members_only("postDetail.loginRequiredForComment")],
    )
    async def remove(request: AnyRequest, id: FromPath[str]) -> Response[None]:
        raise _soon()

    return [list_comments, add, remove]
