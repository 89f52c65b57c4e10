"""Sign-outs that could not reach the host: the browser's next request ends the session."""

from collections.abc import Iterable
from typing import Literal

from server.accounts.sessions.actions.sessions import close_session_of
from server.accounts.sessions.authentication import note_failure
from server.accounts.sessions.cookie_header import has_cookie, remove_cookie, token_in, value_in
from server.accounts.sessions.cookies import Cookies, expired_cookie
from server.accounts.sessions.queries import find_member_id
from server.accounts.sessions.tokens import hash_of
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.web.asgi import App, Header, Message, Receive, Scope, Send

# "another": the session is another member's and stays. "unknown": ending it failed.
Outcome = Literal["ended", "another", "unknown"]

STARTS = frozenset({"http.response.start", "websocket.accept"})
# A shared cache must not store cookies of one browser, whatever the response says.
_REPLACED = frozenset({b"cache-control"})
_NOT_KEPT: tuple[Header, ...] = (
    (b"cache-control", b"private, no-store"),
    (b"clear-site-data", b'"cache"'),
)


class RememberedSignOut:
    """Middleware that ends the session of the member whom the cookie of a sign-out names.

    The rest of the site then sees a visitor; another member's session stays. While the database is
    away the cookies stay, and a later request ends the session.
    """

    def __init__(self, app: App, database: Sessions, *, cookies: Cookies) -> None:
        self._app = app
        self._database = database
        self._cookies = cookies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ends the named member's session, then passes on the request without its cookie.

        The cookie of another member's session stays in the request.
        """
        marker, session = self._cookies.signed_out, self._cookies.session
        is_lifespan = scope["type"] == "lifespan"
        if is_lifespan or _is_sign_out(scope) or not has_cookie(scope, marker):
            await self._app(scope, receive, send)
            return
        outcome = await self._end_session(scope)
        if outcome != "another":
            remove_cookie(scope, session)
        if outcome == "ended":
            send = self._dropping((session, marker), send)
        elif outcome == "another":
            send = self._dropping((marker,), send)
        await self._app(scope, receive, send)

    async def _end_session(self, scope: Scope) -> Outcome:
        """Ends the request's session if it is of the member whom the sign-out's cookie names.

        Returns "ended" also without a session, and "unknown" for any error instead of raising it.
        """
        token = token_in(scope, self._cookies.session)
        if token is None:
            return "ended"
        try:
            # Read first: requests with invented tokens must not occupy the only writer of a file.
            async with self._database.reading() as source:
                member_id = await find_member_id(source, hash_of(token))
            if member_id not in (None, value_in(scope, self._cookies.signed_out)):
                return "another"
            if member_id is not None:
                async with transaction(self._database) as opened:
                    await close_session_of(opened, token)
        except Exception as error:
            note_failure("session_not_ended", error)
            return "unknown"
        return "ended"

    def _dropping(self, names: Iterable[str], send: Send) -> Send:
        """Returns a `send` that deletes these cookies, and what the browser has cached."""
        dropped: list[Header] = [
            (b"set-cookie", expired_cookie(self._cookies, name).to_header(header="").encode())
            for name in names
        ]

        async def send_on(message: Message) -> None:
            """Adds the deletions before the response's own cookies, and forbids caching."""
            if message["type"] in STARTS:
                given = [pair for pair in message.get("headers", ()) if pair[0] not in _REPLACED]
                # First, so that a new session of the same response replaces the old one.
                message = {**message, "headers": [*dropped, *given, *_NOT_KEPT]}
            await send(message)

        return send_on


def _is_sign_out(scope: Scope) -> bool:
    """Returns whether this is the sign-out itself, which drops both cookies when it succeeds."""
    return (scope.get("method"), scope["path"]) == ("DELETE", "/api/session")
