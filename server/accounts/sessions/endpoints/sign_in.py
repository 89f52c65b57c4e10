"""Handlers of the sign-in: start and callback, which always ends with a redirect to a page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast
from urllib.parse import urlencode, urlsplit

import structlog
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from server.accounts.profiles.rules import ReservedNames
from server.accounts.sessions.actions.departures import check_identity
from server.accounts.sessions.actions.sessions import (
    OpenedSession,
    SignInContext,
    open_session,
    record_callback,
)
from server.accounts.sessions.authentication import note_failure
from server.accounts.sessions.claims import Identity
from server.accounts.sessions.cookie_header import token_in
from server.accounts.sessions.cookies import (
    Cookies,
    expired_cookie,
    provider_message_cookie,
    session_cookie,
    sign_in_cookie,
)
from server.accounts.sessions.first_language import language_of_new_member, page_language
from server.accounts.sessions.provider import Provider, SignInFailed
from server.accounts.sessions.provider_messages import DESCRIPTION, seal_message
from server.accounts.sessions.rules import (
    LEFT_LATELY,
    SUSPENDED,
    cookie_seconds,
    error_code,
    provider_text,
    return_path,
    with_return,
)
from server.accounts.sessions.seals import Seals
from server.accounts.sessions.sign_in_state import (
    OpenedRequest,
    PendingRequest,
    find_pending,
    seal_pending,
    sign_in_cookies_to_drop,
)
from server.accounts.sessions.tokens import Secret, is_token, new_token
from server.contracts.routes import path_for
from server.database.clock import Clock
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.errors import Refusal
from server.web.asgi import Scope
from server.web.fetch_metadata import is_foreign_load, is_prefetch
from server.web.problems import AnyRequest
from server.web.rate_limits.rates import Rate, Rates, take_for_client

START = "/api/auth/google"
CALLBACK = "/api/auth/google/callback"
STARTS = Rate("sign-in starts", 20, 300, counted_by="address")
CALLBACKS = Rate("sign-in callbacks", 25, 300, counted_by="address")

# Parameters of a callback; one that comes twice makes the callback invalid.
SINGLE_PARAMS = ("code", "state", "iss", "error", DESCRIPTION)

FAILED = {"error": "auth_callback_failed"}
TURNED_AWAY = {SUSPENDED: "suspended", LEFT_LATELY: "left_lately"}
TOO_OFTEN = "too_many_requests"
# Defined by the specification; the client waits a moment and checks the session.
NOT_SAVED = {"error": "server_error", DESCRIPTION: "Database error saving new user"}
HEADERS = {"cache-control": "no-store", "referrer-policy": "no-referrer"}


@dataclass(frozen=True, slots=True)
class SignInDependencies:
    """Dependencies of the sign-in handlers."""

    origin: str
    provider: Provider
    database: Sessions
    cookies: Cookies
    seals: Seals
    secret: Secret
    rates: Rates
    now: Clock
    reserved: ReservedNames


@dataclass(frozen=True, slots=True)
class Outcome:
    """Page to redirect to after a callback, its query, and the opened session, if any."""

    query: Mapping[str, str]
    opened: OpenedSession | None = None
    page: Literal["authCallback", "login", "suspended"] = "authCallback"


FromSignIn = NamedDependency[SkipValidation[SignInDependencies]]


@get(START, include_in_schema=False)
async def start(request: AnyRequest, sign_in: FromSignIn) -> Response[bytes]:
    """Redirects to the identity provider, or first to the site's own origin."""
    _refuse_foreign_load(request)
    elsewhere = _at_origin(sign_in.origin, request)
    if elsewhere:
        return _redirect(elsewhere)
    refused = await _refuse_too_many(sign_in, STARTS, request=request)
    return refused or await _start(sign_in, request)


