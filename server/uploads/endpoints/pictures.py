"""The verbs of pictures: a member's avatar, and what is to go into a post."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated

from litestar import Response, delete, post, put
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body, FromPath
from litestar.types import ExceptionHandlersMap

from server.answers import AnyRequest, Problem, problem
from server.contracts.limits import LIMITS
from server.edge.rates import Rate, Rates
from server.errors import Refusal
from server.uploads.actions.avatars import remove_avatar, save_avatar
from server.uploads.actions.post_images import discard_post_image, save_post_image
from server.uploads.endpoints.media import media_handler
from server.uploads.parts import Uploads
from server.uploads.presence import while_present
from server.uploads.rules import post_image_too_large, too_large
from server.uploads.schemas import AvatarView, UploadView
from server.viewer import CHANGE_BODY, CHANGE_OF_ANOTHER, Asking, member_in, members_only

AVATAR = "/api/profiles/me/avatar"
POST_IMAGES = "/api/uploads/post-images"
UPLOADS = Rate("uploads", 60, 3600)
# What surrounds the file in a form: boundaries, headers, a long name.
FORM_BYTES_MOST = 32 * 1024
FORM = b"multipart/form-data"
NOT_KEPT = {"cache-control": "private, no-store"}
NOT_AUTHENTICATED = "upload.notAuthenticated"


@dataclass
class PictureForm:
    """The one field of the form."""

    file: UploadFile


Form = Annotated[PictureForm, Body(media_type=RequestEncodingType.MULTI_PART)]


def upload_handlers(uploads: Uploads, rates: Rates) -> list[HTTPRouteHandler]:
    return [
        *_avatar(uploads, rates),
        *_post_images(uploads, rates),
        media_handler(uploads.storage),
    ]


def _avatar(uploads: Uploads, rates: Rates) -> list[HTTPRouteHandler]:
    @put(
        AVATAR,
        operation_id="putMyAvatar",
        summary="Store the member's picture",
        guards=[members_only(), _at_a_measured_pace(rates)],
        opt={CHANGE_BODY: FORM, CHANGE_OF_ANOTHER: "profileEdit.errors.idMismatch"},
        request_max_body_size=LIMITS.avatar_bytes_storage + FORM_BYTES_MOST,
        exception_handlers=_for_forms(too_large()),
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


def _post_images(uploads: Uploads, rates: Rates) -> list[HTTPRouteHandler]:
    @post(
        POST_IMAGES,
        operation_id="uploadPostImage",
        summary="Store a picture for a post that is being written",
        guards=[members_only(NOT_AUTHENTICATED), _at_a_measured_pace(rates)],
        opt={CHANGE_BODY: FORM, CHANGE_OF_ANOTHER: "upload.idMismatch"},
        request_max_body_size=LIMITS.post_image_bytes + FORM_BYTES_MOST,
        exception_handlers=_for_forms(post_image_too_large()),
    )
    async def post_image(request: AnyRequest, data: Form) -> Response[UploadView]:
        content = await data.file.read(LIMITS.post_image_bytes + 1)
        member = member_in(request.scope)
        saving = save_post_image(uploads, member, data=content)
        stored = await while_present(request.receive, saving)
        return Response(stored, status_code=201, headers=NOT_KEPT)

    @delete(
        POST_IMAGES + "/{image_id:str}",
        operation_id="discardPostImage",
        summary="Remove a picture that no post has yet",
        guards=[members_only(NOT_AUTHENTICATED)],
    )
    async def delete_image(request: AnyRequest, image_id: FromPath[str]) -> Response[None]:
        await discard_post_image(uploads, member_in(request.scope), image_id=image_id)
        return Response(None, status_code=204, headers=NOT_KEPT)

    return [post_image, delete_image]


def _at_a_measured_pace(rates: Rates) -> Callable[[Asking, object], Awaitable[None]]:
    """Before the body is read: what is too much is not even received."""

    async def guard(connection: Asking, _handler: object) -> None:
        seconds = await rates.take(UPLOADS, member_in(connection.scope).id)
        if seconds:
            raise Refusal("app.tooManyRequests", 429, params={"seconds": seconds})

    return guard


def _for_forms(refusal: Refusal) -> ExceptionHandlersMap:
    def answer_too_large(_request: AnyRequest, _error: Exception) -> Response[Problem]:
        return problem(refusal.status, refusal.code)

    def answer_no_file(_request: AnyRequest, _error: Exception) -> Response[Problem]:
        """A part without a file's name is read as text, which a picture is not."""
        return problem(400, "bad-request")

    return {413: answer_too_large, UnicodeDecodeError: answer_no_file}
