"""What a route may ask for: query name -> function, answered in ready-made JSON."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeVar

import msgspec
import structlog
from msgspec.structs import replace

from server.community.feed import read_size, read_wish
from server.community.queries.comments import list_comments
from server.community.queries.contributions import count_of
from server.community.queries.likes import as_seen_by
from server.community.queries.places import Part
from server.community.queries.posts import (
    get_post,
    list_feed,
    list_liked,
    list_posts_of,
    list_related,
)
from server.community.rules import post_number
from server.community.schemas import CommentPage, PostPage, PostView
from server.contracts.catalogue import cultivar_called
from server.contracts.routes import LANGUAGES, ROUTES, Language, Match
from server.contracts.views import CatalogueViews, read_views
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.errors import Refusal, StartRefused
from server.pages.keeping import tags_of
from server.pages.schemas import Operator
from server.pages.sharing import Shared
from server.profiles.queries import get_own_profile, get_public_profile
from server.profiles.schemas import PublicProfile
from server.viewer import Member, Viewer, Visitor

Answer = TypeVar("Answer")

NULL = msgspec.Raw(b"null")

COMMENTS_FIRST = 50
# A cultivar shows this many posts about it, and leads to the others.
RELATED = 3
RELATED_WAIT_S = 1.0
NOBODY = Visitor()
LIKED = "liked"


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the queries find their answers."""

    catalogue: Mapping[Language, CatalogueViews]
    operator: msgspec.Raw
    database: Sessions
    shared: Shared


@dataclass(frozen=True, slots=True)
class Question:
    """One query of one page."""

    route: str
    language: Language
    params: Mapping[str, str]
    # What the address asks for, as far as the route table lets it.
    query: Mapping[str, str]
    sources: Sources
    viewer: Viewer


class Missing(Exception):
    """What the address names does not exist."""

    status = 404
    # What the page is told of its queries nevertheless.
    told: ClassVar[Mapping[str, msgspec.Raw]] = {}


class Gone(Missing):
    """What the address names was there once."""

    status = 410
    told: ClassVar[Mapping[str, msgspec.Raw]] = {"post": msgspec.Raw(b'"removed"')}


class NotYours(Missing):
    """What the address names is somebody else's."""

    status = 403


class Moved(Exception):
    """What the address names has its own address under other parameters."""

    def __init__(self, params: Mapping[str, str]) -> None:
        super().__init__()
        self.params = params


async def featured_cultivars(question: Question) -> msgspec.Raw:
    return question.sources.catalogue[question.language].featured


async def cultivar(question: Question) -> msgspec.Raw:
    asked = question.params["id"]
    view = question.sources.catalogue[question.language].cultivars.get(asked)
    if view is not None:
        return view
    called = cultivar_called(asked)
    if called is None or called == asked:
        raise Missing
    raise Moved({"id": called})


async def operator(question: Question) -> msgspec.Raw:
    return question.sources.operator


async def me(question: Question) -> msgspec.Raw:
    """The member's own profile; null while there is none, and the browser asks again."""
    if not isinstance(question.viewer, Member):
        return NULL
    try:
        async with transaction(question.sources.database) as opened:
            view = await get_own_profile(opened.session, question.viewer, count=count_of)
    except Refusal:
        return NULL
    return _encoded(view)


async def member(question: Question) -> msgspec.Raw:
    async def read() -> PublicProfile:
        async with transaction(question.sources.database) as opened:
            return await get_public_profile(opened.session, question.params["id"], count=count_of)

    try:
        return _encoded(await _for_all(question, ("member", question.params["id"]), read))
    except Refusal as refusal:
        raise Missing from refusal


async def feed(question: Question) -> msgspec.Raw:
    wish = read_wish(question.query)

    async def read() -> PostPage:
        async with transaction(question.sources.database) as opened:
            return await list_feed(opened.session, wish, viewer=NOBODY)

    return await _as_seen(question, await _for_all(question, ("feed", wish), read))


async def post(question: Question) -> msgspec.Raw:
    async def read() -> PostView:
        async with transaction(question.sources.database) as opened:
            post_id = post_number(question.params["id"])
            return await get_post(opened.session, post_id, viewer=NOBODY)

    try:
        view = await _for_all(question, ("post", question.params["id"]), read)
    except Refusal as refusal:
        raise Gone if refusal.status == Gone.status else Missing from refusal
    if question.route == "postEdit" and not _is_author(question.viewer, view):
        raise NotYours
    return _encoded((await _liked(question, (view,)))[0])


