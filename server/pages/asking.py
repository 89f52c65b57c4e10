"""Loads the data of a page and answers with the page or a redirect."""

from typing import Any, cast
from urllib.parse import quote

from litestar.connection import ASGIConnection
from litestar.types import HTTPScope

from server.contracts.routes import Language, Match, Route, path_for
from server.errors import Refusal
from server.pages.addresses import address_of, sent_on
from server.pages.answer import PageAnswer, redirect
from server.pages.drawing import Easel, draw
from server.pages.loaders import LOADERS, NULL, LoaderContext, Missing, Moved, PageDependencies
from server.pages.page_request import CardPage, PageRequest
from server.pages.schemas import Preloaded, Viewer
from server.web.asgi import Scope, query_values
from server.web.search_limit import check_search_limit
from server.web.viewer import Member, Visitor, viewer_in

# The provider's answer to a sign-in is in this address, which must not be stored or passed on.
BARE_HEADERS = {
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex, nofollow",
    "referrer-policy": "no-referrer",
}


async def answer_page(
    easel: Easel, dependencies: PageDependencies, *, scope: Scope, found: Match
) -> PageAnswer:
    """Renders the page, or redirects to the login, another language or a changed address."""
    route, language = found.route, found.language
    elsewhere = _elsewhere(scope, route, language=language)
    if elsewhere is not None:
        return redirect(302, elsewhere, vary="cookie")
    context = LoaderContext(
        route=route.name,
        language=language,
        params=found.params,
        query=_queried(scope, route),
        dependencies=dependencies,
        viewer=viewer_in(scope),
    )
    try:
        asked = await _asked(scope, context, route=route, easel=easel)
    except Moved as moved:
        target = path_for(route.name, language, params=moved.params)
        return redirect(301, sent_on(target, scope))
    answer = await draw(easel, asked)
    return answer.with_headers(BARE_HEADERS) if route.record.frame == "bare" else answer


def shown_viewer(scope: Scope) -> Viewer | None:
    """What the page may know of its reader, who is themself the only one to get it."""
    viewer = viewer_in(scope)
    if not isinstance(viewer, Member):
        return None
    return Viewer(viewer.id, viewer.display_name, viewer.avatar_url, viewer.language)


def _elsewhere(scope: Scope, route: Route, *, language: Language) -> str | None:
    """Where this reader belongs instead: to the login, or home in the language that they chose."""
    if "search" in route.record.query:
        check_search_limit(scope)
    viewer = viewer_in(scope)
    if route.record.guard == "members" and isinstance(viewer, Visitor):
        if not viewer.is_certain:
            # Neither the page nor the login: the session can be read again in a moment.
            raise Refusal("app.unavailable", 503)
        address = quote(sent_on(scope["path"], scope), safe="/")
        return f"{path_for('login', language)}?return={address}"
    # The switcher alone sets this cookie; nothing else may turn a reader away from English.
    if route.name == "home" and language == "en" and _prefers_japanese(scope):
        return sent_on(path_for("home", "ja"), scope)
    return None


def _prefers_japanese(scope: Scope) -> bool:
    connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(cast("HTTPScope", scope))
    return connection.cookies.get("language") == "ja"


async def _asked(
    scope: Scope, context: LoaderContext, *, route: Route, easel: Easel
) -> PageRequest:
    params = dict(context.params)
    status = 200
    try:
        answers = [(query, await LOADERS[query](context)) for query in route.record.preload]
    except Missing as missing:
        status = missing.status
        answers = [(query, missing.told.get(query, NULL)) for query in route.record.preload]
    # Only a query can vouch that what the parameters name exists.
    if params and not answers:
        status = 404
    language = context.language
    page = CardPage(route.name, language, params, status, dict(answers))
    return PageRequest(
        site=easel.site,
        route=route.name,
        language=language,
        url=address_of(scope),
        params=params,
        card=await easel.cards.of_page(page),
        status=status,
        preloaded=tuple(Preloaded(query, params, data) for query, data in answers),
        viewer=shown_viewer(scope),
        filter_labels=context.dependencies.catalogue[language].filter_labels,
    )


def _queried(scope: Scope, route: Route) -> dict[str, str]:
    """Of the address's query, what the page reads; nothing else can change what it shows."""
    query: bytes = scope["query_string"]
    if not query or not route.record.query:
        return {}
    values = query_values(query.decode("latin-1"))
    return {name: value for name, value in values.items() if name in route.record.query}
