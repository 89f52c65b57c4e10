"""Refuses foreign hosts, long headers and addresses; hides ambiguous paths from the routes."""

import re
from itertools import chain
from urllib.parse import unquote_to_bytes

from server.contracts.routes import in_language, language_of
from server.web.asgi import App, Receive, Scope, Send, answer_problem
from server.web.problems import UNKNOWN_STATUS, wants_page

PATH_BYTES_MOST = 2048
# Below the HTTP parser's limit of 64 KB, so that a longer query gets this site's response.
QUERY_BYTES_MOST = 60_000
ADDRESS_TOO_LONG = "address-too-long"
HEADERS_MOST = 100
HEADER_BYTES_MOST = 32_768
NOT_ALLOWED = 1008

# Nothing encoded, no dot.
_PLAIN = re.compile(rb"[/0-9A-Za-z_-]*")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
# A second spelling of an address, or a path out of a folder.
_ENCODED_SLASH = re.compile(rb"%2f|%5c|\\", re.IGNORECASE)
_DOT_SEGMENT = re.compile(r"(?:^|/)\.{1,2}(?:/|$)")


class RequestFilter:
    """Middleware that refuses invalid requests and hides ambiguous paths from the routes."""

    def __init__(self, app: App, hosts: frozenset[str]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Responds with a refusal, or passes the request to the next app.

        A path that a proxy could read differently (encoded slash, dot segment, invalid UTF-8) stays
        encoded, so that it matches no route and gets 404. Readers see the page of unknown addresses
        for an address that is too long.
        """
        if scope["type"] in ("http", "websocket"):
            refusal = self._find_refusal(scope)
            if refusal and not _shorten(scope, refusal):
                await _refuse(scope, send, refusal=refusal)
                return
            if not refusal and _is_ambiguous(scope):
                # Left encoded, the path matches no route and gets the usual "not found".
                scope["path"] = _raw_path(scope).decode("ascii", errors="replace")
        await self._app(scope, receive, send)

    def _find_refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Returns status and code of the reason to refuse a request; None to accept it."""
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        size = sum(map(len, chain.from_iterable(headers)))
        if len(headers) > HEADERS_MOST or size > HEADER_BYTES_MOST:
            return 431, "headers-too-large"
        if not self._is_known_host(scope):
            return 400, "unknown-host"
        too_long = len(_raw_path(scope)) > PATH_BYTES_MOST
        if too_long or len(scope["query_string"]) > QUERY_BYTES_MOST:
            return 414, ADDRESS_TOO_LONG
        return None

    def _is_known_host(self, scope: Scope) -> bool:
        """Returns whether the request names a host of this site; health checks may name any."""
        # Health probes inside the network use the machine's address.
        if scope["path"].startswith("/health/"):
            return True
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        return len(hosts) == 1 and hosts[0].decode("latin-1").lower() in self._hosts


def _shorten(scope: Scope, refusal: tuple[int, str]) -> bool:
    """Replaces an address that is too long if the request expects a page; returns whether it did.

    The new path is in the same language and has no page.
    """
    status, code = refusal
    if code != ADDRESS_TOO_LONG or scope["type"] != "http" or not wants_page(scope):
        return False
    path = in_language(f"/{code}", language_of(scope["path"]))
    scope.update(path=path, raw_path=path.encode(), query_string=b"")
    scope[UNKNOWN_STATUS] = status
    return True


async def _refuse(scope: Scope, send: Send, *, refusal: tuple[int, str]) -> None:
    """Answers a refused request; a WebSocket is closed before it is accepted."""
    status, code = refusal
    if scope["type"] == "websocket":
        # Closing a WebSocket before it is accepted is answered with 403.
        await send({"type": "websocket.close", "code": NOT_ALLOWED})
        return
    await answer_problem(send, status, code=code)


def _raw_path(scope: Scope) -> bytes:
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    return raw


def _is_text(raw_path: bytes) -> bool:
    """Returns whether the path is valid UTF-8 without control characters."""
    if b"%" not in raw_path:
        return raw_path.isascii() and not _CONTROL.search(raw_path.decode("ascii"))
    try:
        return not _CONTROL.search(unquote_to_bytes(raw_path).decode())
    except UnicodeDecodeError:
        return False


def _is_ambiguous(scope: Scope) -> bool:
    """Returns whether a proxy could read the path in another way than this host."""
    raw = _raw_path(scope)
    if _PLAIN.fullmatch(raw):
        return False
    return not _is_text(raw) or bool(
        _ENCODED_SLASH.search(raw) or _DOT_SEGMENT.search(scope["path"])
    )
