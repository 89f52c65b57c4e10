"""Handlers of what a member shares, and of the form that works without scripts."""

from typing import Annotated, Any

from litestar import Response, get, post, put
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath, JSONBody

from server.community.endpoints.posts import PRIVATE, PUBLIC, FromCommunity
from server.community.rate_rules import RELATIONS
from server.community.sharing.actions import save_sharing
from server.community.sharing.queries import get_sharing, list_shared
from server.community.sharing.schemas import (
    SharedThings,
    Sharing,
    SharingChoice,
    SharingForm,
)
from server.contracts.routes import path_for
from server.errors import Refusal
from server.web.dependencies import FromMember, FromViewer
from server.web.forms import FORM, form_language, refused_form, see_other
from server.web.problems import AnyRequest
from server.web.viewer import (
    CHANGE_BODY,
    CHANGE_BY_FORM,
    CHANGE_RATE,
    check_shown_to,
    members_only,
)

FIELDS = ("favourites", "followed_cultivars", "collections")

Form = Annotated[SharingForm, Body(media_type=RequestEncodingType.URL_ENCODED)]


@get(
    "/api/account/sharing",
    operation_id="getSharing",
    summary="What the member's page shows besides name, picture, bio and posts",
    guards=[members_only()],
)
async def get_sharing_choices(community: FromCommunity, member: FromMember) -> Response[Sharing]:
    async with community.database.reading() as source:
        return Response(await get_sharing(source, member), headers=PRIVATE)


@put(
    "/api/account/sharing",
    operation_id="saveSharing",
    summary="Choose what the member's page shows",
    guards=[members_only()],
    opt={CHANGE_RATE: RELATIONS},
)
async def put_sharing_choices(
    data: JSONBody[SharingChoice], community: FromCommunity, member: FromMember
) -> Response[Sharing]:
    await save_sharing(community, member, choice=data)
    async with community.database.reading() as source:
        return Response(await get_sharing(source, member), headers=PRIVATE)


@get(
    "/api/members/{id:str}/shared",
    operation_id="listShared",
    summary="Collections and followed cultivars that a member shares",
)
async def get_shared_things(
    id: FromPath[str], community: FromCommunity, viewer: FromViewer
) -> Response[SharedThings]:
    async with community.database.reading() as source:
        view = await list_shared(source, id, viewer=viewer, now=community.now())
    return Response(view, headers=PRIVATE if viewer.is_member else PUBLIC)


def _back(request: AnyRequest, outcome: str) -> Response[Any]:
    """Redirects to the section of the account page, in the language of the form."""
    return see_other(f"{path_for('account', form_language(request))}?sharing={outcome}#sharing")


@post(
    "/api/account/sharing/form",
    include_in_schema=False,
    guards=[members_only()],
    opt={CHANGE_BODY: FORM, CHANGE_BY_FORM: True, CHANGE_RATE: RELATIONS},
    exception_handlers={Refusal: refused_form(_back, kept=FIELDS)},
)
async def post_sharing_form(
    request: AnyRequest, data: Form, community: FromCommunity, member: FromMember
) -> Response[Any]:
    """Stores by a form what the member's page shares, and redirects to the account page."""
    check_shown_to(data.member, member)
    chosen = [data.collections] if isinstance(data.collections, str) else data.collections
    favourites, follows = data.favourites is not None, data.followed_cultivars is not None
    await save_sharing(
        community, member, choice=SharingChoice(favourites, follows, tuple(filter(None, chosen)))
    )
    return _back(request, "saved")


HANDLERS = (get_sharing_choices, put_sharing_choices, get_shared_things, post_sharing_form)
