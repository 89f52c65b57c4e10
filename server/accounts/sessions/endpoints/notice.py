"""Handler that dismisses the notice of changed terms: a form that works without scripts."""

from typing import Annotated, Any

from litestar import Response, post
from litestar.enums import RequestEncodingType
from litestar.params import Body

from server.accounts.profiles.actions import dismiss_notice
from server.accounts.profiles.endpoints import FromProfiles
from server.accounts.profiles.schemas import NoticeForm
from server.accounts.sessions.endpoints.welcome import FORM, redirect, refuse_form
from server.accounts.sessions.rules import return_path
from server.database.transaction import transaction
from server.errors import Refusal
from server.web.dependencies import FromMember
from server.web.viewer import CHANGE_BODY, CHANGE_BY_FORM, check_shown_to, members_only

Form = Annotated[NoticeForm, Body(media_type=RequestEncodingType.URL_ENCODED)]


@post(
    "/api/account/notice/form",
    include_in_schema=False,
    guards=[members_only()],
    opt={CHANGE_BODY: FORM, CHANGE_BY_FORM: True},
    exception_handlers={Refusal: refuse_form},
)
async def post_notice_form(data: Form, profiles: FromProfiles, member: FromMember) -> Response[Any]:
    """Dismisses the notice of changed terms and returns to the page."""
    check_shown_to(data.member, member)
    async with transaction(profiles.database) as opened:
        await dismiss_notice(opened, member, now=profiles.now())
    return redirect(return_path(data.back))


HANDLERS = (post_notice_form,)