@get(CALLBACK, include_in_schema=False)
async def finish(request: AnyRequest, sign_in: FromSignIn) -> Response[bytes]:
    """Checks the provider's callback, opens a session and redirects to the page that follows."""
    _refuse_foreign_load(request)
    refused = await _refuse_too_many(sign_in, CALLBACKS, request=request)
    if refused:
        return refused
    state = _single_param(request, "state")
    found = await _find_pending(sign_in, request, state=state)
    outcome = await _process_callback(sign_in, request, found=found)
    response = _redirect(_address_after(outcome, request, pending=found and found.pending))
    if state is not None and sign_in.cookies.sign_in(state) in request.cookies:
        response.cookies.append(expired_cookie(sign_in.cookies, sign_in.cookies.sign_in(state)))
    if DESCRIPTION in outcome.query:
        message = await seal_message(sign_in.seals, outcome.query)
        response.cookies.append(provider_message_cookie(sign_in.cookies, message))
    if outcome.opened:
        seconds = cookie_seconds(outcome.opened.times, sign_in.now())
        token = outcome.opened.token
        response.cookies.append(session_cookie(sign_in.cookies, token, seconds=seconds))
    return response


HANDLERS = (start, finish)


def _address_after(outcome: Outcome, request: AnyRequest, *, pending: PendingRequest | None) -> str:
    """Returns the address of an outcome's page; `authCallback` gets the path to return to."""
    page = path_for(outcome.page, page_language(request, pending.language if pending else None))
    query = outcome.query
    if pending and outcome.page == "authCallback":
        query = with_return(query, pending.return_path)
    return f"{page}?{urlencode(query)}" if query else page


def _refuse_foreign_load(request: AnyRequest) -> None:
    """Raises Refusal 403 if another site loads the address, which must not use up the rate.

    A prefetch of this site is refused too: it would begin a sign-in that the reader did not want.
    """
    if is_foreign_load(request.scope) or is_prefetch(request.scope):
        raise Refusal("app.forbidden", 403)


async def _refuse_too_many(
    sign_in: SignInDependencies, rate: Rate, *, request: AnyRequest
) -> Response[bytes] | None:
    """Redirects browsers to login above the rate, raises Refusal 429 for others; None within it."""
    seconds = await take_for_client(sign_in.rates, rate, request.scope)
    if not seconds:
        return None
    if "text/html" not in request.headers.get("accept", ""):
        raise Refusal("app.tooManyRequests", 429, params={"seconds": seconds})
    query = with_return({"error": TOO_OFTEN}, return_path(request.query_params.get("return")))
    response = _redirect(f"{path_for('login', page_language(request, None))}?{urlencode(query)}")
    response.headers["retry-after"] = str(seconds)
    return response


async def _start(sign_in: SignInDependencies, request: AnyRequest) -> Response[bytes]:
    """Redirects to the provider, with the values that the callback must match in a cookie."""
    language = request.query_params.get("language")
    pending = PendingRequest(
        state=new_token(),
        nonce=new_token(),
        verifier=new_token(),
        return_path=return_path(request.query_params.get("return")),
        language=language if language in ("en", "ja") else None,
    )
    try:
        url = await sign_in.provider.authorization_url(pending.secrets)
    except SignInFailed as error:
        _log_failure(error)
        return _redirect(_address_after(Outcome(FAILED), request, pending=pending))
    response, seal = _redirect(url), await seal_pending(sign_in.seals, pending)
    for name in sign_in_cookies_to_drop(_scope(request), seal=seal):
        response.cookies.append(expired_cookie(sign_in.cookies, name))
    response.cookies.append(sign_in_cookie(sign_in.cookies, pending.state, seal=seal))
    return response


async def _find_pending(
    sign_in: SignInDependencies, request: AnyRequest, *, state: str | None
) -> OpenedRequest | None:
    """Returns the sign-in that this browser began with the state, if its cookie is intact."""
    if state is None or not is_token(state):
        return None
    return await find_pending(sign_in.seals, _scope(request), sign_in.cookies, state=state)


