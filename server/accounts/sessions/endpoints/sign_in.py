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
from server.accounts.sessions.actions.sessions import (
    OpenedSession,
    PendingRequest,
    SignInContext,
    begin_sign_in,
    open_session,
    take_pending_sign_in,
)
from server.accounts.sessions.authentication import cookie_in, note_failure, tokens_in
from server.accounts.sessions.claims import Identity
from server.accounts.sessions.cookies import Cookies, keep_session, keep_sign_ins
from server.accounts.sessions.provider import AuthorizationSecrets, Provider, SignInFailed
from server.accounts.sessions.rules import (
    HOME,
    PENDING_TABS_MOST,
    SUSPENDED,
    cookie_seconds,
    error_code,
    provider_text,
    return_path,
)
from server.accounts.sessions.tokens import are_equal, is_token, new_token
from server.contracts.routes import Language, path_for
from server.database.clock import Clock
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.errors import Refusal
from server.web.asgi import Scope
from server.web.fetch_metadata import is_foreign_load
from server.web.problems import AnyRequest
from server.web.rate_limits.rates import Rate, Rates, take_for_client

START = "/api/auth/google"
CALLBACK = "/api/auth/google/callback"
STARTS = Rate("sign-in starts", 20, 300, counted_by="address")
CALLBACKS = Rate("sign-in callbacks", 25, 300, counted_by="address")

# Parameters of a callback; one that comes twice makes the callback invalid.
SINGLE_PARAMS = ("code", "state", "iss", "error", "error_description")

FAILED = {"error": "auth_callback_failed"}
TURNED_AWAY = {"error": "suspended"}
TOO_OFTEN = "too_many_requests"
# Defined by the specification; the client waits a moment and checks the session.
NOT_SAVED = {"error": "server_error", "error_description": "Database error saving new user"}
HEADERS = {"cache-control": "no-store", "referrer-policy": "no-referrer"}


@dataclass(frozen=True, slots=True)
class SignInDependencies:
    """Dependencies of the sign-in handlers."""

    origin: str
    provider: Provider
    database: Sessions
    cookies: Cookies
    rates: Rates
    now: Clock
    reserved: ReservedNames


@dataclass(frozen=True, slots=True)
class Outcome:
    """Page to redirect to, its query, and the opened session, if any."""

    query: Mapping[str, str]
    opened: OpenedSession | None = None
    page: Literal["authCallback", "login"] = "authCallback"


FromSignIn = NamedDependency[SkipValidation[SignInDependencies]]


@get(START, include_in_schema=False)
async def start(request: AnyRequest, sign_in: FromSignIn) -> Response[bytes]:
    _refuse_foreign_load(request)
    elsewhere = _at_origin(sign_in.origin, request)
    if elsewhere:
        return _redirect(elsewhere)
    refused = await _refuse_too_many(sign_in, STARTS, request=request)
    return refused or await _start(sign_in, request)


@get(CALLBACK, include_in_schema=False)
async def finish(request: AnyRequest, sign_in: FromSignIn) -> Response[bytes]:
    _refuse_foreign_load(request)
    refused = await _refuse_too_many(sign_in, CALLBACKS, request=request)
    if refused:
        return refused
    pending, others = await _take_pending(sign_in, request)
    outcome = await _outcome(sign_in, request, pending=pending)
    page = path_for(outcome.page, _language_of(request, pending))
    response = _redirect(f"{page}?{urlencode(outcome.query)}")
    response.cookies.append(keep_sign_ins(sign_in.cookies, others))
    if outcome.opened:
        seconds = cookie_seconds(outcome.opened.times, sign_in.now())
        token = outcome.opened.token
        response.cookies.append(keep_session(sign_in.cookies, token, seconds=seconds))
    return response


HANDLERS = (start, finish)


def _refuse_foreign_load(request: AnyRequest) -> None:
    """Refuses a picture or the like on another site, before it uses up the visitor's rate."""
    if is_foreign_load(request.scope):
        raise Refusal("app.forbidden", 403)


async def _refuse_too_many(
    sign_in: SignInDependencies, rate: Rate, *, request: AnyRequest
) -> Response[bytes] | None:
    """Redirects browsers to the login page over the rate; other clients get Refusal 429."""
    seconds = await take_for_client(sign_in.rates, rate, request.scope)
    if not seconds:
        return None
    if "text/html" not in request.headers.get("accept", ""):
        raise Refusal("app.tooManyRequests", 429, params={"seconds": seconds})
    query = {"error": TOO_OFTEN}
    back = return_path(request.query_params.get("return"))
    if back != HOME:
        query["return"] = back
    response = _redirect(f"{path_for('login', _language_of(request, None))}?{urlencode(query)}")
    response.headers["retry-after"] = str(seconds)
    return response


