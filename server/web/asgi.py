"""ASGI types, queries of addresses, and responses of middleware."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs

import msgspec

QUERY_FIELDS_MOST = 50

# ASGI defines the values of scopes and messages in its specification, not by types.
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Header = tuple[bytes, bytes]


def header(scope: Mapping[str, Any], name: bytes) -> bytes:
    """Returns the first value of a request header, empty without one."""
    return next((value for key, value in scope["headers"] if key == name), b"")


def query_values(query: str) -> dict[str, str]:
    """Returns the first value of each name in a query, for handlers and middleware.

    Names with an empty value are left out. Empty for an invalid query, or one of more than
    QUERY_FIELDS_MOST fields.
    """
    try:
        parsed = parse_qs(query, max_num_fields=QUERY_FIELDS_MOST)
    except ValueError:
        return {}
    return {name: values[0] for name, values in parsed.items()}


async def answer(
    send: Send, status: int, *, body: bytes, media_type: bytes, headers: Iterable[Header] = ()
) -> None:
    """Sends a whole response, whose body is one message."""
    length = str(len(body)).encode()
    start = [(b"content-type", media_type), (b"content-length", length), *headers]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": body})


async def answer_problem(
    send: Send, status: int, *, code: str, headers: Iterable[Header] = (), **more: str
) -> None:
    """Sends a problem response (RFC 9457) with `code`, and with `more` as further members."""
    problem = {
        "type": f"/problems/{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        **more,
    }
    body = msgspec.json.encode(problem)
    media_type = b"application/problem+json"
    kept = (b"cache-control", b"no-store")
    await answer(send, status, body=body, media_type=media_type, headers=[kept, *headers])
