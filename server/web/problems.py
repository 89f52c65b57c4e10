"""Refusals, invalid requests and crashes as responses: problem+json, or a page."""

import json
import random
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any, Protocol, cast

import msgspec
import structlog
from litestar import Litestar, Request, Response, route
from litestar.datastructures import State
from litestar.exceptions import (
    ClientException,
    HTTPException,
    InternalServerException,
    SerializationException,
)
from litestar.handlers import HTTPRouteHandler
from litestar.response.base import ASGIResponse
from litestar.serialization import decode_json
from litestar.types import ExceptionHandlersMap, Receive, Scope, Send

from server.errors import Refusal
from server.web.asgi import header

AnyRequest = Request[Any, Any, State]
IsPassing = Callable[[Exception], bool]


class Sent(Protocol):
    """Response that sends itself, such as a rendered page."""

    def __call__(self, scope: Any, receive: Any, send: Any, /) -> Awaitable[None]: ...

    def with_headers(self, headers: Mapping[str, str], /) -> "Sent": ...


RenderPage = Callable[[AnyRequest, int], Awaitable[Sent]]

PROBLEM = "application/problem+json"
# Key of the scope: status of the page for a path without one, in place of 404.
UNKNOWN_STATUS = "status_of_unknown_path"
# In a handler's `opt`: headers of the response to OPTIONS, for scripts of other sites.
PREFLIGHT = "preflight"
RETRY_S = 5
RETRY_SPREAD_S = 3
LATER = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
# Browsers may cache some of these statuses on their own.
NO_STORE = {"cache-control": "no-store"}
# msgspec's messages for an object without a field that its type requires, or with null for it.
_MISSING_FIELD = re.compile(r"Object missing required field|got `null` - at `\$\.\w+`$")
_TYPED = re.compile(r":[a-z]+(?=})")
# With additional or encoded slashes too, which match no route.
_BELOW_API = re.compile(r"(?:/|%2f)+api(?:/|%2f|$)")


