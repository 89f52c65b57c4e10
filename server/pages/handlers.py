"""Handlers of all pages, made from the route table, and the pages of errors."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote, urlencode

import msgspec
from litestar import get
from litestar.connection import ASGIConnection
from litestar.handlers import HTTPRouteHandler
from litestar.types import HTTPScope

from server.contracts.catalogue import cultivar_called
from server.contracts.limits import LIMITS
from server.contracts.routes import (
    LANGUAGES,
    ROUTES,
    Language,
    Match,
    Route,
    in_language,
    language_of,
    match,
    path_for,
)
from server.errors import Refusal
from server.pages.addresses import (
    address_of,
    read_query,
    with_canonical_query,
    with_short_query,
)
from server.pages.loader_context import NULL, LoaderContext, Missing, Moved, PageDependencies
from server.pages.loaders import LOADERS, queries_of
from server.pages.optional_loaders import has_unread_notifications
from server.pages.page_renderer import PageRenderer, PageResponse, redirect
from server.pages.page_request import CardPage, PageRequest
from server.pages.schemas import Preloaded, Viewer
from server.web.asgi import Scope
from server.web.problems import AnyRequest, RenderPage
from server.web.search_limit import check_search_limit
from server.web.viewer import Member, Visitor, viewer_in
from server.web.viewer import Viewer as AnyViewer

NOT_FOUND = "notFound"
MISSING = (HTTPStatus.NOT_FOUND, HTTPStatus.REQUEST_URI_TOO_LONG)
# The provider's answer to a sign-in is in this address, which must not be stored or passed on.
BARE_HEADERS = {
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex, nofollow",
    "referrer-policy": "no-referrer",
}


def page_handlers(renderer: PageRenderer, dependencies: PageDependencies) -> list[HTTPRouteHandler]:
    """Returns a handler for each route of the table in each language."""
    return [
        _page_handler(renderer, dependencies, route=route, language=language)
        for route in ROUTES.values()
        for language in LANGUAGES
    ]


def _page_handler(
    renderer: PageRenderer, dependencies: PageDependencies, *, route: Route, language: Language
) -> HTTPRouteHandler:
    """Returns the handler of a route's pages in a language."""

    @get(
        route.pattern(language).replace("}", ":str}"),
        name=f"{route.name}.{language}",
        include_in_schema=False,
    )
    async def get_page(request: AnyRequest) -> PageResponse:
        """Renders the page that the path's parameters name."""
        # Litestar types the scope more narrowly than plain ASGI.
        scope = cast("Scope", request.scope)
        params = {name: str(value) for name, value in request.path_params.items()}
        found = Match(route, language, params)
        return await _respond(renderer, dependencies, scope=scope, found=found)

    return get_page


def page_for_errors(renderer: PageRenderer) -> RenderPage:
    """Returns the function that renders error pages.

    The worker renders 404, and 414 for an address that is too long to have a page. Any other error
    page is sent without its content, and the browser loads its data again.
    """

    async def render_error_page(request: AnyRequest, status: int) -> PageResponse:
        """Renders the page of an error status; without the worker unless the page is missing."""
        scope = cast("Scope", request.scope)
        path = scope["path"]
        is_failure = status not in MISSING
        failed = match(path) if is_failure else None
        language = language_of(path)
        page = PageRequest(
            site=renderer.site,
            route=failed.route.name if failed else NOT_FOUND,
            language=language,
            url=address_of(scope),
            params=failed.params if failed else {},
            card=renderer.cards.site_card(language),
            status=status,
            viewer=_shown_viewer(scope),
        )
        if is_failure:
            return renderer.render_without_worker(page)
        return await renderer.render(page)

    return render_error_page


async def _respond(
    renderer: PageRenderer, dependencies: PageDependencies, *, scope: Scope, found: Match
) -> PageResponse:
    """Responds with the page, or redirects to the login, another language or a changed address.

    Raises Refusal 429 above the limit of searches, 503 if the session could not be read.
    """
    route, language = found.route, found.language
    target = _redirect_target(scope, route, language=language)
    if target is not None:
        return redirect(302, target, vary="cookie")
    path = path_for(route.name, language, params=found.params)
    target = with_canonical_query(path, scope, route, dependencies.catalogue[language])
    if target is not None:
        return redirect(301, target)
    context = LoaderContext(
        route=route.name,
        language=language,
        params=found.params,
        query=read_query(scope, route),
        dependencies=dependencies,
        viewer=viewer_in(scope),
    )
    try:
        request = await _load(scope, context, route=route, renderer=renderer)
    except Moved as moved:
        target = path_for(route.name, language, params=moved.params)
        return redirect(301, with_short_query(target, scope))
    response = await renderer.render(request)
    if route.record.frame != "bare":
        return response
    # With `no-referrer` browsers send the welcome's form with `Origin: null`, which is refused.
    is_welcome = "welcome" in context.query
    own = {"referrer-policy": "same-origin"} if is_welcome else {}
    return response.with_headers({**BARE_HEADERS, **own})


