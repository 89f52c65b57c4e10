"""One address for each page: other spellings of it are sent on to the right one."""

import re
from urllib.parse import quote, quote_from_bytes

from server.contracts.catalogue import cultivar_called
from server.contracts.routes import match, path_for
from server.web.asgi import App, Receive, Scope, Send

# What every canonical address looks like; only something else needs a closer look.
_PLAIN = re.compile(rb"/|(?:/(?!0[0-9])[a-z0-9._-]+)+")

_NEEDLESS_SLASH = re.compile("/(?=/)|(?<=.)/$")
QUERY_BYTES_SENT_ON = 1000
KEPT = (b"cache-control", b"public, max-age=3600")

# Printable ASCII that a browser leaves as it is in a query.
_QUERY_SAFE = "!$%&'()*+,-./:;=?@[\\]^_`{|}~"


class OneAddress:
    """Sends needless slashes, zeros, capitals and encoding, and a cultivar's names, to the page.

    What is no page has one spelling only, but for the language before it.
    """

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_plain = scope["type"] == "http" and _PLAIN.fullmatch(raw_path(scope))
        if is_plain:
            await self._app(scope, receive, send)
            return
        target = _other_address(scope) if scope["type"] == "http" else None
        if target is None:
            _spell_out(scope)
            await self._app(scope, receive, send)
            return
        headers = [(b"location", target.encode()), (b"content-length", b"0"), KEPT]
        await send({"type": "http.response.start", "status": 301, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def _other_address(scope: Scope) -> str | None:
    if scope["method"] != "GET":
        return None
    canonical = canonical_path(scope["path"]) or _in_its_language(scope["path"])
    # Only a path of ours is ever named, so no address can send a reader anywhere else.
    if canonical is None or quote(canonical).encode() == raw_path(scope):
        return None
    return sent_on(quote(canonical), scope)


def _in_its_language(path: str) -> str | None:
    """The path with a lower-case language, for addresses such as /JA/…."""
    return f"/ja/{path[4:]}" if path[:4] in {"/JA/", "/Ja/", "/jA/"} else None


def _spell_out(scope: Scope) -> None:
    """The router overlooks a slash too many; left encoded, the path gets the usual "not found"."""
    if scope["type"] != "lifespan" and _NEEDLESS_SLASH.search(scope["path"]):
        scope["path"] = _NEEDLESS_SLASH.sub("%2f", scope["path"])


def canonical_path(path: str) -> str | None:
    """The address of the page that a reader of this path must have meant."""
    folded = re.sub("/{2,}", "/", path).rstrip("/").lower() or "/"
    found = match(folded)
    if found and found.route.name != "cultivar":
        return folded
    # Any name of a cultivar is settled here too, or such a reader would be sent on twice.
    above, _, last = folded.rpartition("/")
    called = cultivar_called(last)
    near = match(f"{above}/{called or last.lstrip('0')}")
    if near and near.route.name == ("cultivar" if called else "post"):
        return path_for(near.route.name, near.language, params=near.params)
    return folded if found else None


def raw_path(scope: Scope) -> bytes:
    """The path as it was sent, still encoded."""
    raw: bytes = scope.get("raw_path") or quote(scope["path"]).encode()
    return raw


def with_query(path: str, scope: Scope) -> str:
    """The query is kept as it came; bytes that no address may hold are encoded."""
    given = scope["query_string"]
    return f"{path}?{quote_from_bytes(given, safe=_QUERY_SAFE)}" if given else path


def sent_on(path: str, scope: Scope) -> str:
    """No page reads so long a query, and no proxy passes so long a redirect on."""
    is_short = len(scope["query_string"]) <= QUERY_BYTES_SENT_ON
    return with_query(path, scope) if is_short else path


def address_of(scope: Scope) -> str:
    """Path and query as asked for."""
    path = raw_path(scope)
    is_plain = _PLAIN.fullmatch(path)
    return with_query(
        path.decode() if is_plain else quote_from_bytes(path, safe=_QUERY_SAFE), scope
    )
