"""What a request for a live connection looks like; of any other its library would say nothing."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from server.web.asgi import Header

# Below what the library reads: where it stops reading, it does not answer either, and waits.
HEADERS_MOST = 100
VALUE_BYTES_MOST = 8000

_NEEDED = {
    b"sec-websocket-version": re.compile(rb"13"),
    b"sec-websocket-key": re.compile(rb"[A-Za-z0-9+/]{22}=="),
}
# A body, which such a request has not, and a language of its own, which no page of ours speaks.
_FOREIGN = frozenset({b"content-length", b"transfer-encoding", b"sec-websocket-protocol"})
_ONCE = (*_NEEDED, b"origin", b"host")


class Parsed(Protocol):
    """A request's first line."""

    def get_method(self) -> bytes: ...

    def get_http_version(self) -> str: ...


def is_handshake(line: Parsed, headers: Sequence[Header]) -> bool:
    """Whether every part of it is there once, as the standard (RFC 6455) has it."""
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
