"""One address for each page: other spellings redirect to it."""

import re
from collections.abc import Mapping
from urllib.parse import quote, quote_from_bytes

from server.contracts.catalogue import cultivar_called
from server.contracts.routes import Language, Route, match, path_for
from server.contracts.views import CatalogueViews
from server.pages.choices import canonical_choices
from server.pages.comparison import canonical_comparison
from server.pages.list_address import canonical_query
from server.web.asgi import App, Receive, Scope, Send, query_values
from server.web.request_filter import QUERY_BYTES_MOST

# Lower-case paths without needless slashes, leading zeros or encoding; only others are examined.
_PLAIN = re.compile(rb"/|(?:/(?!0[0-9])[a-z0-9._-]+)+")

_NEEDLESS_SLASH = re.compile("/(?=/)|(?<=.)/$")
CACHED = (b"cache-control", b"public, max-age=3600")

# Printable ASCII that browsers do not encode in a query.
_QUERY_SAFE = "!$%&'()*+,-./:;=?@[\\]^_`{|}~"


class AddressRedirect:
    """Middleware that redirects other spellings of a page's address to the canonical one.

    They differ in slashes, leading zeros, capitals or encoding, or use another name of a cultivar.
    The target's query is canonical too, which saves a second redirect.
    """

    def __init__(self, app: App, catalogue: Mapping[Language, CatalogueViews]) -> None:
        self._app = app
        self._catalogue = catalogue

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Redirects with 301 to the canonical path, or passes the request to the next app."""
        is_plain = scope["type"] == "http" and _PLAIN.fullmatch(raw_path(scope))
        if is_plain:
            await self._app(scope, receive, send)
            return
        target = self._redirect_target(scope) if scope["type"] == "http" else None
        if target is None:
            _encode_extra_slashes(scope)
            await self._app(scope, receive, send)
            return
        headers = [(b"location", target.encode()), (b"content-length", b"0"), CACHED]
        await send({"type": "http.response.start", "status": 301, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    def _redirect_target(self, scope: Scope) -> str | None:
        """Returns the canonical address if a GET request uses another spelling of it, else None."""
        if scope["method"] != "GET":
            return None
        canonical = canonical_path(scope["path"]) or _with_lower_case_language(scope["path"])
        # The target is always a path of this site, so the redirect cannot lead elsewhere.
        if canonical is None or quote(canonical).encode() == raw_path(scope):
            return None
        path, found = quote(canonical), match(canonical)
        if found is None:
            return with_short_query(path, scope)
        views = self._catalogue[found.language]
        return with_canonical_query(path, scope, found.route, views) or with_short_query(
            path, scope
        )


def _with_lower_case_language(path: str) -> str | None:
    """Returns the path with `/ja/` for `/JA/` and the like, else None.

    For paths without a page, whose 404 is then in Japanese.
    """
    return f"/ja/{path[4:]}" if path[:4] in {"/JA/", "/Ja/", "/jA/"} else None


def _encode_extra_slashes(scope: Scope) -> None:
    """Encodes extra slashes in the scope's path, so that the router answers 404, not the page."""
    if scope["type"] != "lifespan" and _NEEDLESS_SLASH.search(scope["path"]):
        scope["path"] = _NEEDLESS_SLASH.sub("%2f", scope["path"])


def canonical_path(path: str) -> str | None:
    """Returns the canonical path of the page that this path names, or None without such a page.

    It has single slashes, lower case, the ids of cultivars in place of their other names, and the
    number of a post without leading zeros.
    """
    folded = re.sub("/{2,}", "/", path).rstrip("/").lower() or "/"
    found = match(folded)
    # Other names of cultivars are resolved here too, which saves a second redirect.
    if found and found.route.name == "relation":
        ids = {key: cultivar_called(name) or name for key, name in found.params.items()}
        return path_for("relation", found.language, params=ids)
    if found and found.route.name != "cultivar":
        return folded
    above, _, last = folded.rpartition("/")
    called = cultivar_called(last)
    near = match(f"{above}/{called or last.lstrip('0')}")
    if near and near.route.name == ("cultivar" if called else "post"):
        return path_for(near.route.name, near.language, params=near.params)
    return folded if found else None


def raw_path(scope: Scope) -> bytes:
    """Returns the path as the client encoded it."""
    raw: bytes = scope.get("raw_path") or quote(scope["path"]).encode()
    return raw


def with_query(path: str, scope: Scope) -> str:
    """Returns the path with the request's query; encodes bytes that addresses may not contain."""
    given = scope["query_string"]
    return f"{path}?{quote_from_bytes(given, safe=_QUERY_SAFE)}" if given else path


def with_short_query(path: str, scope: Scope, *, most: int = QUERY_BYTES_MOST) -> str:
    """Returns the path with the request's query, or the path alone if both exceed `most` bytes.

    The default of `most` is the longest query that this host accepts.
    """
    whole = with_query(path, scope)
    return whole if len(whole) <= most else path


def address_of(scope: Scope) -> str:
    """Returns path and query of the request, percent-encoded."""
    path = raw_path(scope)
    is_plain = _PLAIN.fullmatch(path)
    return with_query(
        path.decode() if is_plain else quote_from_bytes(path, safe=_QUERY_SAFE), scope
    )


def read_query(scope: Scope, route: Route) -> dict[str, str]:
    """Returns the first value of each query field that the route table lists for the route."""
    query: bytes = scope["query_string"]
    if not query or not route.record.query:
        return {}
    values = query_values(query.decode("latin-1"))
    return {name: value for name, value in values.items() if name in route.record.query}


def with_canonical_query(
    path: str, scope: Scope, route: Route, catalogue: CatalogueViews
) -> str | None:
    """Returns the path with the query that the page should have; None if the request has it."""
    query = _canonical_query(scope, route, catalogue)
    return None if query is None else f"{path}?{query}".removesuffix("?")


def _canonical_query(scope: Scope, route: Route, catalogue: CatalogueViews) -> str | None:
    """Returns the query that the page's address should have; None if it has that already."""
    if route.name == "compare":
        return canonical_comparison(read_query(scope, route), scope["query_string"])
    query = scope["query_string"].decode("latin-1")
    if route.name != "cultivars":
        return canonical_choices(route.name, query)
    return canonical_query(query, route.record.query, catalogue.filter_labels)
