"""Handlers of sessions: this one, those on other devices, refresh and sign-out."""

from dataclasses import dataclass, replace
from typing import cast

from litestar import Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation

from server.accounts.profiles.queries import CountContributions, get_current_member
from server.accounts.sessions.actions.sessions import (
    OpenedSession,
    close_all_sessions,
    close_session,
    refresh_session,
)
from server.accounts.sessions.authentication import NEW_COOKIE, signed_in
from server.accounts.sessions.cookie_header import token_in
from server.accounts.sessions.cookies import Cookies, expired_cookie, session_cookie
from server.accounts.sessions.queries import SignedIn, list_sessions
from server.accounts.sessions.rules import cookie_seconds
from server.accounts.sessions.schemas import SessionEntry, SessionView
from server.accounts.sessions.tokens import Secret
from server.accounts.sessions.write_guard import check_rate
from server.database.clock import Clock
from server.database.engine import Sessions
from server.database.transaction import Transaction, transaction
from server.errors import Refusal
from server.web.asgi import Scope
from server.web.problems import AnyRequest
from server.web.rate_limits.rates import Rate, Rates
from server.web.viewer import (
    CHANGE_ENDS_ACCESS,
    CHANGE_WITH_STALE_SESSION,
    Visitor,
    members_only,
)

REFRESHES = Rate("refreshes", 60, 3600)
NOT_KEPT = {"cache-control": "private, no-store"}
CACHE_CLEARED = {"clear-site-data": '"cache"'}
SIGNED_OUT = SessionView(member=None, csrf=None, expires_at=None)


@dataclass(frozen=True, slots=True)
class SessionDependencies:
    """Dependencies of the session handlers."""

    database: Sessions
    secret: Secret
    cookies: Cookies
    rates: Rates
    now: Clock
    count: CountContributions


FromSessions = NamedDependency[SkipValidation[SessionDependencies]]
FromSession = NamedDependency[SkipValidation[SignedIn]]


@get("/api/session", operation_id="getSession", summary="Who is signed in here")
async def get_session(request: AnyRequest, sessions: FromSessions) -> Response[SessionView]:
    session = signed_in(cast("Scope", request.scope))
    view = await _view(sessions, session) if session else SIGNED_OUT
    return Response(view, headers=NOT_KEPT)


@delete(
    "/api/session",
    operation_id="deleteSession",
    summary="Sign out here",
    guards=[members_only()],
    opt={CHANGE_WITH_STALE_SESSION: True, CHANGE_ENDS_ACCESS: True},
)
async def delete_session(sessions: FromSessions, session: FromSession) -> Response[None]:
    async with transaction(sessions.database) as opened:
        await close_session(opened, session.member, session_id=session.session_id)
    return signed_out(sessions.cookies)


@post(
    "/api/session/refresh",
    operation_id="refreshSession",
    summary="Extend the session and replace its token",
    guards=[members_only()],
    opt={CHANGE_WITH_STALE_SESSION: True},
    status_code=200,
)
async def refresh(
    request: AnyRequest, sessions: FromSessions, session: FromSession
) -> Response[SessionView]:
    """Extends the session and replaces its token."""
    await check_rate(sessions.rates, REFRESHES, key=session.session_id)
    async with transaction(sessions.database) as opened:
        refreshed, cookie = await _refresh(sessions, opened, cast("Scope", request.scope))
        member = await get_current_member(
            opened.session, session.member, now=sessions.now(), count=sessions.count
        )
    view = SessionView(
        member=member,
        csrf=sessions.secret.csrf_of(session.session_id),
        expires_at=refreshed.times.expires_at,
    )
    return Response(view, headers=NOT_KEPT, cookies=[cookie])


@get(
    "/api/sessions",
    operation_id="listSessions",
    summary="Everywhere the member is signed in",
    guards=[members_only()],
)
async def get_sessions(
    sessions: FromSessions, session: FromSession
) -> Response[list[SessionEntry]]:
    async with transaction(sessions.database) as opened:
        entries = await list_sessions(
            opened.session, session.member, current=session.session_id, now=sessions.now()
        )
    return Response(entries, headers=NOT_KEPT)


