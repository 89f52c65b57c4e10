"""Messages of the identity provider: the callback page shows those that this host received."""

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

import msgspec

from server.accounts.sessions.cookie_header import value_in
from server.accounts.sessions.cookies import Cookies
from server.accounts.sessions.rules import MESSAGE_LIFE
from server.accounts.sessions.seals import Seals
from server.contracts.routes import LANGUAGES, path_for
from server.web.asgi import QUERY_FIELDS_MOST, App, Header, Receive, Scope, Send

DESCRIPTION = "error_description"
PURPOSE = "provider message"

_PAGES = frozenset(path_for("authCallback", language) for language in LANGUAGES)
_HEADERS: tuple[Header, ...] = (
    (b"content-length", b"0"),
    (b"cache-control", b"private, no-store"),
    (b"referrer-policy", b"no-referrer"),
)

Pairs = list[tuple[str, str]]


async def seal_message(seals: Seals, query: Mapping[str, str]) -> str:
    """Seals the provider's error message in a callback's query, for a cookie of its browser."""
    value = msgspec.json.encode(_message(list(query.items())))
    return await seals.seal(value, purpose=PURPOSE, life=MESSAGE_LIFE)


class ProviderMessages:
    """Middleware that removes a forged error message from the address of the callback page.

    A message of the provider is in a sealed cookie of this browser; any other is forged, such as a
    text in a link of another site, and the page would show it as ours.
    """

    def __init__(self, app: App, seals: Seals, *, cookies: Cookies) -> None:
        self._app = app
        self._seals = seals
        self._cookie = cookies.provider_message

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Redirects to the address without the message, unless the sealed cookie has the same."""
        if scope["type"] == "http" and scope["path"] in _PAGES and scope["query_string"]:
            query = _read(scope["query_string"])
            message = _message(query)
            if message and message != await self._read_cookie(scope):
                await _redirect(scope["path"], query, send=send)
                return
        await self._app(scope, receive, send)

    async def _read_cookie(self, scope: Scope) -> Pairs | None:
        """Returns the message in the sealed cookie, or None if it is missing or too old."""
        text = value_in(scope, self._cookie)
        opened = await self._seals.open(text, purpose=PURPOSE, life=MESSAGE_LIFE)
        return msgspec.json.decode(opened.value, type=Pairs) if opened else None


def _read(query: bytes) -> Pairs:
    """Returns the fields of a query; too many fields count as a message that no cookie has."""
    try:
        return parse_qsl(
            query.decode("latin-1"), keep_blank_values=True, max_num_fields=QUERY_FIELDS_MOST
        )
    except ValueError:
        return [(DESCRIPTION, "")]


def _message(query: Pairs) -> Pairs:
    """Returns the fields of the error and its description; empty without a description."""
    message = [(name, value) for name, value in query if name in {"error", DESCRIPTION}]
    return message if any(name == DESCRIPTION for name, _ in message) else []


async def _redirect(path: str, query: Pairs, *, send: Send) -> None:
    """Redirects to the same page without the provider's message in its address."""
    kept = urlencode([pair for pair in query if pair[0] != DESCRIPTION])
    target = f"{path}?{kept}" if kept else path
    headers = [(b"location", target.encode()), *_HEADERS]
    await send({"type": "http.response.start", "status": 302, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
