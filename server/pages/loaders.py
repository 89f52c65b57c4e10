"""Loaders of page data: query name -> function that returns encoded JSON."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import msgspec
import structlog

from server.accounts.profiles.queries import get_own_profile
from server.community.cursors import PageParams
from server.community.feed_query import parse_feed_query, parse_page_size
from server.community.page_reads import PageReads
from server.community.queries.contributions import count_of
from server.community.queries.posts import list_liked
from server.community.rules import post_number
from server.community.schemas import PostView
from server.contracts.catalogue import cultivar_called
from server.contracts.routes import LANGUAGES, ROUTES, Language
from server.contracts.views import CatalogueViews, read_views
from server.database.transaction import transaction
from server.errors import Refusal, StartRefused
from server.pages.schemas import Operator
from server.web.viewer import Member, Viewer

NULL = msgspec.Raw(b"null")

COMMENTS_FIRST = 50
# Posts on the page of a cultivar, which links to the others.
RELATED = 3
RELATED_WAIT_S = 1.0
LIKED = "liked"


@dataclass(frozen=True, slots=True)
class PageDependencies:
    """Dependencies of the loaders."""

    catalogue: Mapping[Language, CatalogueViews]
    operator: msgspec.Raw
    reads: PageReads


@dataclass(frozen=True, slots=True)
class LoaderContext:
    """Request that a loader reads: route, language, parameters, query and viewer."""

    route: str
    language: Language
    params: Mapping[str, str]
    # Only the names that the route table lists.
    query: Mapping[str, str]
    dependencies: PageDependencies
    viewer: Viewer


class Missing(Exception):
    """Raised when the address names nothing that exists."""

    status = 404
    # Data of single queries despite the status.
    known: ClassVar[Mapping[str, msgspec.Raw]] = {}


class Gone(Missing):
    """Raised when the address names a removed post."""

    status = 410
    known: ClassVar[Mapping[str, msgspec.Raw]] = {"post": msgspec.Raw(b'"removed"')}


class NotYours(Missing):
    """Raised when the post belongs to another member."""

    status = 403


class Moved(Exception):
    """Raised when the address uses an alias; `params` are those of the canonical address."""

    def __init__(self, params: Mapping[str, str]) -> None:
        super().__init__()
        self.params = params


async def featured_cultivars(context: LoaderContext) -> msgspec.Raw:
    return context.dependencies.catalogue[context.language].featured


async def cultivar(context: LoaderContext) -> msgspec.Raw:
    id = context.params["id"]
    view = context.dependencies.catalogue[context.language].cultivars.get(id)
    if view is not None:
        return view
    called = cultivar_called(id)
    if called is None or called == id:
        raise Missing
    raise Moved({"id": called})


async def operator(context: LoaderContext) -> msgspec.Raw:
    return context.dependencies.operator


async def me(context: LoaderContext) -> msgspec.Raw:
    """Loads the member's profile; null if it fails, and the browser loads it again."""
    if not isinstance(context.viewer, Member):
        return NULL
    try:
        async with transaction(context.dependencies.reads.database) as opened:
            view = await get_own_profile(opened.session, context.viewer, count=count_of)
    except Refusal:
        return NULL
    return _encoded(view)


async def member(context: LoaderContext) -> msgspec.Raw:
    try:
        loaded = await context.dependencies.reads.member(context.params["id"])
    except Refusal as refusal:
        raise Missing from refusal
    return msgspec.Raw(loaded.encoded)


async def feed(context: LoaderContext) -> msgspec.Raw:
    query = parse_feed_query(context.query)
    return msgspec.Raw(await context.dependencies.reads.feed(query, viewer=context.viewer))


class ReviewedCultivar(msgspec.Struct, frozen=True, rename="camel"):
    """The part of a cultivar's view that heads the list of its reviews."""

    id: str
    name_ja: str
    name_en: str
    parents: tuple[msgspec.Raw, ...]