@delete(
    "/api/sessions",
    operation_id="deleteSessions",
    summary="Sign out everywhere",
    guards=[members_only()],
    opt={CHANGE_WITH_STALE_SESSION: True, CHANGE_ENDS_ACCESS: True},
)
async def delete_sessions(sessions: FromSessions, session: FromSession) -> Response[None]:
    async with transaction(sessions.database) as opened:
        await close_all_sessions(opened, session.member)
    return signed_out(sessions.cookies)


@delete(
    "/api/sessions/{id:str}",
    operation_id="deleteOneSession",
    summary="End one session",
    guards=[members_only()],
    opt={CHANGE_ENDS_ACCESS: True},
)
async def delete_one_session(
    id: FromPath[str], sessions: FromSessions, session: FromSession
) -> Response[None]:
    async with transaction(sessions.database) as opened:
        is_closed = await close_session(opened, session.member, session_id=id)
    if not is_closed:
        raise Refusal("not-found", 404)
    if id == session.session_id:
        return signed_out(sessions.cookies)
    return Response(None, status_code=204, headers=NOT_KEPT)


HANDLERS = (
    get_session,
    delete_session,
    refresh,
    get_sessions,
    delete_sessions,
    delete_one_session,
)


async def refresh_by_form(sessions: SessionDependencies, scope: Scope, session: SignedIn) -> None:
    """Refreshes the session of a form, as scripts do before a change; the response sets its cookie.

    Raises Refusal 429 above the rate of refreshes, 401 for a session that was closed meanwhile: the
    request is then a visitor's.
    """
    await check_rate(sessions.rates, REFRESHES, key=session.session_id)
    try:
        async with transaction(sessions.database) as opened:
            refreshed, cookie = await _refresh(sessions, opened, scope)
    except Refusal:
        scope["user"], scope["auth"] = Visitor(), None
        raise
    scope["auth"] = replace(session, times=refreshed.times, is_fresh=True)
    scope[NEW_COOKIE] = cookie.to_header(header="").encode()


def provide_session(request: AnyRequest) -> SignedIn:
    """Returns the session of the request; raises Refusal 401 for a visitor."""
    session = signed_in(cast("Scope", request.scope))
    if session is None:
        raise Refusal("login.required", 401)
    return session


def signed_out(cookies: Cookies) -> Response[None]:
    """Returns a response that drops the session's and sign-out's cookies, and the cache."""
    headers = {**NOT_KEPT, **CACHE_CLEARED}
    return Response(None, status_code=204, headers=headers, cookies=dropped_cookies(cookies))


def dropped_cookies(cookies: Cookies) -> list[Cookie]:
    """Returns the cookies of a session and of a sign-out as expired ones."""
    return [expired_cookie(cookies, name) for name in (cookies.session, cookies.signed_out)]


async def _refresh(
    sessions: SessionDependencies, opened: Transaction, scope: Scope
) -> tuple[OpenedSession, Cookie]:
    """Rotates the token of the request's session; returns the session and its new cookie."""
    token = token_in(scope, sessions.cookies.session) or ""
    now = sessions.now()
    refreshed = await refresh_session(opened, token, secret=sessions.secret, now=now)
    seconds = cookie_seconds(refreshed.times, now)
    return refreshed, session_cookie(sessions.cookies, refreshed.token, seconds=seconds)


async def _view(sessions: SessionDependencies, session: SignedIn) -> SessionView:
    """Returns the session, its member and the CSRF token for the client."""
    async with transaction(sessions.database) as opened:
        member = await get_current_member(
            opened.session, session.member, now=sessions.now(), count=sessions.count
        )
    return SessionView(
        member=member,
        csrf=sessions.secret.csrf_of(session.session_id),
        expires_at=session.times.expires_at,
    )