class Problem(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """Problem response of RFC 9457 with the message's code and parameters."""

    type: str
    title: str
    status: int
    code: str
    detail: str = ""
    params: dict[str, str | int] = {}
    request_id: str = ""


class SiteRequest(Request[Any, Any, State]):
    """Request whose JSON body is decoded once, into the type that its handler names."""

    async def json(self) -> Any:
        """Returns the decoded body; None without one.

        Raises ClientException for an invalid body, Refusal 400 if a required field is missing.
        """
        body = await self.body() or b"null"
        handler = cast("HTTPRouteHandler", self.scope["route_handler"])
        field = handler.parsed_data_field
        try:
            # Untyped numbers like 1e308 cost milliseconds per kilobyte; a type refuses the first.
            value = decode_json(body, field.annotation if field else object, strict=False)
            # Parsers disagree on repeated fields, so these are refused. Numbers are not converted:
            # `len` is quick for any of them.
            json.loads(body, object_pairs_hook=_each_once, parse_int=len, parse_float=len)
        except (RecursionError, SerializationException, ValueError) as error:
            if _MISSING_FIELD.search(str(error.__cause__)):
                raise Refusal("app.fieldsMissing", HTTPStatus.BAD_REQUEST) from error
            raise ClientException from error
        return value


def _each_once(pairs: list[tuple[str, object]]) -> None:
    """Raises ValueError for a JSON object that has a field twice; for `json.loads`."""
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError("a field occurs twice")


def exception_handlers(
    render_page: RenderPage, is_passing: IsPassing = lambda _error: False
) -> ExceptionHandlersMap:
    """Returns the exception handlers; `render_page` renders a page for a status.

    `is_passing` returns whether an error is a temporary outage.
    """

    def on_refusal(request: AnyRequest, refusal: Refusal) -> Response[Any]:
        """Answers a refusal as JSON; a temporary one as a page where a page is expected."""
        answer = answer_refusal(refusal)
        if refusal.status in LATER and wants_page(request.scope):
            return _ErrorPage(
                render_page, refusal.status, retry_after=answer.headers["retry-after"]
            )
        return answer

    def on_http(request: AnyRequest, error: HTTPException) -> Response[Any]:
        """Answers unknown paths as a page where a page is expected, and mistakes as JSON."""
        if error.status_code == HTTPStatus.NOT_FOUND and wants_page(request.scope):
            scope = cast("Mapping[str, Any]", request.scope)
            return _ErrorPage(render_page, scope.get(UNKNOWN_STATUS, error.status_code))
        return _answer_mistake(error)

    def on_crash(request: AnyRequest, error: Exception) -> Response[Any]:
        """Answers 503 for a passing failure, such as a lost database, and 500 for all others."""
        log = structlog.get_logger("chanoki.crash")
        if is_passing(error):
            log.warning("unavailable", reason=type(error).__name__)
            return on_refusal(request, unavailable())
        log.error("crash", exc_info=error)
        if wants_page(request.scope):
            return _ErrorPage(render_page, HTTPStatus.INTERNAL_SERVER_ERROR)
        return problem(500, "internal", request_id=request_id_of(request))

    return {Refusal: on_refusal, HTTPException: on_http, Exception: on_crash}


def unavailable() -> Refusal:
    """Returns Refusal 503 with a random delay of 2 to 8 s: clients retry at different moments."""
    seconds = random.randint(RETRY_S - RETRY_SPREAD_S, RETRY_S + RETRY_SPREAD_S)  # noqa: S311
    return Refusal("app.unavailable", 503, params={"seconds": seconds})


def wants_page(scope: Mapping[str, Any]) -> bool:
    """Returns whether the request expects a page; scripts request paths under /api, or files."""
    path = scope["path"]
    if scope["method"] != "GET" or _BELOW_API.match(path):
        return False
    accepted = (header(scope, b"accept") or b"*/*").decode("latin-1")
    is_file = "." in path.rpartition("/")[2]
    return "text/html" in accepted or ("*/*" in accepted and not is_file)


def request_id_of(request: AnyRequest) -> str:
    return str(request.scope["state"].get("request_id", ""))


def answer_refusal(refusal: Refusal) -> Response[Problem]:
    """Returns a refusal as a problem response; a temporary one with Retry-After."""
    answer = problem(refusal.status, refusal.code, params=refusal.params)
    answer.headers.update(refusal.headers)
    # A temporary refusal states the time of the next attempt, as text and as header.
    if refusal.status in LATER:
        answer.headers["retry-after"] = str(refusal.params.get("seconds", RETRY_S))
    return answer


def _answer_mistake(error: HTTPException) -> Response[Problem]:
    """Returns the problem of an error of Litestar without its details, which can quote code.

    A client that leaves before its request is complete made the mistake, not the host.
    """
    has_left = isinstance(error, InternalServerException) and "disconnected" in error.detail
    status = HTTPStatus.BAD_REQUEST if has_left else error.status_code
    code = HTTPStatus(status).phrase.lower().replace(" ", "-").replace("'", "")
    answer = problem(status, code)
    answer.headers.update(error.headers or {})
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        known = answer.headers.get("allow", "")
        answer.headers["allow"] = _allow_header(filter(None, known.split(", ")))
    return answer


def problem(
    status: int, code: str, *, params: dict[str, str | int] | None = None, request_id: str = ""
) -> Response[Problem]:
    """Returns a problem response (RFC 9457); the browser has a message for its `code`."""
    content = Problem(
        type=f"/problems/{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        code=code,
        params=params or {},
        request_id=request_id,
    )
    return Response(content, status_code=status, media_type=PROBLEM, headers=NO_STORE)


def options_handler(handlers: Iterable[object]) -> HTTPRouteHandler:
    """Returns the handler that answers OPTIONS for every path.

    Litestar's own lists only the methods of the first handler registered for a path.
    """
    methods: dict[str, set[str]] = {}
    preflights: dict[str, dict[str, str]] = {}
    for handler in handlers:
        if isinstance(handler, HTTPRouteHandler):
            for path in handler.paths:
                methods.setdefault(path, {"OPTIONS"}).update(handler.http_methods)
                preflight = preflights.setdefault(_TYPED.sub("", path), {})
                preflight.update(handler.opt.get(PREFLIGHT, {}))
    # `path_template` in the scope has no types: `{id}` for `{id:int}`.
    allowed = {_TYPED.sub("", path): _allow_header(known) for path, known in methods.items()}

    @route([*methods], http_method="OPTIONS", status_code=204, include_in_schema=False)
    async def get_allowed_methods(request: AnyRequest) -> Response[None]:
        """Answers with the methods of the path, and with the headers of its preflight."""
        path = request.scope["path_template"]
        headers = {"allow": allowed[path], **preflights[path]}
        return Response(None, status_code=204, headers=headers)

    return get_allowed_methods


def _allow_header(methods: Iterable[str]) -> str:
    """Returns the value of `Allow`; GET implies HEAD."""
    known = set(methods)
    return ", ".join(sorted(known | {"HEAD"} if "GET" in known else known))


class _ErrorPage(Response[bytes]):
    """Response with a page that is rendered when it is sent, because handlers are synchronous."""

    def __init__(self, render_page: RenderPage, status: int, *, retry_after: str = "") -> None:
        super().__init__(b"", status_code=status)
        self._render_page = render_page
        self._status = status
        self._retry_after = retry_after

    def to_asgi_response(
        self,
        app: Litestar | None,  # noqa: ARG002
        request: AnyRequest,
        **_options: Any,
    ) -> ASGIResponse:
        """Returns an ASGI application that renders the page when Litestar sends the response."""

        async def respond(scope: Scope, receive: Receive, send: Send) -> None:
            """Renders the error page and sends it."""
            page = await self._render_page(request, self._status)
            if self._retry_after:
                page = page.with_headers({"retry-after": self._retry_after})
            await page(scope, receive, send)

        return cast("ASGIResponse", respond)
