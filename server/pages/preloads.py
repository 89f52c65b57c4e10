"""What a route may ask for: query name -> function, answered in ready-made JSON."""

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
from server.community.queries.contributions import count_of
from server.community.queries.posts import list_liked
from server.community.rules import post_number
from server.community.schemas import PostView
from server.community.showing import Showing
from server.contracts.catalogue import cultivar_called
from server.contracts.routes import LANGUAGES, ROUTES, Language
from server.contracts.views import CatalogueViews, read_views
from server.database.transaction import transaction
from server.errors import Refusal, StartRefused
from server.pages.schemas import Operator
from server.web.viewer import Member, Viewer

NULL = msgspec.Raw(b"null")

COMMENTS_FIRST = 50
# A cultivar shows this many posts about it, and leads to the others.
RELATED = 3
RELATED_WAIT_S = 1.0
LIKED = "liked"


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the queries find their answers."""

    catalogue: Mapping[Language, CatalogueViews]
    operator: msgspec.Raw
    showing: Showing


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
        async with transaction(question.sources.showing.database) as opened:
            view = await get_own_profile(opened.session, question.viewer, count=count_of)
    except Refusal:
        return NULL
    return _encoded(view)


async def member(question: Question) -> msgspec.Raw:
    try:
        showing = question.sources.showing
        shown = await showing.member(question.params["id"], viewer=question.viewer)
    except Refusal as refusal:
        raise Missing from refusal
    return msgspec.Raw(shown.encoded)


async def feed(question: Question) -> msgspec.Raw:
    showing, wish = question.sources.showing, parse_feed_query(question.query)
    return msgspec.Raw(await showing.feed(wish, viewer=question.viewer))


async def post(question: Question) -> msgspec.Raw:
    try:
        post_id = post_number(question.params["id"])
        shown = await question.sources.showing.post(post_id, viewer=question.viewer)
    except Refusal as refusal:
        raise Gone if refusal.status == Gone.status else Missing from refusal
    if question.route == "postEdit" and not _is_author(question.viewer, shown.view):
        raise NotYours
    return msgspec.Raw(shown.encoded)


async def comments(question: Question) -> msgspec.Raw:
    """Without them a post can still be read: null, and the browser asks again."""
    page = PageParams(COMMENTS_FIRST, question.query.get("after"))
    try:
        post_id = post_number(question.params["id"])
        showing = question.sources.showing
        return msgspec.Raw(await showing.comments(post_id, page=page, viewer=question.viewer))
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
    async with question.sources.showing.database.reading() as source:
        page = await list_liked(source, question.viewer, page=_part(question))
    return _encoded(page)


async def member_posts(question: Question) -> msgspec.Raw:
    return await _posts_of(question, question.params["id"])


async def related_posts(question: Question) -> msgspec.Raw:
    """A record is whole without what people say of it: null, and the browser asks again."""
    showing, cultivar_id = question.sources.showing, question.params["id"]
    try:
        async with asyncio.timeout(RELATED_WAIT_S):
            page = await showing.related(
                cultivar_id, page=PageParams(RELATED), viewer=question.viewer
            )
    except Exception as error:
        log = structlog.get_logger("chanoki.pages")
        log.warning("related_posts_not_read", reason=type(error).__name__)
        return NULL
    return msgspec.Raw(page)


async def _posts_of(question: Question, member_id: str) -> msgspec.Raw:
    showing, page = question.sources.showing, _part(question)
    return msgspec.Raw(await showing.posts_of(member_id, page=page, viewer=question.viewer))


def _part(question: Question) -> PageParams:
    return PageParams(parse_page_size(question.query), question.query.get("after"))


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


def read_sources(build: Path, operator: Operator, *, showing: Showing) -> Sources:
    return Sources(
        catalogue={language: read_views(build, language) for language in LANGUAGES},
        operator=msgspec.Raw(msgspec.json.encode(operator)),
        showing=showing,
    )


def check_preloads() -> None:
    """A route that names an unknown query stops the start."""
    for name, route in ROUTES.items():
        unknown = [query for query in route.record.preload if query not in PRELOADS]
        if unknown:
            raise StartRefused(f"shared/routes.json: `$.{name}.preload` has no query {unknown[0]}.")
