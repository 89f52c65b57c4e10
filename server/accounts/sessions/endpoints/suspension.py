"""Handlers of a suspended member's page: its data, export, removal of the account, sign-out.

For every other handler such a member is a visitor.
"""

from typing import Annotated, Any, cast

from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Body

from server.accounts.sessions.actions.sessions import close_session
from server.accounts.sessions.authentication import suspended_session
from server.accounts.sessions.cookies import Cookies, expired_cookie
from server.accounts.sessions.endpoints.account import (
    ZIP,
    FromAccount,
    archive_response,
    export_error_query,
    remove_member,
    take_export,
    write_member_export,
)
from server.accounts.sessions.endpoints.session import NOT_KEPT, FromSessions
from server.accounts.sessions.schemas import (
    AccountRemoval,
    PageForm,
    RemovalForm,
    SuspensionView,
)
from server.accounts.sessions.suspension_page import (
    BY_FORM,
    error_query,
    read_suspension,
    refuse_on_page,
    session_of_form,
    suspension_page_address,
)
from server.database.transaction import transaction
from server.errors import Refusal
from server.web.asgi import Scope
from server.web.problems import AnyRequest
from server.web.viewer import viewer_in

Removal = Annotated[RemovalForm, Body(media_type=RequestEncodingType.URL_ENCODED)]
Page = Annotated[PageForm, Body(media_type=RequestEncodingType.URL_ENCODED)]


@get(
    "/api/suspension",
    operation_id="getMySuspension",
    summary="Suspension of the member who has signed in to its page",
)
async def get_suspension(request: AnyRequest, sessions: FromSessions) -> Response[SuspensionView]:
    """Returns the suspension; raises Refusal 404 for visitors and members not suspended."""
    async with transaction(sessions.database) as opened:
        viewer = viewer_in(request.scope)
        view = await read_suspension(opened.session, viewer, now=sessions.now())
    if view is None:
        raise Refusal("not-found", 404)
    return Response(view, headers=NOT_KEPT)


@get(
    "/api/suspension/export",
    operation_id="exportSuspendedAccount",
    summary="Everything of a suspended member as a ZIP",
    description="A refusal redirects (303) to the page of the suspension, which names the reason.",
    media_type=ZIP,
    responses={303: ResponseSpec(None, description="To the page of the suspension.")},
)
async def export_suspended(request: AnyRequest, account: FromAccount) -> Response[bytes]:
    """Streams the archive of a suspended member's data; shows a refusal on the member's page."""
    language = "ja"
    try:
        session = suspended_session(cast("Scope", request.scope))
        language = session.member.language
        slot = await take_export(account, session, request.scope)
        archive, length = await write_member_export(account, session)
    except Refusal as refused:
        if refused.status == 401:
            return _see_other(suspension_page_address(language, error="signIn"))
        if refused.status == 403:
            return _see_other(suspension_page_address(language))
        return _see_other(suspension_page_address(language, **export_error_query(refused)))
    return archive_response(archive, length, slot)


@post(
    "/api/suspension/removal/form",
    include_in_schema=False,
    opt=BY_FORM,
    exception_handlers={Refusal: refuse_on_page},
)
async def remove_suspended(
    request: AnyRequest, data: Removal, account: FromAccount
) -> Response[Any]:
    """Removes the account of a suspended member; the suspension stays in force."""
    sessions = account.sessions
    try:
        session = await session_of_form(
            cast("Scope", request.scope), sessions.rates, member_id=data.member
        )
        removal = AccountRemoval(data.confirmation, data.posts)
        await remove_member(account, session.member, removal=removal)
    except Refusal as refused:
        return _see_other(suspension_page_address(data.language, **error_query(refused)))
    return _signed_out(sessions.cookies, suspension_page_address(data.language, done="removed"))


@post(
    "/api/suspension/sign-out/form",
    include_in_schema=False,
    opt=BY_FORM,
    exception_handlers={Refusal: refuse_on_page},
)
async def sign_out_suspended(
    request: AnyRequest, data: Page, sessions: FromSessions
) -> Response[Any]:
    """Ends the session of a suspended member and redirects to the page."""
    try:
        session = await session_of_form(
            cast("Scope", request.scope), sessions.rates, member_id=data.member
        )
    except Refusal as refused:
        return _see_other(suspension_page_address(data.language, **error_query(refused)))
    async with transaction(sessions.database) as opened:
        await close_session(opened, session.member, session_id=session.session_id)
    return _signed_out(sessions.cookies, suspension_page_address(data.language, done="signedOut"))


HANDLERS = (get_suspension, export_suspended, remove_suspended, sign_out_suspended)


def _see_other(target: str) -> Response[Any]:
    """Returns a redirect with 303 that no cache keeps."""
    headers = {**NOT_KEPT, "location": target}
    return Response(b"", status_code=303, media_type="text/plain", headers=headers)


def _signed_out(cookies: Cookies, target: str) -> Response[Any]:
    """Returns a redirect that deletes the session cookie."""
    response = _see_other(target)
    response.cookies.append(expired_cookie(cookies, cookies.session))
    return response
