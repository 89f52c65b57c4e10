"""Handlers of what a member follows, and of the form that manages it without scripts."""

from typing import Annotated, Any

from litestar import Response, delete, get, post, put
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath

from server.community.actions.transactions import member_transaction
from server.community.endpoints.posts import PRIVATE, FromCommunity
from server.community.follows.actions import follow, unfollow
from server.community.follows.queries import is_followed, list_follows
from server.community.follows.rules import checked_subject, split_subject
from server.community.follows.schemas import FollowForm, FollowList, FollowState
from server.community.rate_rules import RELATIONS
from server.contracts.routes import path_for
from server.database.transaction import transaction
from server.errors import Refusal
from server.web.asgi import query_values
from server.web.dependencies import FromMember
from server.web.forms import FORM, form_language, refused_form, see_other
from server.web.problems import AnyRequest
from server.web.viewer import (
    CHANGE_BODY,
    CHANGE_BY_FORM,
    CHANGE_RATE,
    check_shown_to,
    members_only,
)

Form = Annotated[FollowForm, Body(media_type=RequestEncodingType.URL_ENCODED)]


@get(
    "/api/account/follows",
    operation_id="listFollows",
    summary="Cultivars, members, prefectures, tea types and questions that the member follows",
    description="Query parameter, optional: `follow`, a thing as `kind:id`, "
    "which is then the answer's `asked`.",
    guards=[members_only()],
)
async def get_follows(
    request: AnyRequest, community: FromCommunity, member: FromMember
) -> Response[FollowList]:
    asked = query_values(request.scope["query_string"].decode("latin-1")).get("follow")
    async with transaction(community.database) as opened:
        view = await list_follows(opened.session, member, asked=asked)
    return Response(view, headers=PRIVATE)


@get(
    "/api/account/follows/{subject:str}",
    operation_id="getFollowState",
    summary="Whether the member follows a thing",
    guards=[members_only()],
)
async def get_follow_state(
    subject: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[FollowState]:
    kind, id = split_subject(subject)
    async with community.database.reading() as source:
        state = await is_followed(source, member, kind=kind, id=id)
    return Response(state, headers=PRIVATE)


@put(
    "/api/account/follows/{subject:str}",
    operation_id="follow",
    summary="Follow a cultivar, member, prefecture, tea type or question, as `kind:id`",
    guards=[members_only()],
    opt={CHANGE_RATE: RELATIONS},
)
async def put_follow(
    subject: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[FollowState]:
    checked = checked_subject(*split_subject(subject), member_id=member.id)
    async with member_transaction(community.database, member) as opened:
        await follow(opened, member, subject=checked, now=community.now())
    return Response(FollowState(is_followed=True), headers=PRIVATE)


@delete(
    "/api/account/follows/{subject:str}",
    operation_id="unfollow",
    summary="Follow a thing no longer",
    guards=[members_only()],
    opt={CHANGE_RATE: RELATIONS},
    status_code=200,
)
async def delete_follow(
    subject: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[FollowState]:
    kind, id = split_subject(subject)
    async with transaction(community.database) as opened:
        await unfollow(opened, member, kind=kind, id=id)
    return Response(FollowState(is_followed=False), headers=PRIVATE)


def _back(request: AnyRequest, outcome: str) -> Response[Any]:
    """Redirects to the list of follows on the account page, in the language of the form."""
    return see_other(f"{path_for('account', form_language(request))}?follows={outcome}#following")


@post(
    "/api/account/follows/form",
    include_in_schema=False,
    guards=[members_only()],
    opt={CHANGE_BODY: FORM, CHANGE_BY_FORM: True, CHANGE_RATE: RELATIONS},
    exception_handlers={Refusal: refused_form(_back, kept=("follow",))},
)
async def post_follow_form(
    request: AnyRequest, data: Form, community: FromCommunity, member: FromMember
) -> Response[Any]:
    """Follows or unfollows a subject by a form and redirects to the account page."""
    check_shown_to(data.member, member)
    async with member_transaction(community.database, member) as opened:
        if data.unfollow:
            kind, id = split_subject(data.unfollow)
            await unfollow(opened, member, kind=kind, id=id)
        else:
            subject = checked_subject(*split_subject(data.follow or ""), member_id=member.id)
            await follow(opened, member, subject=subject, now=community.now())
    return _back(request, "saved")


HANDLERS = (get_follows, get_follow_state, put_follow, delete_follow, post_follow_form)