def _shown_viewer(scope: Scope) -> Viewer | None:
    """Returns the request's member for the page's header; None for a visitor."""
    viewer = viewer_in(scope)
    if not isinstance(viewer, Member):
        return None
    return Viewer(
        viewer.id,
        viewer.display_name,
        viewer.avatar_url,
        viewer.language,
        has_notice=viewer.is_notice_due,
        role=viewer.role,
    )


def _redirect_target(scope: Scope, route: Route, *, language: Language) -> str | None:
    """Returns the address to which the request is redirected, or None.

    Redirected are visitors of members' pages (to the login), the form of two cultivars (to their
    page), the welcome after its answer (`_after_welcome`), and the English home page of readers who
    chose Japanese. Raises Refusal 429 above the limit of searches, 503 if the session could not be
    read.
    """
    if {"search", "about"} & set(route.record.query) or route.record.combination:
        check_search_limit(scope)
    viewer = viewer_in(scope)
    if route.record.guard == "members" and isinstance(viewer, Visitor):
        if not viewer.is_certain:
            # The session could not be read: a retry may find a member.
            raise Refusal("app.unavailable", 503)
        address = with_short_query(scope["path"], scope, most=LIMITS.return_path_bytes)
        return f"{path_for('login', language)}?return={quote(address, safe='/')}"
    if route.name == "relations":
        return _relation_path(read_query(scope, route), language)
    if route.name == "authCallback":
        return _after_welcome(viewer, read_query(scope, route))
    # The language switcher and the welcome set this cookie; nothing else redirects from English.
    if route.name == "home" and language == "en" and _prefers_japanese(scope):
        return with_short_query(path_for("home", "ja"), scope)
    return None


def _after_welcome(viewer: AnyViewer, query: dict[str, str]) -> str | None:
    """Returns the address of `authCallback` without `?welcome` once that was answered, else None.

    This page, and the one in `return`, are then in the member's language.
    """
    if "welcome" not in query or not isinstance(viewer, Member) or viewer.is_welcome_due:
        return None
    left = {name: value for name, value in query.items() if name != "welcome"}
    if "return" in left:
        left["return"] = in_language(left["return"], viewer.language)
    return f"{path_for('authCallback', viewer.language)}?{urlencode(left)}"


def _relation_path(query: Mapping[str, str], language: Language) -> str | None:
    """Returns the path of the page of the two records that the form names by id or name.

    None unless both are known.
    """
    called = {name: cultivar_called(query.get(name, "")) for name in ("a", "b")}
    params = {name: id for name, id in called.items() if id is not None}
    return path_for("relation", language, params=params) if len(params) == len(called) else None


def _prefers_japanese(scope: Scope) -> bool:
    """Returns whether the reader has chosen Japanese, by the language cookie."""
    connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(cast("HTTPScope", scope))
    return connection.cookies.get("language") == "ja"


async def _load(
    scope: Scope, context: LoaderContext, *, route: Route, renderer: PageRenderer
) -> PageRequest:
    """Loads the route's queries and returns the page's request.

    Its status is 404, 410 or 403 if a loader raises Missing. The page of a post and the account
    page mark the member's notifications of what they show as read.
    """
    params = dict(context.params)
    status = 200
    try:
        queries = queries_of(route, context.query)
        loaded = [(query, await LOADERS[query](context)) for query in queries]
    except Missing as missing:
        status = missing.status
        loaded = [(query, missing.known.get(query, NULL)) for query in route.record.preload]
    # Only a query can tell whether what the parameters name exists.
    if params and not loaded:
        status = 404
    language = context.language
    viewer = _shown_viewer(scope)
    if viewer and await has_unread_notifications(context):
        viewer = msgspec.structs.replace(viewer, has_unread=True)
    page = CardPage(route.name, language, params, status, dict(loaded), context.query)
    return PageRequest(
        site=renderer.site,
        route=route.name,
        language=language,
        url=address_of(scope),
        params=params,
        card=await renderer.cards.of_page(page),
        status=status,
        preloaded=tuple(Preloaded(query, params, data) for query, data in loaded),
        viewer=viewer,
        filter_labels=context.dependencies.catalogue[language].filter_labels,
        lists=context.dependencies.catalogue[language].lists,
    )
