"""The verbs of sessions: who is signed in here, and where else; refresh, sign out."""

from dataclasses import dataclass
from typing import cast

from litestar import Response, delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from server.accounts.profiles.queries import CountContributions, get_current_member
from server.accounts.sessions.actions.sessions import (
    close_all_sessions,
    close_session,
    refresh_session,
)
from server.accounts.sessions.authentication import cookie_in, signed_in
from server.accounts.sessions.cookies import Cookies
from server.accounts.sessions.endpoints.cookies import drop_session, keep_session
from server.accounts.sessions.queries import SignedIn, list_sessions
from server.accounts.sessions.rules import cookie_seconds
from server.accounts.sessions.schemas import SessionEntry, SessionView
from server.accounts.sessions.tokens import Secret
from server.accounts.sessions.write_guard import take
from server.database.clock import Clock
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.errors import Refusal
from server.web.asgi import Scope
from server.web.problems import AnyRequest
from server.web.rate_limits.rates import Rate, Rates
from server.web.viewer import CHANGE_WITH_STALE_SESSION, members_only

REFRESHES = Rate("refreshes", 60, 3600)
NOT_KEPT = {"cache-control": "private, no-store"}
# What the browser has kept of a member's pages is nobody's any longer.
FORGOTTEN = {**NOT_KEPT, "clear-site-data": '"cache"'}


NOBODY = SessionView(member=None, csrf=None, expires_at=None)


@dataclass(frozen=True, slots=True)
class SessionDependencies:
    """What the endpoints of sessions need."""

    database: Sessions
    secret: Secret
    cookies: Cookies
    rates: Rates
    now: Clock
    count: CountContributions


def session_handlers(parts: SessionDependencies) -> list[HTTPRouteHandler]:
    return [*_own_session(parts), _refresh(parts), *_all_sessions(parts)]


def _own_session(parts: SessionDependencies) -> list[HTTPRouteHandler]:
    @get("/api/session", operation_id="getSession", summary="Who is signed in here")
    async def get_session(request: AnyRequest) -> Response[SessionView]:
        session = signed_in(_scope(request))
        view = await _view(parts, session) if session else NOBODY
        return Response(view, headers=NOT_KEPT)

    @delete(
        "/api/session",
        operation_id="deleteSession",
        summary="Sign out here",
        guards=[members_only()],
        opt={CHANGE_WITH_STALE_SESSION: True},
    )
    async def delete_session(request: AnyRequest) -> Response[None]:
        session = required(request)
        async with transaction(parts.database) as opened:
            await close_session(opened, session.member, session_id=session.session_id)
        return signed_out(parts.cookies)

    return [get_session, delete_session]


def _refresh(parts: SessionDependencies) -> HTTPRouteHandler:
    @post(
        "/api/session/refresh",
        operation_id="refreshSession",
        summary="Slide the session on, with a new token",
        guards=[members_only()],
        opt={CHANGE_WITH_STALE_SESSION: True},
        status_code=200,
    )
    async def refresh(request: AnyRequest) -> Response[SessionView]:
        session = required(request)
        await take(parts.rates, REFRESHES, who=session.session_id)
        token = cookie_in(_scope(request), parts.cookies.session) or ""
        async with transaction(parts.database) as opened:
            slid = await refresh_session(opened, token, secret=parts.secret, now=parts.now())
            member = await get_current_member(
                opened.session, session.member, now=parts.now(), count=parts.count
            )
        view = SessionView(
            member=member,
            csrf=parts.secret.csrf_of(session.session_id),
            expires_at=slid.times.expires_at,
        )
        seconds = cookie_seconds(slid.times, parts.now())
        cookie = keep_session(parts.cookies, slid.token, seconds=seconds)
        return Response(view, headers=NOT_KEPT, cookies=[cookie])

    return refresh


def _all_sessions(parts: SessionDependencies) -> list[HTTPRouteHandler]:
    @get(
        "/api/sessions",
        operation_id="listSessions",
        summary="Everywhere the member is signed in",
        guards=[members_only()],
    )
    async def get_sessions(request: AnyRequest) -> Response[list[SessionEntry]]:
        session = required(request)
        async with transaction(parts.database) as opened:
            entries = await list_sessions(
                opened.session, session.member, current=session.session_id, now=parts.now()
            )
        return Response(entries, headers=NOT_KEPT)

    @delete(
        "/api/sessions",
        operation_id="deleteSessions",
        summary="Sign out everywhere",
        guards=[members_only()],
        opt={CHANGE_WITH_STALE_SESSION: True},
    )
    async def delete_sessions(request: AnyRequest) -> Response[None]:
        async with transaction(parts.database) as opened:
            await close_all_sessions(opened, required(request).member)
        return signed_out(parts.cookies)

    @delete(
        "/api/sessions/{id:str}",
        operation_id="deleteOneSession",
        summary="Sign out elsewhere",
        guards=[members_only()],
    )
    async def delete_one(request: AnyRequest, id: FromPath[str]) -> Response[None]:
        session = required(request)
        async with transaction(parts.database) as opened:
            is_closed = await close_session(opened, session.member, session_id=id)
        if not is_closed:
            raise Refusal("not-found", 404)
        if id == session.session_id:
            return signed_out(parts.cookies)
        return Response(None, status_code=204, headers=NOT_KEPT)

    return [get_sessions, delete_sessions, delete_one]


def required(request: AnyRequest) -> SignedIn:
    session = signed_in(_scope(request))
    if session is None:
        raise Refusal("login.required", 401)
    return session


def signed_out(cookies: Cookies) -> Response[None]:
    dropped = [drop_session(cookies)]
    return Response(None, status_code=204, headers=FORGOTTEN, cookies=dropped)


async def _view(parts: SessionDependencies, session: SignedIn) -> SessionView:
    async with transaction(parts.database) as opened:
        member = await get_current_member(
            opened.session, session.member, now=parts.now(), count=parts.count
        )
    return SessionView(
        member=member,
        csrf=parts.secret.csrf_of(session.session_id),
        expires_at=session.times.expires_at,
    )


def _scope(request: AnyRequest) -> Scope:
    return cast("Scope", request.scope)
