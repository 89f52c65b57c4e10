"""Loaders of page data: query name -> function that returns encoded JSON."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import msgspec

from server.community.cursors import PageParams
from server.community.feed_query import parse_feed_query
from server.community.page_reads import PageReads
from server.community.rules import post_number
from server.community.schemas import PostView
from server.contracts.catalogue import cultivar_called
from server.contracts.routes import LANGUAGES, ROUTES, Route
from server.contracts.views import read_views
from server.errors import Refusal, StartRefused
from server.pages.comparison import compared_records
from server.pages.loader_context import (
    NULL,
    Gone,
    LoaderContext,
    Missing,
    Moved,
    NotYours,
    PageDependencies,
)
from server.pages.member_loaders import (
    collection,
    collection_posts,
    collections,
    follows,
    hidden,
    liked_posts,
    me,
    member,
    member_posts,
    members_found,
    my_posts,
    notification_settings,
    notifications,
    saved_posts,
    shared,
    sharing,
)
from server.pages.moderation_loaders import (
    appeals,
    cases,
    decisions,
    log_entries,
    moderation_log,
    reported,
    roles,
)
from server.pages.optional_loaders import (
    found,
    newest_posts,
    posts_by_cultivar,
    related_posts,
)
from server.pages.prefecture_loaders import map_page, prefecture
from server.pages.schemas import Operator
from server.pages.suspension_loader import suspension
from server.web.viewer import Member, Viewer

COMMENTS_FIRST = 50


async def featured_cultivars(context: LoaderContext) -> msgspec.Raw:
    """Loads the cultivars that the home page shows."""
    return context.dependencies.catalogue[context.language].featured


async def cultivar(context: LoaderContext) -> msgspec.Raw:
    """Loads a cultivar by its id; raises Moved for another name of it, Missing if it is unknown."""
    id = context.params["id"]
    view = context.dependencies.catalogue[context.language].cultivars.get(id)
    if view is not None:
        return view
    called = cultivar_called(id)
    if called is None or called == id:
        raise Missing
    raise Moved({"id": called})


async def observations(context: LoaderContext) -> msgspec.Raw:
    """Loads the observations of a cultivar; null if it has none."""
    views = context.dependencies.catalogue[context.language].observations
    return views.get(context.params["id"], NULL)


async def pair(context: LoaderContext) -> msgspec.Raw:
    """Loads the ids of the two cultivars in the address; raises Missing for an unknown one.

    Raises Moved if the address uses another name of one.
    """
    called = {name: cultivar_called(id) for name, id in context.params.items()}
    known = {name: id for name, id in called.items() if id is not None}
    if len(known) < len(called):
        raise Missing
    if known != dict(context.params):
        raise Moved(known)
    return msgspec.Raw(msgspec.json.encode(known))


async def compared(context: LoaderContext) -> msgspec.Raw:
    """Loads the cultivars of a comparison."""
    return compared_records(context.query, context.dependencies.catalogue[context.language])


async def lineages(context: LoaderContext) -> msgspec.Raw:
    """Loads the list of lineage groups."""
    return context.dependencies.catalogue[context.language].lineage_list


async def lineage(context: LoaderContext) -> msgspec.Raw:
    """Loads a lineage group by its code; raises Missing for an unknown one."""
    views = context.dependencies.catalogue[context.language].lineages
    view = views.get(context.params["code"])
    if view is None:
        raise Missing
    return view


async def breeder(context: LoaderContext) -> msgspec.Raw:
    """Loads a breeder by its id; raises Missing for an unknown one."""
    view = context.dependencies.catalogue[context.language].breeders.get(context.params["id"])
    if view is None:
        raise Missing
    return view


def _overview_loader(name: str) -> Callable[[LoaderContext], Awaitable[msgspec.Raw]]:
    """Returns the loader of an overview, a page about all records of the catalogue."""

    async def load(context: LoaderContext) -> msgspec.Raw:
        """Returns the overview from the build's views."""
        return context.dependencies.catalogue[context.language].overviews[name]

    return load


async def operator(context: LoaderContext) -> msgspec.Raw:
    """Loads the operator's details."""
    return context.dependencies.operator


async def feed(context: LoaderContext) -> msgspec.Raw:
    """Loads the posts of the feed that the address's query selects, after its cursor if any."""
    query = parse_feed_query(context.query)
    return msgspec.Raw(await context.dependencies.reads.feed(query, viewer=context.viewer))


class ReviewedParent(msgspec.Struct, frozen=True):
    """Parent of a cultivar, as the list of reviews names it."""

    id: str | None
    name: str
    role: str | None


