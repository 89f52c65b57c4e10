"""Handlers of notifications, and of the form that marks them as read."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post, put
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath

from server.community.actions.notices import mark_all_read, mark_group_read, mark_post_read
from server.community.actions.transactions import member_transaction
from server.community.endpoints.posts import PRIVATE, FromCommunity, query_params
from server.community.notices.rules import checked_group
from server.community.queries.notifications import has_unread, list_notifications
from server.community.rules import post_number
from server.community.schemas import NotificationList, ReadForm, UnreadState
from server.contracts.routes import Language, path_for
from server.database.transaction import transaction
from server.errors import Refusal
from server.web.dependencies import FromMember
from server.web.forms import FORM, form_language, refused_form, see_other
from server.web.problems import AnyRequest
from server.web.viewer import CHANGE_BODY, CHANGE_BY_FORM, check_shown_to, members_only

GROUPS_HELP = (
    "A notification without a post names its `group`: `decisions` of moderators about the member, "
    "results of `reports`, or a record that the member reported, as `cultivar:id`; nothing happens "
    "for a record that they did not report."
)

Form = Annotated[ReadForm, Body(media_type=RequestEncodingType.URL_ENCODED)]


@get(
    "/api/notifications",
    operation_id="listNotifications",
    summary="Notifications of the member about posts, follows, reports and decisions",
    guards=[members_only()],
)
async def get_notifications(
    community: FromCommunity, member: FromMember
) -> Response[NotificationList]:
    async with community.database.reading() as source:
        found = await list_notifications(source, member, now=community.now())
    return Response(found, headers=PRIVATE)


@get(
    "/api/notifications/unread",
    operation_id="getUnreadState",
    summary="Whether the member has a notification that sets the mark in the header",
    guards=[members_only()],
)
async def get_unread_state(community: FromCommunity, member: FromMember) -> Response[UnreadState]:
    async with community.database.reading() as source:
        state = UnreadState(await has_unread(source, member, now=community.now()))
    return Response(state, headers=PRIVATE)


@put(
    "/api/notifications/read/{id:str}",
    operation_id="markPostRead",
    summary="Mark the notifications of a post as read; nothing happens for an unknown one",
    guards=[members_only()],
    status_code=204,
)
async def put_post_read(id: FromPath[str], community: FromCommunity, member: FromMember) -> None:
    async with member_transaction(community.database, member) as opened:
        await mark_post_read(opened, member, post_id=post_number(id), now=community.now())


@put(
    "/api/notifications/read/groups/{group:str}",
    operation_id="markGroupRead",
    summary="Mark the notifications of a group, which have no post, as read",
    description=GROUPS_HELP,
    guards=[members_only()],
    status_code=204,
)
async def put_group_read(
    group: FromPath[str], community: FromCommunity, member: FromMember
) -> None:
    checked = checked_group(group)
    async with member_transaction(community.database, member) as opened:
        await mark_group_read(opened, member, group=checked, now=community.now())


@put(
    "/api/notifications/read",
    operation_id="markNotificationsRead",
    summary="Mark all notifications as read",
    description="With a query `until`, a time, later notifications stay unread.",
    guards=[members_only()],
    status_code=204,
)
async def put_all_read(request: AnyRequest, community: FromCommunity, member: FromMember) -> None:
    until = _read_until(query_params(request).get("until"), now=community.now())
    async with transaction(community.database) as opened:
        await mark_all_read(opened, member, until=until)


def _read_until(given: str | None, *, now: datetime) -> datetime:
    """Returns the time up to which notifications are read: the given one, at most now."""
    try:
        return min(msgspec.convert(given, datetime), now)
    except (msgspec.ValidationError, TypeError):
        return now


def _back(request: AnyRequest, _outcome: str) -> Response[Any]:
    """Redirects to the page of notifications, which says that they stay unread."""
    return see_other(f"{path_for('notifications', form_language(request))}?read=refused")


@post(
    "/api/notifications/read/form",
    include_in_schema=False,
    guards=[members_only()],
    opt={CHANGE_BY_FORM: True, CHANGE_BODY: FORM},
    exception_handlers={Refusal: refused_form(_back)},
)
async def post_read_form(data: Form, community: FromCommunity, member: FromMember) -> Response[Any]:
    """Marks the listed notifications as read by a form and redirects to their page."""
    check_shown_to(data.member, member)
    now = community.now()
    async with transaction(community.database) as opened:
        await mark_all_read(opened, member, until=min(data.until or now, now))
    language: Language = "ja" if data.language == "ja" else "en"
    headers = {**PRIVATE, "location": path_for("notifications", language)}
    return Response(b"", status_code=303, media_type="text/plain", headers=headers)


HANDLERS = (
    get_notifications,
    get_unread_state,
    put_all_read,
    put_group_read,
    put_post_read,
    post_read_form,
)
