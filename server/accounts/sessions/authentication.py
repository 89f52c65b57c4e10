"""Authentication middleware: reads the session cookie and sets the viewer of a request."""

from time import monotonic

import structlog

from server.accounts.sessions.cookie_header import token_in
from server.accounts.sessions.cookies import Cookies
from server.accounts.sessions.queries import (
    SignedIn,
    Suspended,
    find_signed_in,
    refuse_closed_session,
)
from server.accounts.sessions.tokens import hash_of
from server.database.clock import Clock
from server.database.dialects import is_away
from server.database.engine import Sessions
from server.errors import Refusal
from server.realtime.subscribers import MemberSession
from server.web.asgi import App, Header, Message, Receive, Scope, Send, answer_problem
from server.web.problems import unavailable
from server.web.viewer import Member, Visitor

# Paths without a viewer; the handler of a picture that not all may see calls `find_member`.
IMPERSONAL = ("/media/", "/health/")
NOT_KEPT = (b"cache-control", b"private, no-store")
# Key of the scope for the value of a Set-Cookie header, where a guard has refreshed the session.
NEW_COOKIE = "new_session_cookie"

READING = frozenset({"GET", "HEAD", "OPTIONS"})
# If the body takes longer than this, the session is read again before the change.
BODY_S = 1.0


class Authentication:
    """Middleware that sets `user` and `auth` in the scope.

    Responses to members get `no-store` unless the handler sets `cache-control`.
    """

    def __init__(self, app: App, database: Sessions, *, cookies: Cookies, now: Clock) -> None:
        self._app = app
        self._database = database
        self._session_cookie = cookies.session
        self._now = now

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Finds the session of an HTTP request.

        While sessions cannot be read, API requests get 503; others get `Visitor(is_certain=False)`.
        """
        # Live connections read the session themselves, after their limits.
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        token = None if path.startswith(IMPERSONAL) else token_in(scope, self._session_cookie)
        is_certain, found = True, None
        try:
            found = await self._find(token) if token else None
        except Exception as error:
            note_failure("session_not_read", error)
            is_certain = False
            # A page can be shown without a viewer; an API response cannot.
            if path.startswith("/api/"):
                await _answer_unavailable(send)
                return
        scope["user"] = Visitor(is_certain)
        if isinstance(found, Suspended) and found.is_open:
            scope["user"] = Visitor(True, found.session.member, found.until)
        scope["auth"] = found
        if isinstance(found, SignedIn):
            scope["user"] = found.member
            receive = self._recheck_session(scope, receive, found)
        await self._app(scope, receive, _add_headers(scope, send) if found else send)

    def _recheck_session(self, scope: Scope, receive: Receive, session: SignedIn) -> Receive:
        """Returns a `receive` that checks after a slow body that the session is still open.

        Meanwhile it may have been closed, or the member suspended.
        """
        if scope["method"] in READING:
            return receive
        begun = monotonic()

        async def receive_on() -> Message:
            """Passes the body on; after a slow one checks again that the session is still open."""
            message = await receive()
            is_late = monotonic() - begun > BODY_S
            if is_late and message["type"] == "http.request" and not message.get("more_body"):
                async with self._database.reading() as source:
                    await refuse_closed_session(source, session.session_id, now=self._now())
            return message

        return receive_on

    async def _find(self, token: str) -> SignedIn | Suspended | None:
        """Returns the session of a token, the suspended member's session, or None."""
        async with self._database.reading() as source:
            return await find_signed_in(source, hash_of(token), now=self._now())


async def session_in_handshake(
    database: Sessions, cookies: Cookies, now: Clock, scope: Scope
) -> MemberSession | None:
    """Returns the session of a live connection; None for visitors and suspended members."""
    found = await _find_signed_in(database, cookies, now, scope)
    return MemberSession(found.member.id, found.session_id) if found else None


async def find_member(
    database: Sessions, cookies: Cookies, now: Clock, scope: Scope
) -> Member | None:
    """Returns the member of a request for an IMPERSONAL path.

    None for visitors and suspended members.
    """
    found = await _find_signed_in(database, cookies, now, scope)
    return found.member if found else None


async def _find_signed_in(
    database: Sessions, cookies: Cookies, now: Clock, scope: Scope
) -> SignedIn | None:
    """Returns the session of a request whose session the middleware does not read."""
    token = token_in(scope, cookies.session)
    if not token:
        return None
    async with database.reading() as source:
        found = await find_signed_in(source, hash_of(token), now=now())
    return found if isinstance(found, SignedIn) else None


def note_failure(event: str, error: Exception) -> None:
    """Logs a failed query as `event`: one line if the database is away, otherwise the traceback."""
    log = structlog.get_logger("chanoki.sessions")
    if is_away(error):
        log.warning(event, reason=type(error).__name__)
    else:
        log.error(event, exc_info=error)


def _add_headers(scope: Scope, send: Send) -> Send:
    """Returns a `send` that adds a refreshed session's cookie, and a missing `cache-control`."""

    async def send_on(message: Message) -> None:
        """Adds both headers where a response starts."""
        if message["type"] == "http.response.start":
            added: list[Header] = []
            if NEW_COOKIE in scope:
                added.append((b"set-cookie", scope[NEW_COOKIE]))
            if all(name.lower() != b"cache-control" for name, _ in message["headers"]):
                added.append(NOT_KEPT)
            message = {**message, "headers": [*message["headers"], *added]}
        await send(message)

    return send_on


def signed_in(scope: Scope) -> SignedIn | None:
    """Returns session and member as the middleware found them; None for all other viewers."""
    found: SignedIn | Suspended | None = scope.get("auth")
    return found if isinstance(found, SignedIn) else None


def has_suspended_session(scope: Scope) -> bool:
    """Returns whether the request carries the session of a suspended member."""
    return isinstance(scope.get("auth"), Suspended)


def suspended_session(scope: Scope) -> SignedIn:
    """Returns the session that a suspended member opened after the suspension.

    Raises Refusal 401 without one.
    """
    found: SignedIn | Suspended | None = scope.get("auth")
    if isinstance(found, Suspended) and found.is_open:
        return found.session
    raise Refusal("login.required", 401)


async def _answer_unavailable(send: Send) -> None:
    """Sends a 503, because the session could not be read from the database."""
    refusal = unavailable()
    later = (b"retry-after", str(refusal.params["seconds"]).encode())
    await answer_problem(send, refusal.status, code=refusal.code, headers=[later])
