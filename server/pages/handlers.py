"""The pages' handlers, made from the table of routes, and the short way to what draws a page."""

from functools import lru_cache
from http import HTTPStatus
from typing import Any, cast

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from server.contracts.routes import LANGUAGES, ROUTES, Language, Route, language_of, match
from server.pages.addresses import address_of
from server.pages.answer import PageAnswer
from server.pages.asking import Draw, Draws, shown_viewer
from server.pages.drawing import Asked, Easel, draw, draw_without_renderer
from server.web.asgi import App, Receive, Scope, Send
from server.web.problems import AnyRequest, DrawPage

AnyConnection = ASGIConnection[Any, Any, Any, Any]

NOT_FOUND = "notFound"
ADDRESSES_KNOWN = 1024
# Where the short way leaves what went wrong, so that one place answers all failures.
FAILURE = "page_failure"

_find = lru_cache(ADDRESSES_KNOWN)(match)


class ShortWay:
    """Draws the page of an address that the table knows; everything else is the framework's.

    For a page the framework does a seventh of the host's work, and nothing that is needed.
    """

    def __init__(self, app: App, draws: Draws) -> None:
        self._app = app
        self._draws = draws

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_read = scope["type"] == "http" and scope["method"] == "GET"
        found = _find(scope["path"]) if is_read else None
        if found is None:
            await self._app(scope, receive, send)
            return
        scope["path_template"] = found.route.pattern(found.language)
        try:
            answer = await self._draws[found.route.name, found.language](scope, found.params)
        except Exception as error:
            await self._app({**scope, FAILURE: error}, receive, send)
            return
        await answer(scope, receive, send)


class _PageHandler(HTTPRouteHandler):
    """Its function names who draws: what is asked with the request alone needs no model of it."""

    async def authorize_connection(self, connection: AnyConnection) -> None:
        """Everybody may read, and a page changes nothing; who may see what says the route table."""

    async def to_response(self, app: Litestar, data: Draw, request: AnyRequest) -> ASGIApp:  # noqa: ARG002
        # The request as plain ASGI, which Litestar types more narrowly.
        scope = cast("Scope", request.scope)
        if failure := scope.get(FAILURE):
            raise failure
        params = {name: str(value) for name, value in request.path_params.items()}
        return cast("ASGIApp", await data(scope, params))


def page_handlers(draws: Draws) -> list[HTTPRouteHandler]:
    return [
        _page_handler(draws[route.name, language], route, language)
        for route in ROUTES.values()
        for language in LANGUAGES
    ]


def _page_handler(draw_page: Draw, route: Route, language: Language) -> HTTPRouteHandler:
    @_PageHandler(
        route.pattern(language).replace("}", ":str}"),
        http_method="GET",
        name=f"{route.name}.{language}",
        include_in_schema=False,
        sync_to_thread=False,
    )
    def page() -> Draw:
        return draw_page

    return page


def page_for_errors(easel: Easel) -> DrawPage:
    """Draws what a reader sees at an address without a page, or when a page's data failed."""

    async def draw_page(request: AnyRequest, status: int) -> PageAnswer:
        scope = cast("Scope", request.scope)
        path = scope["path"]
        is_there = status != HTTPStatus.NOT_FOUND
        failed = match(path) if is_there else None
        language = language_of(path)
        asked = Asked(
            route=failed.route.name if failed else NOT_FOUND,
            language=language,
            url=address_of(scope),
            params=failed.params if failed else {},
            card=easel.cards.site_card(language),
            status=status,
            viewer=shown_viewer(scope),
        )
        return draw_without_renderer(easel, asked) if is_there else await draw(easel, asked)

    return draw_page
