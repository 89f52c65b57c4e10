"""Forms that work without scripts: their media type, their language, and the redirect."""

from collections.abc import Callable
from typing import Any

from litestar import Response

from server.contracts.routes import Language, path_for
from server.errors import Refusal
from server.web.asgi import query_values
from server.web.problems import AnyRequest, problem
from server.web.viewer import viewer_in

FORM = b"application/x-www-form-urlencoded"


def form_language(request: AnyRequest) -> Language:
    """Returns the language of the page that has the form, which the form's address names."""
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
) -> Callable[[AnyRequest, Refusal], Response[Any]]:
    """Returns an exception handler for refusals of a form.

    Browsers are redirected by `back` with the reason, visitors to the sign-in; other clients get
    the problem response.
    """

    def answer(request: AnyRequest, refusal: Refusal) -> Response[Any]:
        """Returns the redirect for a browser, or the problem response."""
        if not is_browser(request):
            return problem(refusal.status, refusal.code, params=refusal.params)
        if not viewer_in(request.scope).is_member:
            return see_other(path_for("login", form_language(request)))
        return back(request, refusal.code.rpartition(".")[2])

    return answer
