"""One handler for each route and language, made from the table."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from server.answers import AnyRequest, DrawPage
from server.contracts.routes import (
    LANGUAGES,
    ROUTES,
    Language,
    Route,
    language_of,
    match,
    path_for,
)
from server.edge.asgi import Scope
from server.edge.asked import first_values
from server.edge.searching import check_searching
from server.errors import Refusal
from server.pages.addresses import address_of, sent_on
from server.pages.answer import PageAnswer, redirect
from server.pages.cards import Cards, Place
from server.pages.drawing import Asked, Easel, draw, draw_without_renderer
from server.pages.preloads import NULL, PRELOADS, Missing, Moved, Question, Sources
from server.pages.schemas import Preloaded, Viewer
from server.viewer import Member, Visitor, viewer_in

AnyConnection = ASGIConnection[Any, Any, Any, Any]

NOT_FOUND = "notFound"

# A sign-in's answer travels in this address: nobody keeps it, nobody is told of it.
BARE_HEADERS = {
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex, nofollow",
    "referrer-policy": "no-referrer",
}


Draw = Callable[[AnyRequest], Awaitable[PageAnswer]]


class _PageHandler(HTTPRouteHandler):
    """Its function names who draws: what is asked with the request alone needs no model of it."""

    async def authorize_connection(self, connection: AnyConnection) -> None:
        """Everybody may read, and a page changes nothing; who may see what says the route table."""

    async def to_response(self, app: Litestar, data: Draw, request: AnyRequest) -> ASGIApp:  # noqa: ARG002
        return cast("ASGIApp", await data(request))


def page_handlers(easel: Easel, sources: Sources) -> list[HTTPRouteHandler]:
    return [
        _page_handler(easel, sources, route=route, language=language)
        for route in ROUTES.values()
        for language in LANGUAGES
    ]


def _page_handler(
    easel: Easel, sources: Sources, *, route: Route, language: Language
) -> HTTPRouteHandler:
    path = route.pattern(language).replace("}", ":str}")

    async def draw_page(request: AnyRequest) -> PageAnswer:
        elsewhere = _elsewhere(request, route, language=language)
        if elsewhere is not None:
            return redirect(302, elsewhere, vary="cookie")
        try:
            asked = await _asked(request, sources, cards=easel.cards, place=(route, language))
        except Moved as moved:
            target = path_for(route.name, language, params=moved.params)
            return redirect(301, sent_on(target, _scope(request)))
        answer = await draw(easel, asked)
        if route.record.frame == "bare":
            return answer.with_headers(BARE_HEADERS)
        return answer

    @_PageHandler(
        path,
        http_method="GET",
        name=f"{route.name}.{language}",
        include_in_schema=False,
        sync_to_thread=False,
    )
    def page() -> Draw:
        return draw_page

    return page


def _scope(request: AnyRequest) -> Scope:
    """The request as plain ASGI, which Litestar types more narrowly."""
    return cast("Scope", request.scope)


def _viewer(request: AnyRequest) -> Viewer | None:
    """What the page may know of its reader, who is themself the only one to get it."""
    viewer = viewer_in(request.scope)
    if not isinstance(viewer, Member):
        return None
    return Viewer(viewer.id, viewer.display_name, viewer.avatar_url, viewer.language)


def _elsewhere(request: AnyRequest, route: Route, *, language: Language) -> str | None:
    """Where this reader belongs instead: to the login, or home in the language that they chose."""
    if "search" in route.record.query:
        check_searching(_scope(request))
    viewer = viewer_in(request.scope)
    if route.record.guard == "members" and isinstance(viewer, Visitor):
        if not viewer.is_certain:
            # Neither the page nor the login: in a moment it can be said who asks.
            raise Refusal("app.unavailable", 503)
        address = quote(sent_on(request.scope["path"], _scope(request)), safe="/")
        return f"{path_for('login', language)}?return={address}"
    # The switcher alone sets this cookie; nothing else may turn a reader away from English.
    if route.name == "home" and language == "en" and request.cookies.get("language") == "ja":
        return sent_on(path_for("home", "ja"), _scope(request))
    return None


async def _asked(
    request: AnyRequest, sources: Sources, *, cards: Cards, place: tuple[Route, Language]
) -> Asked:
    route, language = place
    params = {name: str(value) for name, value in request.path_params.items()}
    question = Question(
        route=route.name,
        language=language,
        params=params,
        query=_queried(request, route),
        sources=sources,
        viewer=viewer_in(request.scope),
    )
    status = 200
    try:
        answers = [(query, await PRELOADS[query](question)) for query in route.record.preload]
    except Missing as missing:
        status = missing.status
        answers = [(query, missing.told.get(query, NULL)) for query in route.record.preload]
    # Only a query can vouch that what the parameters name exists.
    if params and not answers:
        status = 404
    return Asked(
        route=route.name,
        language=language,
        url=address_of(_scope(request)),
        params=params,
        card=await cards.of_page(Place(route.name, language, params, status)),
        status=status,
        preloaded=tuple(Preloaded(query, params, data) for query, data in answers),
        viewer=_viewer(request),
    )


def _queried(request: AnyRequest, route: Route) -> dict[str, str]:
    """Of the address's query, what the page reads; nothing else can change what it shows."""
    query: bytes = _scope(request)["query_string"]
    if not query or not route.record.query:
        return {}
    values = first_values(query.decode("latin-1"))
    return {name: value for name, value in values.items() if name in route.record.query}


def page_for_errors(easel: Easel) -> DrawPage:
    """Draws what a reader sees at an address without a page, or when a page's data failed."""

    async def draw_page(request: AnyRequest, status: int) -> PageAnswer:
        path = request.scope["path"]
        is_there = status != HTTPStatus.NOT_FOUND
        failed = match(path) if is_there else None
        language = language_of(path)
        asked = Asked(
            route=failed.route.name if failed else NOT_FOUND,
            language=language,
            url=address_of(_scope(request)),
            params=failed.params if failed else {},
            card=easel.cards.site_card(language),
            status=status,
            viewer=_viewer(request),
        )
        return draw_without_renderer(easel, asked) if is_there else await draw(easel, asked)

    return draw_page