async def reviewed_cultivar(context: LoaderContext) -> msgspec.Raw:
    """Loads the cultivar whose reviews the address selects; null for other lists."""
    id = parse_feed_query(context.query).tea_variety
    view = context.dependencies.catalogue[context.language].cultivars.get(id or "")
    return NULL if view is None else _encoded(msgspec.json.decode(view, type=ReviewedCultivar))


async def post(context: LoaderContext) -> msgspec.Raw:
    try:
        post_id = post_number(context.params["id"])
        loaded = await context.dependencies.reads.post(post_id, viewer=context.viewer)
    except Refusal as refusal:
        raise Gone if refusal.status == Gone.status else Missing from refusal
    if context.route == "postEdit" and not _is_author(context.viewer, loaded.view):
        raise NotYours
    return msgspec.Raw(loaded.encoded)


async def comments(context: LoaderContext) -> msgspec.Raw:
    """Loads the first comments; null if it fails, and the browser loads them again."""
    page = PageParams(COMMENTS_FIRST, context.query.get("after"))
    try:
        post_id = post_number(context.params["id"])
        return msgspec.Raw(await context.dependencies.reads.comments(post_id, page=page))
    except Refusal:
        return NULL


async def my_posts(context: LoaderContext) -> msgspec.Raw:
    if not isinstance(context.viewer, Member) or context.query.get("tab") == LIKED:
        return NULL
    return await _posts_of(context, context.viewer.id)


async def liked_posts(context: LoaderContext) -> msgspec.Raw:
    """Loads liked posts when their tab is open."""
    if not isinstance(context.viewer, Member) or context.query.get("tab") != LIKED:
        return NULL
    async with context.dependencies.reads.database.reading() as source:
        page = await list_liked(source, context.viewer, page=_page_of(context))
    return _encoded(page)


async def member_posts(context: LoaderContext) -> msgspec.Raw:
    return await _posts_of(context, context.params["id"])


async def related_posts(context: LoaderContext) -> msgspec.Raw:
    """Loads posts about the cultivar; null if it fails, and the browser loads them again."""
    reads, cultivar_id = context.dependencies.reads, context.params["id"]
    try:
        async with asyncio.timeout(RELATED_WAIT_S):
            page = await reads.related(cultivar_id, page=PageParams(RELATED), viewer=context.viewer)
    except Exception as error:
        log = structlog.get_logger("chanoki.pages")
        log.warning("related_posts_not_read", reason=type(error).__name__)
        return NULL
    return msgspec.Raw(page)


async def _posts_of(context: LoaderContext, member_id: str) -> msgspec.Raw:
    reads, page = context.dependencies.reads, _page_of(context)
    return msgspec.Raw(await reads.posts_of(member_id, page=page, viewer=context.viewer))


def _page_of(context: LoaderContext) -> PageParams:
    return PageParams(parse_page_size(context.query), context.query.get("after"))


def _is_author(viewer: Viewer, view: PostView) -> bool:
    return isinstance(viewer, Member) and view.user is not None and view.user.id == viewer.id


def _encoded(view: msgspec.Struct) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(view))


LOADERS: Mapping[str, Callable[[LoaderContext], Awaitable[msgspec.Raw]]] = {
    "featuredCultivars": featured_cultivars,
    "cultivar": cultivar,
    "operator": operator,
    "me": me,
    "member": member,
    "feed": feed,
    "reviewedCultivar": reviewed_cultivar,
    "post": post,
    "comments": comments,
    "myPosts": my_posts,
    "likedPosts": liked_posts,
    "memberPosts": member_posts,
    "relatedPosts": related_posts,
}


def page_dependencies(build: Path, operator: Operator, *, reads: PageReads) -> PageDependencies:
    return PageDependencies(
        catalogue={language: read_views(build, language) for language in LANGUAGES},
        operator=msgspec.Raw(msgspec.json.encode(operator)),
        reads=reads,
    )


def check_loaders() -> None:
    """Raises StartRefused for a route that names an unknown query."""
    for name, route in ROUTES.items():
        unknown = [query for query in route.record.preload if query not in LOADERS]
        if unknown:
            raise StartRefused(f"shared/routes.json: `$.{name}.preload` has no query {unknown[0]}.")
