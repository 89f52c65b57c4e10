"""Guard of all requests that change something: origin, session, member, token, body type, rates.

It is set on the application, so it covers every new endpoint.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from server.accounts.sessions.authentication import has_suspended_session, signed_in
from server.accounts.sessions.queries import SignedIn
from server.accounts.sessions.rules import SUSPENDED
from server.accounts.sessions.tokens import Secret, are_equal
from server.errors import Refusal
from server.web.asgi import Scope, header
from server.web.rate_limits.rates import Rate, Rates
from server.web.viewer import (
    CHANGE_BODY,
    CHANGE_BY_FORM,
    CHANGE_ENDS_ACCESS,
    CHANGE_OF_ANOTHER,
    CHANGE_RATE,
    CHANGE_WITH_STALE_SESSION,
    CHANGE_WITHOUT_SESSION,
    GuardedConnection,
    code_for_visitors,
)

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
JSON = b"application/json"
# If one of these headers came twice, a proxy and this host could read different values.
SINGLE_HEADERS = frozenset(
    {b"sec-fetch-site", b"origin", b"x-csrf-token", b"x-member-id", b"content-type"}
)
WRITES = Rate("writes", 60, 60)
ENDINGS = Rate("endings of access", 60, 60)


class Endpoint(Protocol):
    """Attributes of a handler that the guard reads."""

    @property
    def opt(self) -> dict[str, Any]: ...

    @property
    def guards(self) -> Sequence[object] | None: ...


Guard = Callable[[GuardedConnection, Endpoint], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class WriteGuardRules:
    """Settings of the guard: origins of this site, key of CSRF tokens, rate limiter, refresh."""

    origins: frozenset[str]
    secret: Secret
    rates: Rates
    # Refreshes the session of a form; raises Refusal.
    refresh: Callable[[Scope, SignedIn], Awaitable[None]]


def write_guard(rules: WriteGuardRules) -> Guard:
    """Returns the guard of every handler that changes something."""

    async def guard(connection: GuardedConnection, endpoint: Endpoint) -> None:
        """Raises Refusal for a change that this site's pages do not send, or above its rate.

        It checks origin, session, CSRF token and content type, as the handler's `opt` requires. A
        form whose session was not refreshed for an hour refreshes it.
        """
        scope: Scope = connection.scope
        is_open = endpoint.opt.get(CHANGE_WITHOUT_SESSION)
        is_form = endpoint.opt.get(CHANGE_BY_FORM)
        # A WebSocket connection has no method, and changes nothing.
        if scope.get("method", "GET") in SAFE_METHODS or (is_open and not is_form):
            return
        _check_origin(scope, rules.origins)
        if is_open:
            _check_body(scope, endpoint.opt.get(CHANGE_BODY, JSON))
            return
        session = _check_session(scope, endpoint)
        expected = rules.secret.csrf_of(session.session_id)
        code = endpoint.opt.get(CHANGE_OF_ANOTHER)
        if not is_form:
            _check_member(scope, session.member.id, code or "app.anotherMember")
            _check_token(scope, expected, code or "app.forbidden")
        _check_body(scope, endpoint.opt.get(CHANGE_BODY, JSON))
        if is_form and not (session.is_fresh or endpoint.opt.get(CHANGE_WITH_STALE_SESSION)):
            await rules.refresh(scope, session)
        await _count_change(rules.rates, session, endpoint)
        if CHANGE_RATE in endpoint.opt:
            await check_rate(rules.rates, endpoint.opt[CHANGE_RATE], key=session.member.id)

    return guard


async def check_rate(rates: Rates, rate: Rate, *, key: str) -> None:
    """Counts one use of a rate by `key`; raises Refusal 429 with the seconds to wait above it."""
    seconds = await rates.take(rate, key)
    if seconds:
        raise Refusal("app.tooManyRequests", 429, params={"seconds": seconds})


async def _count_change(rates: Rates, session: SignedIn, endpoint: Endpoint) -> None:
    """Counts a change of the member, or of the session if the change only ends access.

    Raises Refusal 429 above the rate.
    """
    if endpoint.opt.get(CHANGE_ENDS_ACCESS):
        await check_rate(rates, ENDINGS, key=session.session_id)
    else:
        await check_rate(rates, WRITES, key=session.member.id)


def _check_origin(scope: Scope, origins: frozenset[str]) -> None:
    """Raises Refusal 403 unless the browser's own headers name this site as the origin.

    Scripts of a page cannot set these headers.
    """
    given = [name for name, _ in scope["headers"] if name in SINGLE_HEADERS]
    if len(set(given)) < len(given):
        raise Refusal("app.forbidden", 403)
    site = header(scope, b"sec-fetch-site")
    origin = header(scope, b"origin").decode("latin-1")
    is_ours = site == b"same-origin" if site else origin in origins
    if not is_ours or (origin and origin not in origins):
        raise Refusal("app.forbidden", 403)


def _check_session(scope: Scope, endpoint: Endpoint) -> SignedIn:
    """Returns the session; raises Refusal for visitors and suspended members.

    Also for a session that was not refreshed for an hour, where the handler does not allow that
    and is not of a form.
    """
    session = signed_in(scope)
    if has_suspended_session(scope):
        raise Refusal(SUSPENDED, 403)
    if session is None:
        raise Refusal(code_for_visitors(endpoint.guards), 401)
    may_be_stale = endpoint.opt.get(CHANGE_WITH_STALE_SESSION) or endpoint.opt.get(CHANGE_BY_FORM)
    if not (session.is_fresh or may_be_stale):
        raise Refusal("login.required", 401)
    return session


def _check_member(scope: Scope, member_id: str, code: str) -> None:
    """Raises Refusal 403 unless the request names the member of the session.

    The refusal has `code` if another member is named, "app.forbidden" if none is.

    The cookie may have become another member's since the page was opened, and a page can fetch the
    new session's token without showing that member.
    """
    given = header(scope, b"x-member-id").decode("latin-1")
    if given != member_id:
        raise Refusal(code if given else "app.forbidden", 403)


def _check_token(scope: Scope, expected: str, code: str) -> None:
    """Raises Refusal 403 unless the request has the session's CSRF token.

    The refusal has `code` for the token of another session, "app.forbidden" without a token.
    """
    given = header(scope, b"x-csrf-token").decode("latin-1")
    if not are_equal(given, expected):
        raise Refusal(code if given else "app.forbidden", 403)


def _check_body(scope: Scope, expected: bytes) -> None:
    """Raises Refusal 415 if the content type is not the handler's, or if a body has none.

    Forms of other sites cannot send JSON; handlers of uploads rely on origin and token, handlers
    of forms on the origin.
    """
    given = header(scope, b"content-type").partition(b";")[0].strip().lower()
    length = header(scope, b"content-length")
    has_body = bool(header(scope, b"transfer-encoding")) or length.strip() not in (b"", b"0")
    is_wrong = given != expected if given else has_body
    if is_wrong:
        raise Refusal("unsupported-media-type", 415)
