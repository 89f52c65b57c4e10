"""Forms that work without scripts: their media type, their language, and the redirect."""

from collections.abc import Callable, Sequence
from typing import Any, cast
from urllib.parse import urlencode

from litestar import Litestar, Response
from litestar.exceptions import HTTPException
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

from server.contracts.routes import Language, path_for
from server.errors import Refusal
from server.web.asgi import query_values
from server.web.problems import AnyRequest, problem
from server.web.request_filter import PATH_BYTES_MOST
from server.web.viewer import viewer_in

FORM = b"application/x-www-form-urlencoded"
# Of one typed text that the address of a page carries; the longest list of muted words fits.
TYPED_CHARACTERS_MOST = 3000


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
    back: Callable[[AnyRequest, str], Response[Any]], *, kept: Sequence[str] = ()
) -> Callable[[AnyRequest, Refusal], Response[Any]]:
    """Returns an exception handler for refusals of a form.

    Browsers are redirected by `back` with the reason, visitors to the sign-in; other clients get
    the problem response. The page shows the texts of the fields in `kept` again.
    """

    def answer(request: AnyRequest, refusal: Refusal) -> Response[Any]:
        """Returns the redirect for a browser, or the problem response."""
        if not is_browser(request):
            return problem(refusal.status, refusal.code, params=refusal.params)
        page = back(request, refusal.code.rpartition(".")[2]).headers["location"]
        if viewer_in(request.scope).is_member:
            return _RefusedForm(page, kept) if kept else see_other(page)
        login = path_for("login", form_language(request))
        return _RefusedForm(page, kept, login=login) if kept else see_other(login)

    return answer


def with_typed(address: str, typed: dict[str, str]) -> str:
    """Returns an address with the typed texts in its query, each cut; empty ones are left out."""
    cut = {name: text[:TYPED_CHARACTERS_MOST] for name, text in typed.items() if text}
    if not cut:
        return address
    page, hash, section = address.partition("#")
    return f"{page}{'&' if '?' in page else '?'}{urlencode(cut)}{hash}{section}"


class _RefusedForm(Response[bytes]):
    """Redirect to a form's page with the typed texts; the body is read when it is sent.

    A guard refuses before the body is read, and exception handlers are synchronous.
    """

    def __init__(self, page: str, kept: Sequence[str], *, login: str | None = None) -> None:
        super().__init__(b"", status_code=303)
        self._page = page
        self._kept = kept
        # Path of the sign-in, which leads back to the page.
        self._login = login

    def to_asgi_response(
        self,
        app: Litestar | None,
        request: AnyRequest,
        **_options: Any,
    ) -> ASGIResponse:
        """Returns an ASGI application that reads the form and sends the redirect."""

        async def respond(scope: Scope, receive: Receive, send: Send) -> None:
            """Reads the typed texts and redirects to the page, or to the sign-in before it."""
            target = with_typed(self._page, await _typed(request, self._kept))
            if self._login is not None:
                is_long = len(target.encode()) > PATH_BYTES_MOST
                target = with_typed(self._login, {"return": self._page if is_long else target})
            await see_other(target).to_asgi_response(app, request)(scope, receive, send)

        return cast("ASGIResponse", respond)


async def _typed(request: AnyRequest, kept: Sequence[str]) -> dict[str, str]:
    """Returns the texts of these fields of a form, several of one name joined by commas.

    A body that cannot be read counts as empty.
    """
    try:
        fields = await request.form()
    except HTTPException:
        return {}
    return {name: ",".join(map(str, fields.getall(name, []))) for name in kept}
