"""Handlers of roles, for administrators."""

from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, JSONBody

from server.accounts.sessions.actions.roles import change_role_by
from server.accounts.sessions.endpoints.session import (
    NOT_KEPT,
    FromSessions,
    SessionDependencies,
)
from server.accounts.sessions.endpoints.welcome import FORM, redirect
from server.accounts.sessions.queries import list_role_holders
from server.contracts.routes import Language, path_for
from server.database.transaction import transaction
from server.errors import Refusal
from server.moderation.role_schemas import RoleChange, RoleForm, RoleList
from server.web.dependencies import FromMember
from server.web.forms import form_language, refused_form, texts_to_show
from server.web.problems import AnyRequest
from server.web.viewer import (
    CHANGE_BODY,
    CHANGE_BY_FORM,
    Member,
    administrators_only,
    check_shown_to,
    members_only,
)

Form = Annotated[RoleForm, Body(media_type=RequestEncodingType.URL_ENCODED)]


@get(
    "/api/moderation/roles",
    operation_id="listRoleHolders",
    summary="Members with a role, for administrators",
    guards=[members_only(), administrators_only],
)
async def get_roles(sessions: FromSessions) -> Response[RoleList]:
    async with transaction(sessions.database) as opened:
        holders = await list_role_holders(opened.session)
    return Response(holders, headers=NOT_KEPT)


@post(
    "/api/moderation/roles",
    operation_id="changeRole",
    summary="Give a member a role, or take it back",
    guards=[members_only(), administrators_only],
    status_code=204,
)
async def post_role(
    data: JSONBody[RoleChange], sessions: FromSessions, member: FromMember
) -> Response[None]:
    await _change(sessions, member, data)
    return Response(None, status_code=204, headers=NOT_KEPT)


def _back(request: AnyRequest, outcome: str) -> Response[Any]:
    """Redirects to the page of roles with the reason of a refusal."""
    return redirect(f"{path_for('roles', form_language(request))}?error={outcome}")


@post(
    "/api/moderation/roles/form",
    include_in_schema=False,
    guards=[members_only(), administrators_only],
    opt={CHANGE_BY_FORM: True, CHANGE_BODY: FORM},
    exception_handlers={Refusal: refused_form(_back, kept=("subject", "reason"))},
)
async def post_role_form(data: Form, sessions: FromSessions, member: FromMember) -> Response[Any]:
    """Changes a role by a form without scripts; redirects to the page of roles with the outcome."""
    query = {"done": "1"}
    try:
        check_shown_to(data.member, member)
        role = None if data.role == "none" else data.role
        if not await _change(sessions, member, RoleChange(data.subject, role, data.reason)):
            query = {"done": "unchanged"}
    except Refusal as refusal:
        typed = texts_to_show(refusal, {"subject": data.subject, "reason": data.reason})
        query = {"error": refusal.code, **{name: value for name, value in typed.items() if value}}
    language: Language = "ja" if data.language == "ja" else "en"
    return redirect(f"{path_for('roles', language)}?{urlencode(query)}")


HANDLERS = (get_roles, post_role, post_role_form)


async def _change(sessions: SessionDependencies, member: Member, change: RoleChange) -> bool:
    """Changes a member's role in a transaction; returns False if the member has it already."""
    async with transaction(sessions.database) as opened:
        return await change_role_by(opened, member, change, now=sessions.now())
