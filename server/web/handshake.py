"""Validation of WebSocket handshakes."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from server.web.asgi import Header

# Below the limit of the WebSocket library, which would wait without a response.
HEADERS_MOST = 100
VALUE_BYTES_MOST = 8000

_NEEDED = {
    b"sec-websocket-version": re.compile(rb"13"),
    b"sec-websocket-key": re.compile(rb"[A-Za-z0-9+/]{22}=="),
}
# Handshakes have no body, and this site uses no subprotocol.
_FOREIGN = frozenset({b"content-length", b"transfer-encoding", b"sec-websocket-protocol"})
_ONCE = (*_NEEDED, b"origin", b"host")


class Parsed(Protocol):
    """The parsed first line of a request."""

    def get_method(self) -> bytes: ...

    def get_http_version(self) -> str: ...


def is_handshake(line: Parsed, headers: Sequence[Header]) -> bool:
    """Returns whether every part is present exactly once, as RFC 6455 requires."""
    if line.get_method() != b"GET" or line.get_http_version() != "1.1":
        return False
    counts, values = Counter(name for name, _ in headers), dict(headers)
    is_small = len(headers) <= HEADERS_MOST and all(
        len(value) <= VALUE_BYTES_MOST for _, value in headers
    )
    is_plain = _FOREIGN.isdisjoint(counts) and all(counts[name] <= 1 for name in _ONCE)
    return (
        is_small
        and is_plain
        and all(form.fullmatch(values.get(name, b"").strip()) for name, form in _NEEDED.items())
    )