async def comments(question: Question) -> msgspec.Raw:
    """Without them a post can still be read: null, and the browser asks again."""
    part = Part(COMMENTS_FIRST, question.query.get("after"))

    async def read() -> CommentPage:
        async with transaction(question.sources.database) as opened:
            return await list_comments(
                opened.session, post_number(question.params["id"]), part=part
            )

    try:
        return _encoded(await _for_all(question, ("comments", question.params["id"], part), read))
    except Refusal:
        return NULL


async def my_posts(question: Question) -> msgspec.Raw:
    if not isinstance(question.viewer, Member) or question.query.get("tab") == LIKED:
        return NULL
    return await _posts_of(question, question.viewer.id)


async def liked_posts(question: Question) -> msgspec.Raw:
    """Of the two tabs only the open one is asked for."""
    if not isinstance(question.viewer, Member) or question.query.get("tab") != LIKED:
        return NULL
    async with transaction(question.sources.database) as opened:
        page = await list_liked(opened.session, question.viewer, part=_part(question))
    return _encoded(page)


async def member_posts(question: Question) -> msgspec.Raw:
    return await _posts_of(question, question.params["id"])


async def related_posts(question: Question) -> msgspec.Raw:
    """A record is whole without what people say of it: null, and the browser asks again."""
    cultivar_id = question.params["id"]

    async def read() -> PostPage:
        async with transaction(question.sources.database) as opened:
            part = Part(RELATED)
            return await list_related(opened.session, cultivar_id, part=part, viewer=NOBODY)

    try:
        async with asyncio.timeout(RELATED_WAIT_S):
            page = await _for_all(question, ("relatedPosts", cultivar_id), read)
            return await _as_seen(question, page)
    except Exception as error:
        log = structlog.get_logger("chanoki.pages")
        log.warning("related_posts_not_read", reason=type(error).__name__)
        return NULL


async def _posts_of(question: Question, member_id: str) -> msgspec.Raw:
    part = _part(question)

    async def read() -> PostPage:
        async with transaction(question.sources.database) as opened:
            return await list_posts_of(opened.session, member_id, part=part, viewer=NOBODY)

    return await _as_seen(question, await _for_all(question, ("posts", member_id, part), read))


async def _for_all(
    question: Question, asked: tuple[Hashable, ...], read: Callable[[], Awaitable[Answer]]
) -> Answer:
    """One reading for all members; visitors' pages are kept whole, and read only to be drawn."""
    route = ROUTES[question.route]
    if not isinstance(question.viewer, Member) or route.record.guard != "everyone":
        return await read()
    tags = tags_of(Match(route, question.language, dict(question.params)))
    return await question.sources.shared.read((route.name, *asked), tags, read)


async def _as_seen(question: Question, page: PostPage) -> msgspec.Raw:
    return _encoded(replace(page, posts=await _liked(question, page.posts)))


async def _liked(question: Question, posts: tuple[PostView, ...]) -> tuple[PostView, ...]:
    """Their own likes are all that sets one reader's lists apart from another's."""
    if not isinstance(question.viewer, Member):
        return posts
    async with transaction(question.sources.database) as opened:
        return await as_seen_by(opened.session, question.viewer, posts)


def _part(question: Question) -> Part:
    return Part(read_size(question.query), question.query.get("after"))


def _is_author(viewer: Viewer, view: PostView) -> bool:
    return isinstance(viewer, Member) and view.user is not None and view.user.id == viewer.id


def _encoded(view: msgspec.Struct) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(view))


PRELOADS: Mapping[str, Callable[[Question], Awaitable[msgspec.Raw]]] = {
    "featuredCultivars": featured_cultivars,
    "cultivar": cultivar,
    "operator": operator,
    "me": me,
    "member": member,
    "feed": feed,
    "post": post,
    "comments": comments,
    "myPosts": my_posts,
    "likedPosts": liked_posts,
    "memberPosts": member_posts,
    "relatedPosts": related_posts,
}


def read_sources(build: Path, operator: Operator, *, database: Sessions, shared: Shared) -> Sources:
    return Sources(
        catalogue={language: read_views(build, language) for language in LANGUAGES},
        operator=msgspec.Raw(msgspec.json.encode(operator)),
        database=database,
        shared=shared,
    )


def check_preloads() -> None:
    """A route that names an unknown query stops the start."""
    for name, route in ROUTES.items():
        unknown = [query for query in route.record.preload if query not in PRELOADS]
        if unknown:
            raise StartRefused(f"shared/routes.json: `$.{name}.preload` has no query {unknown[0]}.")
