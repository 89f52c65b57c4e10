"""Sign-outs that could not reach the host: the browser's next request ends the session."""

from server.accounts.sessions.actions.sessions import close_session_of
from server.accounts.sessions.authentication import note_failure
from server.accounts.sessions.cookie_header import pairs_in, remove_cookie, token_in
from server.accounts.sessions.cookies import Cookies, drop
from server.accounts.sessions.queries import has_session
from server.accounts.sessions.tokens import hash_of
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.web.asgi import App, Header, Message, Receive, Scope, Send

STARTS = frozenset({"http.response.start", "websocket.accept"})
# A shared cache must not store cookies of one browser, whatever the response says.
_REPLACED = frozenset({b"cache-control"})
_NOT_KEPT: tuple[Header, ...] = (
    (b"cache-control", b"private, no-store"),
    (b"clear-site-data", b'"cache"'),
)


class RememberedSignOut:
    """Middleware that ends the session of a browser with the cookie of a sign-out.

    The rest of the site sees a visitor. While the database is away the cookies stay, and a later
    request ends the session.
    """

    def __init__(self, app: App, database: Sessions, *, cookies: Cookies) -> None:
        self._app = app
        self._database = database
        self._session_cookie = cookies.session
        self._marker = cookies.signed_out
        self._dropped: list[Header] = [
            (b"set-cookie", drop(cookies, name).to_header(header="").encode())
            for name in (cookies.session, cookies.signed_out)
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or _is_sign_out(scope) or not self._is_signed_out(scope):
            await self._app(scope, receive, send)
            return
        is_ended = await self._end_session(token_in(scope, self._session_cookie))
        remove_cookie(scope, self._session_cookie)
        await self._app(scope, receive, self._with_dropped_cookies(send) if is_ended else send)

    def _is_signed_out(self, scope: Scope) -> bool:
        return any(name == self._marker for name, _ in pairs_in(scope))

    async def _end_session(self, token: str | None) -> bool:
        """Returns False if the database is away."""
        try:
            # Read first: anybody can send an invented token, and writes are one at a time.
            async with self._database.reading() as source:
                is_open = token and await has_session(source, hash_of(token))
            if token and is_open:
                async with transaction(self._database) as opened:
                    await close_session_of(opened, token)
        except Exception as error:
            note_failure("session_not_ended", error)
            return False
        return True

    def _with_dropped_cookies(self, send: Send) -> Send:
        async def send_on(message: Message) -> None:
            if message["type"] in STARTS:
                given = [pair for pair in message.get("headers", ()) if pair[0] not in _REPLACED]
                # First, so that a new session of the same response replaces the old one.
                message = {**message, "headers": [*self._dropped, *given, *_NOT_KEPT]}
            await send(message)

        return send_on


def _is_sign_out(scope: Scope) -> bool:
    """Returns whether this is the sign-out itself, which drops both cookies when it succeeds."""
    return (scope.get("method"), scope["path"]) == ("DELETE", "/api/session")
