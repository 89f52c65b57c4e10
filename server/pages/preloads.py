"""What a route may ask for: query name -> function, answered in ready-made JSON."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import msgspec
import structlog

from server.community.feed import read_size, read_wish
from server.community.queries.comments import list_comments
from server.community.queries.contributions import count_of
from server.community.queries.places import Part
from server.community.queries.posts import (
    get_post,
    list_feed,
    list_liked,
    list_posts_of,
    list_related,
)
from server.community.rules import post_number
from server.community.schemas import PostView
from server.contracts.catalogue import cultivar_called
from server.contracts.routes import LANGUAGES, ROUTES, Language
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.errors import Refusal, StartRefused
from server.pages.schemas import Operator
from server.profiles.queries import get_own_profile, get_public_profile
from server.viewer import Member, Viewer

NULL = msgspec.Raw(b"null")

COMMENTS_FIRST = 50
# A cultivar shows this many posts about it, and leads to the others.
RELATED = 3
RELATED_WAIT_S = 1.0
LIKED = "liked"


class CatalogueViews(msgspec.Struct, frozen=True):
    """The catalogue in one language, as the build wrote it; values stay encoded."""

    cultivars: dict[str, msgspec.Raw]
    featured: msgspec.Raw


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the queries find their answers."""

    catalogue: Mapping[Language, CatalogueViews]
    operator: msgspec.Raw
    database: Sessions


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
    try:
        async with transaction(question.sources.database) as opened:
            view = await get_public_profile(opened.session, question.params["id"], count=count_of)
    except Refusal as refusal:
        raise Missing from refusal
    return _encoded(view)


async def feed(question: Question) -> msgspec.Raw:
    wish = read_wish(question.query)
    async with transaction(question.sources.database) as opened:
        page = await list_feed(opened.session, wish, viewer=question.viewer)
    return _encoded(page)


async def post(question: Question) -> msgspec.Raw:
    try:
        async with transaction(question.sources.database) as opened:
            post_id = post_number(question.params["id"])
            view = await get_post(opened.session, post_id, viewer=question.viewer)
    except Refusal as refusal:
        raise Gone if refusal.status == Gone.status else Missing from refusal
    if question.route == "postEdit" and not _is_author(question.viewer, view):
        raise NotYours
    return _encoded(view)


async def comments(question: Question) -> msgspec.Raw:
    """Without them a post can still be read: null, and the browser asks again."""
    try:
        async with transaction(question.sources.database) as opened:
            post_id = post_number(question.params["id"])
            page = await list_comments(
                opened.session, post_id, part=Part(COMMENTS_FIRST, question.query.get("after"))
            )
    except Refusal:
        return NULL
    return _encoded(page)


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
    part, cultivar_id = Part(RELATED), question.params["id"]
    try:
        async with (
            asyncio.timeout(RELATED_WAIT_S),
            transaction(question.sources.database) as opened,
        ):
            page = await list_related(
                opened.session, cultivar_id, part=part, viewer=question.viewer
            )
    except Exception as error:
        log = structlog.get_logger("chanoki.pages")
        log.warning("related_posts_not_read", reason=type(error).__name__)
        return NULL
    return _encoded(page)


async def _posts_of(question: Question, member_id: str) -> msgspec.Raw:
    async with transaction(question.sources.database) as opened:
        page = await list_posts_of(
            opened.session, member_id, part=_part(question), viewer=question.viewer
        )
    return _encoded(page)


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


def read_sources(build_dir: Path, operator: Operator, *, database: Sessions) -> Sources:
    return Sources(
        catalogue={language: _read_views(build_dir, language) for language in LANGUAGES},
        operator=msgspec.Raw(msgspec.json.encode(operator)),
        database=database,
    )


def _read_views(build_dir: Path, language: Language) -> CatalogueViews:
    path = build_dir / "catalogue" / f"{language}.json"
    try:
        views = msgspec.json.decode(path.read_bytes(), type=CatalogueViews)
    except OSError as error:
        raise StartRefused(f"{path} is missing; run `make build` first.") from error
    except msgspec.DecodeError as error:
        raise StartRefused(f"{path}: {error}; run `make build` again.") from error
    # A raw value is a window on the whole file's bytes; copied, it stands alone.
    return CatalogueViews(
        cultivars={id: view.copy() for id, view in views.cultivars.items()},
        featured=views.featured.copy(),
    )


def check_preloads() -> None:
    """A route that names an unknown query stops the start."""
    for name, route in ROUTES.items():
        unknown = [query for query in route.record.preload if query not in PRELOADS]
        if unknown:
            raise StartRefused(f"shared/routes.json: `$.{name}.preload` has no query {unknown[0]}.")
