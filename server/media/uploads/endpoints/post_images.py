"""Endpoints that store and discard post images, and the one of stored files."""

from litestar import Response, delete, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from server.contracts.limits import LIMITS
from server.media.uploads.actions.post_images import discard_post_image, save_post_image
from server.media.uploads.dependencies import Uploads
from server.media.uploads.disconnect import unless_disconnected
from server.media.uploads.endpoints.form import (
    FORM,
    FORM_BYTES_MOST,
    NOT_KEPT,
    Form,
    form_errors,
    upload_rate,
)
from server.media.uploads.endpoints.media import media_handler
from server.media.uploads.rules import post_image_too_large
from server.media.uploads.schemas import UploadView
from server.web.problems import AnyRequest
from server.web.rate_limits.rates import Rates
from server.web.viewer import CHANGE_BODY, CHANGE_OF_ANOTHER, member_in, members_only

POST_IMAGES = "/api/uploads/post-images"
NOT_AUTHENTICATED = "upload.notAuthenticated"


def upload_handlers(uploads: Uploads, rates: Rates) -> list[HTTPRouteHandler]:
    return [*_post_images(uploads, rates), media_handler(uploads.storage)]


def _post_images(uploads: Uploads, rates: Rates) -> list[HTTPRouteHandler]:
    @post(
        POST_IMAGES,
        operation_id="uploadPostImage",
        summary="Store a picture for a post that is being written",
        guards=[members_only(NOT_AUTHENTICATED), upload_rate(rates)],
        opt={CHANGE_BODY: FORM, CHANGE_OF_ANOTHER: "upload.idMismatch"},
        request_max_body_size=LIMITS.post_image_bytes + FORM_BYTES_MOST,
        exception_handlers=form_errors(post_image_too_large()),
    )
    async def post_image(request: AnyRequest, data: Form) -> Response[UploadView]:
        content = await data.file.read(LIMITS.post_image_bytes + 1)
        member = member_in(request.scope)
        saving = save_post_image(uploads, member, data=content)
        stored = await unless_disconnected(request.receive, saving)
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