async def _start(sign_in: SignInDependencies, request: AnyRequest) -> Response[bytes]:
    language = request.query_params.get("language")
    pending = PendingRequest(
        state=new_token(),
        nonce=new_token(),
        verifier=new_token(),
        return_path=return_path(request.query_params.get("return")),
        language=language if language in ("en", "ja") else None,
    )
    try:
        url = await sign_in.provider.authorization_url(_proof(pending))
    except SignInFailed as error:
        _log_failure(error)
        return _redirect(_callback_page(_language_of(request, pending), FAILED))
    try:
        async with transaction(sign_in.database) as opened:
            token = await begin_sign_in(opened, pending, now=sign_in.now())
    except Exception as error:
        note_failure("sign_in_not_begun", error)
        return _redirect(_callback_page(_language_of(request, pending), FAILED))
    response = _redirect(url)
    # Another tab may have an unfinished sign-in of its own.
    under_way = tokens_in(_scope(request), sign_in.cookies.sign_in)
    response.cookies.append(keep_sign_ins(sign_in.cookies, (token, *under_way)))
    return response


async def _take_pending(
    sign_in: SignInDependencies, request: AnyRequest
) -> tuple[PendingRequest | None, tuple[str, ...]]:
    """Reads this browser's unfinished sign-in and the tokens of its other ones."""
    tokens = tokens_in(_scope(request), sign_in.cookies.sign_in)[:PENDING_TABS_MOST]
    state = _only(request, "state")
    if not tokens or state is None or not is_token(state):
        return None, tokens
    try:
        async with transaction(sign_in.database) as opened:
            return await take_pending_sign_in(opened, tokens, state=state, now=sign_in.now())
    except Exception as error:
        note_failure("pending_sign_in_not_read", error)
        return None, tokens


async def _outcome(
    sign_in: SignInDependencies, request: AnyRequest, *, pending: PendingRequest | None
) -> Outcome:
    state = _only(request, "state")
    if pending is None or state is None or not are_equal(state, pending.state):
        return Outcome(FAILED)
    if any(len(request.query_params.getall(name, [])) > 1 for name in SINGLE_PARAMS):
        return Outcome(FAILED)
    # Checked first: after an error there is no code to exchange.
    error = _only(request, "error")
    if error is not None:
        query = {"error": error_code(error)}
        description = provider_text(_only(request, "error_description") or "")
        return Outcome({**query, "error_description": description} if description else query)
    code = _only(request, "code")
    if not code:
        return Outcome(FAILED)
    try:
        issuer = _only(request, "iss")
        identity = await sign_in.provider.identify(code, _proof(pending), issuer=issuer)
    except SignInFailed as failure:
        _log_failure(failure)
        return Outcome(FAILED)
    return await _open(sign_in, request, identity=identity, pending=pending)


async def _open(
    sign_in: SignInDependencies, request: AnyRequest, *, identity: Identity, pending: PendingRequest
) -> Outcome:
    visit = SignInContext(
        user_agent=request.headers.get("user-agent", ""),
        previous_token=cookie_in(_scope(request), sign_in.cookies.session),
        language=pending.language,
    )
    try:
        async with transaction(sign_in.database) as opened:
            session = await open_session(
                opened, identity, visit=visit, now=sign_in.now(), reserved=sign_in.reserved
            )
    except Exception as error:
        if isinstance(error, Refusal) and error.code == SUSPENDED:
            until = {name: str(value) for name, value in error.params.items()}
            return Outcome({**TURNED_AWAY, **until}, page="login")
        note_failure("member_not_saved", error)
        return Outcome(NOT_SAVED)
    query = {"signed_in": "1"}
    if pending.return_path != HOME:
        query["return"] = pending.return_path
    return Outcome(query, session)


def _at_origin(origin: str, request: AnyRequest) -> str | None:
    """Returns the start URL at `origin` if the request came by another host name."""
    if request.headers.get("host", "").lower() == urlsplit(origin).netloc:
        return None
    wanted = {
        name: request.query_params[name]
        for name in ("return", "language")
        if name in request.query_params
    }
    return f"{origin}{START}?{urlencode(wanted)}"


def _callback_page(language: Language, query: Mapping[str, str]) -> str:
    return f"{path_for('authCallback', language)}?{urlencode(query)}"


def _language_of(request: AnyRequest, pending: PendingRequest | None) -> Language:
    if pending and pending.language:
        return pending.language
    requested = request.query_params.get("language")
    if requested in ("en", "ja"):
        return "ja" if requested == "ja" else "en"
    return "ja" if request.cookies.get("language") == "ja" else "en"


def _only(request: AnyRequest, name: str) -> str | None:
    """Returns the parameter if it is there exactly once."""
    values = request.query_params.getall(name, [])
    return values[0] if len(values) == 1 else None


def _proof(pending: PendingRequest) -> AuthorizationSecrets:
    return AuthorizationSecrets(state=pending.state, nonce=pending.nonce, verifier=pending.verifier)


def _redirect(target: str) -> Response[bytes]:
    headers = {**HEADERS, "location": target}
    return Response(b"", status_code=302, media_type="text/plain", headers=headers)


def _scope(request: AnyRequest) -> Scope:
    return cast("Scope", request.scope)


def _log_failure(error: SignInFailed) -> None:
    structlog.get_logger("chanoki.sessions").warning("sign_in_failed", reason=str(error))
