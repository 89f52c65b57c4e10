"""Handlers of a member's avatar."""

from litestar import Response, delete, put
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from server.accounts.avatars.actions import remove_avatar, save_avatar
from server.contracts.limits import LIMITS
from server.media.uploads.dependencies import Uploads
from server.media.uploads.endpoints import (
    FORM,
    FORM_BYTES_MOST,
    NOT_KEPT,
    UPLOADS,
    Form,
    form_errors,
)
from server.media.uploads.rules import too_large
from server.media.uploads.schemas import AvatarView
from server.web.dependencies import FromMember
from server.web.viewer import CHANGE_BODY, CHANGE_OF_ANOTHER, CHANGE_RATE, members_only

FromUploads = NamedDependency[SkipValidation[Uploads]]

AVATAR = "/api/profiles/me/avatar"


@put(
    AVATAR,
    operation_id="putMyAvatar",
    summary="Store the member's picture",
    guards=[members_only()],
    opt={
        CHANGE_BODY: FORM,
        CHANGE_OF_ANOTHER: "profileEdit.errors.idMismatch",
        CHANGE_RATE: UPLOADS,
    },
    request_max_body_size=LIMITS.avatar_bytes_storage + FORM_BYTES_MOST,
    exception_handlers=form_errors(too_large()),
)
async def put_avatar(data: Form, uploads: FromUploads, member: FromMember) -> Response[AvatarView]:
    content = await data.file.read(LIMITS.avatar_bytes_storage + 1)
    avatar = await save_avatar(uploads, member, data=content)
    return Response(avatar, headers=NOT_KEPT)


@delete(
    AVATAR,
    operation_id="deleteMyAvatar",
    summary="Remove the member's picture",
    guards=[members_only()],
)
async def delete_avatar(uploads: FromUploads, member: FromMember) -> Response[None]:
    await remove_avatar(uploads, member)
    return Response(None, status_code=204, headers=NOT_KEPT)


HANDLERS = (put_avatar, delete_avatar)