class ReviewedCultivar(msgspec.Struct, frozen=True, rename="camel"):
    """Cultivar at the head of the list of its reviews."""

    id: str
    name_ja: str
    name_en: str
    parents: tuple[ReviewedParent, ...]


async def reviewed_cultivar(context: LoaderContext) -> msgspec.Raw:
    """Loads the cultivar whose reviews the address selects; null for other lists."""
    id = parse_feed_query(context.query).tea_variety
    view = context.dependencies.catalogue[context.language].cultivars.get(id or "")
    return NULL if view is None else _as_raw_json(msgspec.json.decode(view, type=ReviewedCultivar))


async def post(context: LoaderContext) -> msgspec.Raw:
    """Loads a post; raises Gone for a removed one, Missing for an unknown one.

    Raises NotYours on the page `postEdit` unless the viewer is the author.
    """
    try:
        post_id = post_number(context.params["id"])
        loaded = await context.dependencies.reads.post(post_id, viewer=context.viewer)
    except Refusal as refusal:
        raise Gone if refusal.status == Gone.status else Missing from refusal
    if context.route == "postEdit" and not _is_author(context.viewer, loaded.view):
        raise NotYours
    return msgspec.Raw(loaded.encoded)


async def comments(context: LoaderContext) -> msgspec.Raw:
    """Loads a post's first comments, or those after a cursor.

    Null if they are refused; the browser then loads them again.
    """
    page = PageParams(COMMENTS_FIRST, context.query.get("after"))
    try:
        post_id = post_number(context.params["id"])
        return msgspec.Raw(
            await context.dependencies.reads.comments(post_id, page=page, viewer=context.viewer)
        )
    except Refusal:
        return NULL


def _is_author(viewer: Viewer, view: PostView) -> bool:
    """Returns whether the viewer is the author of the post."""
    return isinstance(viewer, Member) and view.user is not None and view.user.id == viewer.id


def _as_raw_json(view: msgspec.Struct) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(view))


LOADERS: Mapping[str, Callable[[LoaderContext], Awaitable[msgspec.Raw]]] = {
    "featuredCultivars": featured_cultivars,
    "cultivar": cultivar,
    "observations": observations,
    "pair": pair,
    "compared": compared,
    "lineages": lineages,
    "lineage": lineage,
    "statistics": _overview_loader("statistics"),
    "timeline": _overview_loader("timeline"),
    "breeders": _overview_loader("breeders"),
    "calendar": _overview_loader("calendar"),
    "breeder": breeder,
    "map": map_page,
    "pedigree": _overview_loader("pedigree"),
    "prefecture": prefecture,
    "operator": operator,
    "me": me,
    "follows": follows,
    "hidden": hidden,
    "decisions": decisions,
    "member": member,
    "feed": feed,
    "found": found,
    "newestPosts": newest_posts,
    "reviewedCultivar": reviewed_cultivar,
    "post": post,
    "comments": comments,
    "myPosts": my_posts,
    "likedPosts": liked_posts,
    "memberPosts": member_posts,
    "postsByCultivar": posts_by_cultivar,
    "relatedPosts": related_posts,
    "reported": reported,
    "suspension": suspension,
    "cases": cases,
    "notifications": notifications,
    "notificationSettings": notification_settings,
    "savedPosts": saved_posts,
    "collections": collections,
    "collection": collection,
    "shared": shared,
    "sharing": sharing,
    "membersFound": members_found,
    "collectionPosts": collection_posts,
    "moderationLog": moderation_log,
    "roles": roles,
    "appeals": appeals,
    "logEntries": log_entries,
}


def queries_of(route: Route, query: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the names of the queries that the page loads.

    The list of cultivars loads the number of posts about each only if it is ordered by it.
    """
    is_by_posts = route.name == "cultivars" and query.get("sort") == "written"
    return (*route.record.preload, *(("postsByCultivar",) if is_by_posts else ()))


def page_dependencies(build: Path, operator: Operator, *, reads: PageReads) -> PageDependencies:
    """Returns the loaders' dependencies, with the catalogue's views read from the build.

    Raises StartRefused if the views are missing.
    """
    return PageDependencies(
        catalogue={language: read_views(build, language) for language in LANGUAGES},
        operator=msgspec.Raw(msgspec.json.encode(operator)),
        reads=reads,
    )


def check_loaders() -> None:
    """Raises StartRefused if a route of the table names an unknown query."""
    for name, route in ROUTES.items():
        unknown = [query for query in route.record.preload if query not in LOADERS]
        if unknown:
            raise StartRefused(f"shared/routes.json: `$.{name}.preload` has no query {unknown[0]}.")
