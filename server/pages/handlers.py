"""Handlers of all pages, made from the route table, and the pages of errors."""

from http import HTTPStatus
from typing import cast

from litestar import get
from litestar.handlers import HTTPRouteHandler

from server.contracts.routes import LANGUAGES, ROUTES, Language, Match, Route, language_of, match
from server.pages.addresses import address_of
from server.pages.answer import PageAnswer
from server.pages.asking import answer_page, shown_viewer
from server.pages.drawing import Easel, draw, draw_without_renderer
from server.pages.loaders import PageDependencies
from server.pages.page_request import PageRequest
from server.web.asgi import Scope
from server.web.problems import AnyRequest, DrawPage

NOT_FOUND = "notFound"


def page_handlers(easel: Easel, dependencies: PageDependencies) -> list[HTTPRouteHandler]:
    return [
        _page_handler(easel, dependencies, route=route, language=language)
        for route in ROUTES.values()
        for language in LANGUAGES
    ]


def _page_handler(
    easel: Easel, dependencies: PageDependencies, *, route: Route, language: Language
) -> HTTPRouteHandler:
    @get(
        route.pattern(language).replace("}", ":str}"),
        name=f"{route.name}.{language}",
        include_in_schema=False,
    )
    async def get_page(request: AnyRequest) -> PageAnswer:
        # Litestar types the scope more narrowly than plain ASGI.
        scope = cast("Scope", request.scope)
        params = {name: str(value) for name, value in request.path_params.items()}
        found = Match(route, language, params)
        return await answer_page(easel, dependencies, scope=scope, found=found)

    return get_page


def page_for_errors(easel: Easel) -> DrawPage:
    """Renders the page of an error: not found, or a page whose data could not be loaded."""

    async def draw_page(request: AnyRequest, status: int) -> PageAnswer:
        scope = cast("Scope", request.scope)
        path = scope["path"]
        is_there = status != HTTPStatus.NOT_FOUND
        failed = match(path) if is_there else None
        language = language_of(path)
        asked = PageRequest(
            site=easel.site,
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
