"""Handlers of collections: the member's own list, one collection, and those of a post."""

from litestar import Response, delete, get, post, put
from litestar.params import FromPath, JSONBody

from server.community.collections.actions import (
    change_collection,
    choose_collections,
    create_collection,
    delete_collection,
)
from server.community.collections.queries import (
    get_collection,
    list_collected,
    list_collections,
)
from server.community.collections.schemas import (
    CollectionChange,
    CollectionChoice,
    CollectionList,
    CollectionView,
    NewCollection,
)
from server.community.endpoints.posts import (
    PAGE_HELP,
    PRIVATE,
    PUBLIC,
    FromCommunity,
    page_params,
)
from server.community.rate_rules import RELATIONS
from server.community.rules import post_number
from server.community.schemas import PostPage
from server.web.dependencies import FromMember, FromViewer
from server.web.problems import AnyRequest
from server.web.viewer import CHANGE_RATE, members_only


@get(
    "/api/account/collections",
    operation_id="listCollections",
    summary="The member's collections of saved posts, by name",
    guards=[members_only()],
)
async def get_collections(community: FromCommunity, member: FromMember) -> Response[CollectionList]:
    async with community.database.reading() as source:
        return Response(await list_collections(source, member), headers=PRIVATE)


@post(
    "/api/account/collections",
    operation_id="createCollection",
    summary="Create a private collection, with a post if one is named",
    response_description="The member's collections, with the new one",
    guards=[members_only()],
    opt={CHANGE_RATE: RELATIONS},
)
async def post_collection(
    data: JSONBody[NewCollection], community: FromCommunity, member: FromMember
) -> Response[CollectionList]:
    await create_collection(community, member, name=data.name, post_id=data.post)
    async with community.database.reading() as source:
        view = await list_collections(source, member, post_id=data.post or 0)
    return Response(view, headers=PRIVATE)


@get(
    "/api/collections/{id:str}",
    operation_id="getCollection",
    summary="A collection of the member, or a shared one of another member",
)
async def get_one_collection(
    id: FromPath[str], community: FromCommunity, viewer: FromViewer
) -> Response[CollectionView]:
    async with community.database.reading() as source:
        view = await get_collection(source, id, viewer=viewer, now=community.now())
    return Response(view, headers=PRIVATE if viewer.is_member else PUBLIC)


@get(
    "/api/collections/{id:str}/posts",
    operation_id="listCollectionPosts",
    summary="Posts of a collection, the last added one first",
    description=PAGE_HELP,
)
async def get_collection_posts(
    request: AnyRequest, id: FromPath[str], community: FromCommunity, viewer: FromViewer
) -> Response[PostPage]:
    async with community.database.reading() as source:
        found = await get_collection(source, id, viewer=viewer, now=community.now())
        page = await list_collected(source, found, page=page_params(request), viewer=viewer)
    return Response(page, headers=PRIVATE if viewer.is_member else PUBLIC)


@put(
    "/api/collections/{id:str}",
    operation_id="changeCollection",
    summary="Rename a collection of the member, and share it or end that",
    guards=[members_only()],
    opt={CHANGE_RATE: RELATIONS},
)
async def put_collection(
    id: FromPath[str],
    data: JSONBody[CollectionChange],
    community: FromCommunity,
    member: FromMember,
) -> Response[CollectionView]:
    await change_collection(community, member, id=id, change=data)
    async with community.database.reading() as source:
        view = await get_collection(source, id, viewer=member, now=community.now())
    return Response(view, headers=PRIVATE)


@delete(
    "/api/collections/{id:str}",
    operation_id="deleteCollection",
    summary="Delete a collection of the member; its posts stay saved",
    guards=[members_only()],
    opt={CHANGE_RATE: RELATIONS},
)
async def remove_collection(
    id: FromPath[str], community: FromCommunity, member: FromMember
) -> None:
    await delete_collection(community, member, id=id)


@get(
    "/api/posts/{id:str}/collections",
    operation_id="listCollectionsOfPost",
    summary="The member's collections, and which of them have the post",
    guards=[members_only()],
)
async def get_collections_of_post(
    id: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[CollectionList]:
    async with community.database.reading() as source:
        view = await list_collections(source, member, post_id=post_number(id))
    return Response(view, headers=PRIVATE)


@put(
    "/api/posts/{id:str}/collections",
    operation_id="chooseCollections",
    summary="Save a post into these collections of the member and no others",
    guards=[members_only()],
    opt={CHANGE_RATE: RELATIONS},
)
async def put_collections_of_post(
    id: FromPath[str],
    data: JSONBody[CollectionChoice],
    community: FromCommunity,
    member: FromMember,
) -> Response[CollectionList]:
    post_id = post_number(id)
    await choose_collections(community, member, post_id=post_id, ids=data.collections)
    async with community.database.reading() as source:
        view = await list_collections(source, member, post_id=post_id)
    return Response(view, headers=PRIVATE)


HANDLERS = (
    get_collections,
    post_collection,
    get_one_collection,
    get_collection_posts,
    put_collection,
    remove_collection,
    get_collections_of_post,
    put_collections_of_post,
)
