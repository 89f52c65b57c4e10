"""Endpoints of a member's avatar."""

from litestar import Response, delete, put
from litestar.handlers import HTTPRouteHandler

from server.accounts.avatars.actions import remove_avatar, save_avatar
from server.contracts.limits import LIMITS
from server.media.uploads.endpoints.form import (
    FORM,
    FORM_BYTES_MOST,
    NOT_KEPT,
    Form,
    form_errors,
    upload_rate,
)
from server.media.uploads.parts import Uploads
from server.media.uploads.rules import too_large
from server.media.uploads.schemas import AvatarView
from server.web.problems import AnyRequest
from server.web.rate_limits.rates import Rates
from server.web.viewer import CHANGE_BODY, CHANGE_OF_ANOTHER, member_in, members_only

AVATAR = "/api/profiles/me/avatar"


def avatar_handlers(uploads: Uploads, rates: Rates) -> list[HTTPRouteHandler]:
    @put(
        AVATAR,
        operation_id="putMyAvatar",
        summary="Store the member's picture",
        guards=[members_only(), upload_rate(rates)],
        opt={CHANGE_BODY: FORM, CHANGE_OF_ANOTHER: "profileEdit.errors.idMismatch"},
        request_max_body_size=LIMITS.avatar_bytes_storage + FORM_BYTES_MOST,
        exception_handlers=form_errors(too_large()),
    )
    async def put_avatar(request: AnyRequest, data: Form) -> Response[AvatarView]:
        content = await data.file.read(LIMITS.avatar_bytes_storage + 1)
        avatar = await save_avatar(uploads, member_in(request.scope), data=content)
        return Response(avatar, headers=NOT_KEPT)

    @delete(
        AVATAR,
        operation_id="deleteMyAvatar",
        summary="Remove the member's picture",
        guards=[members_only()],
    )
    async def delete_avatar(request: AnyRequest) -> Response[None]:
        await remove_avatar(uploads, member_in(request.scope))
        return Response(None, status_code=204, headers=NOT_KEPT)

    return [put_avatar, delete_avatar]