async def _record_first_use(sign_in: SignInDependencies, found: OpenedRequest) -> bool:
    """Records that a callback used this state; False if one had, or if that fails (logged)."""
    try:
        async with transaction(sign_in.database) as opened:
            return await record_callback(opened, found.pending.state, expires_at=found.expires_at)
    except Exception as error:
        note_failure("sign_in_not_completed", error)
        return False


async def _process_callback(
    sign_in: SignInDependencies, request: AnyRequest, *, found: OpenedRequest | None
) -> Outcome:
    """Checks state, error and code of a callback, and opens a session if all are right."""
    if found is None or not await _record_first_use(sign_in, found):
        return Outcome(FAILED)
    pending = found.pending
    if any(len(request.query_params.getall(name, [])) > 1 for name in SINGLE_PARAMS):
        return Outcome(FAILED)
    # Checked first: after an error there is no code to exchange.
    error = _single_param(request, "error")
    if error is not None:
        query = {"error": error_code(error)}
        description = provider_text(_single_param(request, DESCRIPTION) or "")
        return Outcome({**query, DESCRIPTION: description} if description else query)
    code = _single_param(request, "code")
    if not code:
        return Outcome(FAILED)
    try:
        issuer = _single_param(request, "iss")
        identity = await sign_in.provider.identify(code, pending.secrets, issuer=issuer)
    except SignInFailed as failure:
        _log_failure(failure)
        return Outcome(FAILED)
    return await _open(sign_in, request, identity=identity, pending=pending)


async def _open(
    sign_in: SignInDependencies, request: AnyRequest, *, identity: Identity, pending: PendingRequest
) -> Outcome:
    """Opens a session and returns the next page: `suspended` for a suspended member.

    Without a session: `login` for a former member who cannot return yet, else an error (logged).
    """
    visit = SignInContext(
        user_agent=request.headers.get("user-agent", ""),
        previous_token=token_in(_scope(request), sign_in.cookies.session),
        language=language_of_new_member(request.cookies, request.headers, page=pending.language),
    )
    try:
        async with transaction(sign_in.database) as opened:
            now = sign_in.now()
            session = await open_session(
                opened, identity, visit=visit, now=now, reserved=sign_in.reserved
            )
            await check_identity(opened, identity, secret=sign_in.secret, now=now)
    except Exception as error:
        if isinstance(error, Refusal) and error.code in TURNED_AWAY:
            until = {name: str(value) for name, value in error.params.items()}
            return Outcome({"error": TURNED_AWAY[error.code], **until}, page="login")
        note_failure("member_not_saved", error)
        return Outcome(NOT_SAVED)
    if session.is_suspended:
        return Outcome({}, session, page="suspended")
    welcome = {"welcome": "1"} if session.is_welcome_due else {}
    return Outcome({"signed_in": "1", **welcome}, session)


def _at_origin(origin: str, request: AnyRequest) -> str | None:
    """Returns the start URL at `origin` if the request came by another host name, else None."""
    if request.headers.get("host", "").lower() == urlsplit(origin).netloc:
        return None
    given = request.query_params
    wanted = {name: given[name] for name in ("return", "language") if name in given}
    return f"{origin}{START}?{urlencode(wanted)}"


def _single_param(request: AnyRequest, name: str) -> str | None:
    """Returns the parameter if it is there exactly once."""
    values = request.query_params.getall(name, [])
    return values[0] if len(values) == 1 else None


def _redirect(target: str) -> Response[bytes]:
    """Returns a redirect with 302 that no cache keeps."""
    headers = {**HEADERS, "location": target}
    return Response(b"", status_code=302, media_type="text/plain", headers=headers)


def _scope(request: AnyRequest) -> Scope:
    return cast("Scope", request.scope)


def _log_failure(error: SignInFailed) -> None:
    structlog.get_logger("chanoki.sessions").warning("sign_in_failed", reason=str(error))
