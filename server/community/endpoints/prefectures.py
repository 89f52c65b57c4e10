"""Handlers of the posts about prefectures, and of the numbers of posts."""

from litestar import Response, get
from litestar.params import FromPath

from server.community.cursors import PageParams
from server.community.endpoints.posts import PAGE_HELP, PRIVATE, PUBLIC, FromCommunity
from server.community.feed_query import parse_page_size
from server.community.queries.post_counts import count_by_cultivar, count_by_prefecture
from server.community.queries.posts import (
    list_about_prefecture,
)
from server.community.schemas import PostCounts, PostPage
from server.contracts.reference import PREFECTURES
from server.errors import Refusal
from server.web.asgi import query_values
from server.web.dependencies import FromViewer
from server.web.problems import AnyRequest


@get(
    "/api/prefectures/posts",
    operation_id="countPrefecturePosts",
    summary="Number of posts about each prefecture that has one",
)
async def get_prefecture_counts(
    community: FromCommunity, viewer: FromViewer
) -> Response[PostCounts]:
    async with community.database.reading() as source:
        counts = await count_by_prefecture(source)
    return Response(counts, headers=PRIVATE if viewer.is_member else PUBLIC)


@get(
    "/api/cultivars/posts",
    operation_id="countCultivarPosts",
    summary="Number of posts about each cultivar that has one",
)
async def get_cultivar_counts(community: FromCommunity, viewer: FromViewer) -> Response[PostCounts]:
    async with community.database.reading() as source:
        counts = await count_by_cultivar(source)
    return Response(counts, headers=PRIVATE if viewer.is_member else PUBLIC)


@get(
    "/api/prefectures/{id:str}/posts",
    operation_id="listPrefecturePosts",
    summary="Posts about a prefecture",
    description=PAGE_HELP,
)
async def get_prefecture_posts(
    request: AnyRequest, id: FromPath[str], community: FromCommunity, viewer: FromViewer
) -> Response[PostPage]:
    if id not in PREFECTURES:
        raise Refusal("not-found", 404)
    query = query_values(request.scope["query_string"].decode("latin-1"))
    params = PageParams(parse_page_size(query), query.get("after"))
    async with community.database.reading() as source:
        page = await list_about_prefecture(source, id, page=params, viewer=viewer)
    return Response(page, headers=PRIVATE if viewer.is_member else PUBLIC)


HANDLERS = (get_prefecture_counts, get_cultivar_counts, get_prefecture_posts)
