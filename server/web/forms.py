"""Forms that work without scripts: their media type, their language, and the redirect."""

from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import urlencode

from litestar import Litestar, Response
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.response.base import ASGIResponse
from litestar.types import ExceptionHandlersMap, Receive, Scope, Send

from server.contracts.limits import LIMITS
from server.contracts.routes import Language, path_for
from server.errors import Refusal
from server.web.asgi import query_values
from server.web.problems import (
    AnyRequest,
    IsPassing,
    RenderPage,
    answer_refusal,
    exception_handlers,
)
from server.web.viewer import ANOTHER_MEMBER, CHANGE_BY_FORM, viewer_in

FORM = b"application/x-www-form-urlencoded"
# Of one typed text that the address of a page carries; the longest list of muted words fits.
TYPED_CHARACTERS_MOST = 3000
# Reason of the sign-in page for a form whose sender is not signed in any more.
EXPIRED = "expired"
TOO_LARGE = "forms.tooLarge"
UNREADABLE = "forms.unreadable"
_UNREAD: dict[int, str] = {
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: TOO_LARGE,
    HTTPStatus.BAD_REQUEST: UNREADABLE,
}


def form_language(request: AnyRequest) -> Language:
    """Returns the language that the form's address names; Japanese unless it is English."""
    query = query_values(request.scope["query_string"].decode("latin-1"))
    return "en" if query.get("language") == "en" else "ja"


def see_other(target: str) -> Response[Any]:
    """Returns a redirect (303) to a page of this site."""
    headers = {"cache-control": "private, no-store", "location": target}
    return Response(b"", status_code=303, media_type="text/plain", headers=headers)


def is_browser(request: AnyRequest) -> bool:
    """Returns whether the client accepts HTML."""
    return "text/html" in request.headers.get("accept", "")


def refused_form(
    back: Callable[[AnyRequest, str], Response[Any]],
    *,
    kept: Sequence[str] = (),
    is_open: bool = False,
) -> Callable[[AnyRequest, Refusal], Response[Any]]:
    """Returns an exception handler for refusals of a form; with `is_open` visitors may send it.

    Browsers are redirected to the page that `back` gives for the reason; without `is_open`,
    visitors (their session has ended) to the sign-in, which leads back to that page. Other clients
    get the problem response. The page shows the texts of the fields in `kept` again, and the
    seconds to wait above a rate.
    """

    def answer(request: AnyRequest, refusal: Refusal) -> Response[Any]:
        """Returns the redirect for a browser, or the problem response."""
        if not is_browser(request):
            return answer_refusal(refusal)
        page = back(request, refusal.code.rpartition(".")[2]).headers["location"]
        page = with_typed(page, wait_query(refusal))
        fields = () if refusal.code == TOO_LARGE else kept
        if is_open or viewer_in(request.scope).is_member:
            return RefusedForm(fields, partial(_page_again, page, refusal))
        error = EXPIRED if refusal.status == HTTPStatus.UNAUTHORIZED else ""
        login = partial(login_address, form_language(request), error=error)
        return RefusedForm(fields, partial(_login_before, login, page))

    return answer


def site_exception_handlers(render_page: RenderPage, is_passing: IsPassing) -> ExceptionHandlersMap:
    """Returns the exception handlers of the site: those of `problems`, and of unread forms.

    A form whose body is too large or invalid is answered as a refusal of that form.
    """
    handlers = exception_handlers(render_page, is_passing)
    on_http = cast("Callable[[AnyRequest, HTTPException], Any]", handlers[HTTPException])

    def answer(request: AnyRequest, error: HTTPException) -> Any:
        """Returns the form's answer to a refusal; for other errors the problem."""
        code = _UNREAD.get(error.status_code)
        form = request.scope.get("route_handler")
        is_form = isinstance(form, HTTPRouteHandler) and form.opt.get(CHANGE_BY_FORM)
        if code is None or not is_form or not is_browser(request):
            return on_http(request, error)
        on_refusal = cast("Any", form.resolve_exception_handlers()[Refusal])
        return on_refusal(request, Refusal(code, error.status_code))

    return {**handlers, HTTPException: answer}


def wait_query(refusal: Refusal) -> dict[str, str]:
    """Returns the query of a page with `wait`, the seconds until the next try is allowed.

    Empty unless there were too many requests.
    """
    if refusal.status != HTTPStatus.TOO_MANY_REQUESTS:
        return {}
    return {"wait": str(refusal.params.get("seconds", ""))}


def texts_to_show(refusal: Refusal, typed: dict[str, str]) -> dict[str, str]:
    """Returns the typed texts that the page shows again after a refusal.

    Empty if another member is signed in now: the page and its address would show them the texts.
    """
    return {} if refusal.code == ANOTHER_MEMBER else typed


def _page_again(page: str, refusal: Refusal, typed: dict[str, str]) -> str:
    """Returns the address of a form's page with the texts that it shows again."""
    return with_typed(page, texts_to_show(refusal, typed))


def login_address(language: Language, back: str, *, error: str) -> str:
    """Returns the address of the sign-in with the reason, if any, and the path to return to."""
    return with_typed(path_for("login", language), {"error": error, "return": back})


def _login_before(login: Callable[[str], str], page: str, typed: dict[str, str]) -> str:
    """Returns the address of the sign-in that leads back to a page with the typed texts.

    Without the texts if the path to return to would be too long.
    """
    target = with_typed(page, typed)
    is_long = len(target.encode()) > LIMITS.return_path_bytes
    return login(page if is_long else target)


def with_typed(address: str, typed: dict[str, str]) -> str:
    """Returns an address with the typed texts in its query, each cut; empty ones are left out."""
    cut = {name: text[:TYPED_CHARACTERS_MOST] for name, text in typed.items() if text}
    if not cut:
        return address
    page, hash, section = address.partition("#")
    return f"{page}{'&' if '?' in page else '?'}{urlencode(cut)}{hash}{section}"


class RefusedForm(Response[bytes]):
    """Redirect that depends on the texts of some fields, which it reads from the body when sent.

    A guard refuses before the body is read, and exception handlers are synchronous.
    """

    def __init__(self, fields: Sequence[str], address_of: Callable[[dict[str, str]], str]) -> None:
        super().__init__(b"", status_code=303)
        self._fields = fields
        self._address_of = address_of

    def to_asgi_response(
        self,
        app: Litestar | None,
        request: AnyRequest,
        **_options: Any,
    ) -> ASGIResponse:
        """Returns an ASGI application that reads the form and sends the redirect."""

        async def respond(scope: Scope, receive: Receive, send: Send) -> None:
            """Reads the texts and sends the redirect to the address with them."""
            target = self._address_of(await _typed(request, self._fields))
            await see_other(target).to_asgi_response(app, request)(scope, receive, send)

        return cast("ASGIResponse", respond)


async def _typed(request: AnyRequest, kept: Sequence[str]) -> dict[str, str]:
    """Returns the texts of these fields of a form, several of one name joined by commas.

    A body that cannot be read counts as empty.
    """
    if not kept:
        return {}
    try:
        fields = await request.form()
    except HTTPException:
        return {}
    return {name: ",".join(map(str, fields.getall(name, []))) for name in kept}
