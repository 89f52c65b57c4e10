"""Forms that work without scripts: their media type, their language, and the way back."""

from typing import Any

from litestar import Response

from server.contracts.routes import Language
from server.web.asgi import query_values
from server.web.problems import AnyRequest

FORM = b"application/x-www-form-urlencoded"


def form_language(request: AnyRequest) -> Language:
    """Returns the language of the page that has the form; its address names it."""
    query = query_values(request.scope["query_string"].decode("latin-1"))
    return "en" if query.get("language") == "en" else "ja"


def see_other(target: str) -> Response[Any]:
    headers = {"cache-control": "private, no-store", "location": target}
    return Response(b"", status_code=303, media_type="text/plain", headers=headers)
