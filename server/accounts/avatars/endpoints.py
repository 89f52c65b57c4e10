"""Handlers of a member's avatar."""

from dataclasses import dataclass
from typing import Annotated

import msgspec
from litestar import Response, delete, put
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.exceptions import ClientException
from litestar.params import Body, SkipValidation

from server.accounts.avatars.actions.avatars import (
    ProfileSaver,
    accept_avatar,
    remove_avatar,
    save_avatar,
)
from server.accounts.profiles.endpoints import SAVES, FromProfiles
from server.accounts.profiles.rules import checked_profile
from server.accounts.profiles.schemas import ProfileChange
from server.contracts.limits import LIMITS
from server.media.uploads.dependencies import Uploads
from server.media.uploads.endpoints import (
    FORM,
    FORM_BYTES_MOST,
    NOT_KEPT,
    UPLOADS,
    form_errors,
)
from server.media.uploads.rules import avatar_too_large
from server.media.uploads.schemas import AvatarView
from server.web.dependencies import FromMember
from server.web.viewer import CHANGE_BODY, CHANGE_OF_ANOTHER, CHANGE_RATE, members_only

FromUploads = NamedDependency[SkipValidation[Uploads]]

AVATAR = "/api/profiles/me/avatar"


@dataclass
class AvatarForm:
    """Multipart form with a picture, and the profile as JSON if both are to change together."""

    file: UploadFile
    profile: str | None = None


Form = Annotated[AvatarForm, Body(media_type=RequestEncodingType.MULTI_PART)]


@put(
    AVATAR,
    operation_id="putMyAvatar",
    summary="Store the member's picture, and the profile with it or neither",
    guards=[members_only()],
    opt={
        CHANGE_BODY: FORM,
        CHANGE_OF_ANOTHER: "profileEdit.errors.idMismatch",
        CHANGE_RATE: UPLOADS,
    },
    request_max_body_size=LIMITS.avatar_bytes_storage + FORM_BYTES_MOST,
    exception_handlers=form_errors(avatar_too_large()),
)
async def put_avatar(
    data: Form, uploads: FromUploads, profiles: FromProfiles, member: FromMember
) -> Response[AvatarView]:
    change = data.profile and checked_profile(_profile_in(data.profile), profiles.reserved)
    content = await data.file.read(LIMITS.avatar_bytes_storage + 1)
    picture = await accept_avatar(uploads, content)
    await profiles.count_save(member.id)
    saver = ProfileSaver(change, profiles.count) if change else None
    avatar = await save_avatar(uploads, member, picture=picture, profile=saver)
    return Response(avatar, headers=NOT_KEPT)


@delete(
    AVATAR,
    operation_id="deleteMyAvatar",
    summary="Remove the member's picture",
    guards=[members_only()],
    opt={CHANGE_RATE: SAVES},
)
async def delete_avatar(uploads: FromUploads, member: FromMember) -> Response[None]:
    await remove_avatar(uploads, member)
    return Response(None, status_code=204, headers=NOT_KEPT)


def _profile_in(text: str) -> ProfileChange:
    """Decodes the profile that the form holds as JSON; raises ClientException if invalid."""
    try:
        return msgspec.json.decode(text, type=ProfileChange)
    except msgspec.DecodeError as error:
        raise ClientException from error


HANDLERS = (put_avatar, delete_avatar)
