"""The verbs of pictures: a member's avatar, and whatever is stored as it is shown."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated

from litestar import Response, delete, get, put
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body, FromPath

from server.answers import AnyRequest, Problem, problem
from server.contracts.limits import LIMITS
from server.edge.rates import Rate, Rates
from server.errors import Refusal
from server.storage.interface import BUCKETS, Bucket, Storage, StorageFailure
from server.uploads.actions import Uploads, remove_avatar, save_avatar
from server.uploads.rules import media_type_of, too_large, version_of
from server.uploads.schemas import AvatarView
from server.viewer import CHANGE_BODY, Asking, member_in, members_only

AVATAR = "/api/profiles/me/avatar"
UPLOADS = Rate("uploads", 60, 3600)
# What surrounds the file in a form: boundaries, headers, a long name.
FORM_BYTES_MOST = 32 * 1024
NOT_KEPT = {"cache-control": "private, no-store"}

# Whatever a stored file may be taken for, it can do nothing.
INERT = {
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "content-disposition": "inline",
}
IMMUTABLE = "public, max-age=31536000, immutable"
FOR_A_WHILE = f"public, max-age={LIMITS.storage_cache_seconds}"


@dataclass
class AvatarForm:
    """The one field of the form."""

    file: UploadFile


Form = Annotated[AvatarForm, Body(media_type=RequestEncodingType.MULTI_PART)]


def upload_handlers(uploads: Uploads, rates: Rates) -> list[HTTPRouteHandler]:
    return [*_avatar(uploads, rates), media_handler(uploads.storage)]


def _avatar(uploads: Uploads, rates: Rates) -> list[HTTPRouteHandler]:
    @put(
        AVATAR,
        operation_id="putMyAvatar",
        summary="Store the member's picture",
        guards=[members_only(), _at_a_measured_pace(rates)],
        opt={CHANGE_BODY: b"multipart/form-data"},
        request_max_body_size=LIMITS.avatar_bytes_storage + FORM_BYTES_MOST,
        exception_handlers={413: _answer_too_large, UnicodeDecodeError: _answer_no_file},
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


def media_handler(storage: Storage) -> HTTPRouteHandler:
    @get("/media/{bucket:str}/{owner:str}/{file:str}", include_in_schema=False)
    async def get_media(
        request: AnyRequest, bucket: FromPath[str], owner: FromPath[str], file: FromPath[str]
    ) -> Response[bytes]:
        name = f"{owner}/{file}"
        media_type = media_type_of(name)
        known: Bucket | None = next((one for one in BUCKETS if one == bucket), None)
        if known is None or media_type is None:
            raise Refusal("not-found", 404)
        try:
            data = await storage.get(known, name)
        except StorageFailure as error:
            raise Refusal("app.unavailable", 503, params={"seconds": 5}) from error
        if data is None:
            raise Refusal("not-found", 404)
        return _shown(request, data, media_type=media_type)

    return get_media


def _shown(request: AnyRequest, data: bytes, *, media_type: str) -> Response[bytes]:
    version = version_of(data)
    is_asked_for = request.query_params.get("v") == version
    headers = {
        **INERT,
        "etag": f'"{version}"',
        # Only the version that is asked for may be kept for ever.
        "cache-control": IMMUTABLE if is_asked_for else FOR_A_WHILE,
    }
    if f'"{version}"' in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=media_type)
    return Response(data, headers=headers, media_type=media_type)


def _at_a_measured_pace(rates: Rates) -> Callable[[Asking, object], Awaitable[None]]:
    """Before the body is read: what is too much is not even received."""

    async def guard(connection: Asking, _handler: object) -> None:
        seconds = await rates.take(UPLOADS, member_in(connection.scope).id)
        if seconds:
            raise Refusal("app.tooManyRequests", 429, params={"seconds": seconds})

    return guard


def _answer_too_large(_request: AnyRequest, _error: Exception) -> Response[Problem]:
    refusal = too_large()
    return problem(refusal.status, refusal.code)


def _answer_no_file(_request: AnyRequest, _error: Exception) -> Response[Problem]:
    """A part without a file's name is read as text, which a picture is not."""
    return problem(400, "bad-request")
