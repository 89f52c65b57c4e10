"""From a request's cookie to its viewer, for every page and every endpoint alike."""

import math
from dataclasses import replace
from time import monotonic

import structlog

from server.accounts.sessions.cookies import Cookies
from server.accounts.sessions.queries import (
    SignedIn,
    Suspended,
    find_signed_in,
    refuse_closed_session,
)
from server.accounts.sessions.tokens import TOKENS_APART, hash_of, is_token
from server.cache.answers import LIFE_S
from server.database.clock import Clock
from server.database.dialects import is_away
from server.database.engine import Sessions
from server.web.asgi import App, Message, Receive, Scope, Send, answer_problem
from server.web.problems import unavailable
from server.web.viewer import Member, Visitor

# What is the same for everybody: nobody is looked up for it.
IMPERSONAL = ("/media/", "/health/")
NOT_KEPT = (b"cache-control", b"private, no-store")

READING = frozenset({"GET", "HEAD", "OPTIONS"})
# What comes and goes here is shown on no page.
OF_SESSIONS = ("/api/session", "/api/auth")
# A body may take a minute; one that takes no longer than this came with the look at the session.
BODY_S = 1.0
# For longer than what hosts share among their readers: a host that hears of a change too late has
# forgotten by then what was true before it.
CHANGED_S = math.ceil(LIFE_S) + 3


class Authentication:
    """Puts the viewer into the scope; a request without the cookie costs nothing.

    What an endpoint says to a member is kept by nobody, unless the endpoint says otherwise.
    """

    def __init__(self, app: App, database: Sessions, *, cookies: Cookies, now: Clock) -> None:
        self._app = app
        self._database = database
        self._cookies = cookies
        self._now = now

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # The live connection tells everybody the same and asks the database nothing.
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        token = None if path.startswith(IMPERSONAL) else cookie_in(scope, self._cookies.session)
        is_certain, found = True, None
        try:
            found = await self._find(token) if token else None
        except Exception as error:
            note_failure("session_not_read", error)
            is_certain = False
            # A page can be shown to anybody; an endpoint must not mistake a member for a visitor.
            if path.startswith("/api/"):
                await _answer_unavailable(send)
                return
        scope["user"] = Visitor(is_certain)
        scope["auth"] = found
        if isinstance(found, SignedIn):
            scope["user"] = self._as_of_now(scope, found.member)
            send = self._remembered(scope, send)
            receive = self._asked_again(scope, receive, found)
        await self._app(scope, receive, _kept_by_nobody(send) if found else send)

    def _as_of_now(self, scope: Scope, member: Member) -> Member:
        """A member who has just changed something, perhaps on another host, must see it."""
        mark = f"{self._cookies.changed}=1".encode()
        is_ahead = any(key == b"cookie" and mark in value for key, value in scope["headers"])
        return replace(member, is_ahead=True) if is_ahead else member

    def _remembered(self, scope: Scope, send: Send) -> Send:
        """In the browser, which goes along from host to host."""
        if scope["method"] in READING or scope["path"].startswith(OF_SESSIONS):
            return send
        secure = "; Secure" if self._cookies.is_https else ""
        kept = f"Max-Age={CHANGED_S}; Path=/; HttpOnly; SameSite=Lax{secure}"
        cookie = (b"set-cookie", f"{self._cookies.changed}=1; {kept}".encode())

        async def send_on(message: Message) -> None:
            # Of a failure nobody knows whether it came too late.
            if message["type"] == "http.response.start" and not 400 <= message["status"] < 500:
                message = {**message, "headers": [*message["headers"], cookie]}
            await send(message)

        return send_on

    def _asked_again(self, scope: Scope, receive: Receive, session: SignedIn) -> Receive:
        """Whoever was suspended, or signed out, while a change was on its way changes nothing."""
        if scope["method"] in READING:
            return receive
        begun = monotonic()

        async def receive_on() -> Message:
            message = await receive()
            is_late = monotonic() - begun > BODY_S
            if is_late and message["type"] == "http.request" and not message.get("more_body"):
                async with self._database.reading() as source:
                    await refuse_closed_session(source, session.session_id, now=self._now())
            return message

        return receive_on

    async def _find(self, token: str) -> SignedIn | Suspended | None:
        async with self._database.reading() as source:
            return await find_signed_in(source, hash_of(token), now=self._now())


def cookie_in(scope: Scope, name: str) -> str | None:
    """The well-formed token of a cookie; two cookies of one name are none."""
    value = _value_of(scope, name)
    return value if is_token(value) else None


def tokens_in(scope: Scope, name: str) -> tuple[str, ...]:
    """The well-formed tokens of a cookie that may hold several, one for each open tab."""
    return tuple(part for part in _value_of(scope, name).split(TOKENS_APART) if is_token(part))


def _value_of(scope: Scope, name: str) -> str:
    wanted = f"{name}="
    # A space of another kind is a part of a name, one that any neighbouring host may set.
    found = [
        part.strip(" \t").removeprefix(wanted)
        for key, value in scope["headers"]
        if key == b"cookie"
        for part in value.decode("latin-1").split(";")
        if part.strip(" \t").startswith(wanted)
    ]
    return found[0] if len(found) == 1 else ""


def note_failure(event: str, error: Exception) -> None:
    """A database that is away is told in a line for each request; only a riddle needs more."""
    log = structlog.get_logger("chanoki.sessions")
    if is_away(error):
        log.warning(event, reason=type(error).__name__)
    else:
        log.error(event, exc_info=error)


def _kept_by_nobody(send: Send) -> Send:
    async def send_on(message: Message) -> None:
        if message["type"] == "http.response.start":
            names = {name.lower() for name, _ in message["headers"]}
            if b"cache-control" not in names:
                message = {**message, "headers": [*message["headers"], NOT_KEPT]}
        await send(message)

    return send_on


def signed_in(scope: Scope) -> SignedIn | None:
    found: SignedIn | Suspended | None = scope.get("auth")
    return found if isinstance(found, SignedIn) else None


def has_suspended_session(scope: Scope) -> bool:
    """Whether somebody asks with the session of a member who is suspended."""
    return isinstance(scope.get("auth"), Suspended)


async def _answer_unavailable(send: Send) -> None:
    refusal = unavailable()
    later = (b"retry-after", str(refusal.params["seconds"]).encode())
    await answer_problem(send, refusal.status, code=refusal.code, headers=[later])
