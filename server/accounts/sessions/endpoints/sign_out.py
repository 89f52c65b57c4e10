"""Handler that signs out by a form, which works without scripts."""

from typing import Annotated, Any

from litestar import Response, post
from litestar.datastructures import Cookie
from litestar.enums import RequestEncodingType
from litestar.params import Body

from server.accounts.sessions.actions.sessions import close_session
from server.accounts.sessions.endpoints.session import (
    CACHE_CLEARED,
    FromSession,
    FromSessions,
    dropped_cookies,
)
from server.accounts.sessions.endpoints.welcome import CHOICE_SECONDS, FORM, redirect, refuse_form
from server.accounts.sessions.first_language import CHOICE
from server.accounts.sessions.schemas import SignOutForm
from server.database.transaction import transaction
from server.errors import Refusal
from server.web.viewer import (
    CHANGE_BODY,
    CHANGE_BY_FORM,
    CHANGE_ENDS_ACCESS,
    CHANGE_WITH_STALE_SESSION,
    check_shown_to,
    members_only,
)

Form = Annotated[SignOutForm, Body(media_type=RequestEncodingType.URL_ENCODED)]


@post(
    "/api/session/sign-out/form",
    include_in_schema=False,
    guards=[members_only()],
    opt={
        CHANGE_BODY: FORM,
        CHANGE_BY_FORM: True,
        CHANGE_WITH_STALE_SESSION: True,
        CHANGE_ENDS_ACCESS: True,
    },
    exception_handlers={Refusal: refuse_form},
)
async def sign_out_by_form(
    data: Form, sessions: FromSessions, session: FromSession
) -> Response[Any]:
    """Ends the session of this browser, sets its language to Japanese, and redirects to /."""
    check_shown_to(data.member, session.member)
    async with transaction(sessions.database) as opened:
        await close_session(opened, session.member, session_id=session.session_id)
    response = redirect("/")
    response.headers.update(CACHE_CLEARED)
    response.cookies.extend(dropped_cookies(sessions.cookies))
    response.cookies.append(Cookie(CHOICE, value="ja", max_age=CHOICE_SECONDS, samesite="lax"))
    return response


HANDLERS = (sign_out_by_form,)
