"""Endpoints of uploads: post images, stored files, and the form of all uploads."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, cast

from litestar import Response, delete, get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body, FromPath
from litestar.types import ExceptionHandlersMap

from server.contracts.limits import LIMITS
from server.errors import Refusal
from server.media.storage.interface import BUCKETS, Bucket, Storage, StorageFailure
from server.media.uploads.actions.post_images import discard_post_image, save_post_image
from server.media.uploads.dependencies import AccessOf, Uploads
from server.media.uploads.rules import (
    content_version,
    is_derived,
    media_type_of,
    post_image_too_large,
)
from server.media.uploads.schemas import UploadView
from server.web.asgi import Scope, header
from server.web.negotiation import matches_etag
from server.web.problems import AnyRequest, Problem, problem
from server.web.rate_limits.rates import Rate, Rates
from server.web.viewer import (
    CHANGE_BODY,
    CHANGE_OF_ANOTHER,
    GuardedConnection,
    member_in,
    members_only,
)

# A stored file cannot run scripts, whatever a browser takes it for.
INERT = {
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "content-disposition": "inline",
}
IMMUTABLE = "public, max-age=31536000, immutable"
BRIEFLY_CACHED = f"public, max-age={LIMITS.storage_cache_seconds}"

UPLOADS = Rate("uploads", 60, 3600)
# Boundaries, headers and file name around the file, in bytes.
FORM_BYTES_MOST = 32 * 1024
FORM = b"multipart/form-data"
NOT_KEPT = {"cache-control": "private, no-store"}
Result = TypeVar("Result")
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
POST_IMAGES = "/api/uploads/post-images"
NOT_AUTHENTICATED = "upload.notAuthenticated"


def media_handler(storage: Storage, access_of: AccessOf) -> HTTPRouteHandler:
    """Returns the handler of stored files; who may not see a picture gets 404."""

    @get("/media/{bucket:str}/{owner:str}/{file:str}", include_in_schema=False)
    async def get_media(
        request: AnyRequest, bucket: FromPath[str], owner: FromPath[str], file: FromPath[str]
    ) -> Response[bytes]:
        """Sends one stored file; only variants of pictures, named by content, are cached for long.

        Raises Refusal 404 if it is missing or hidden from the reader, 503 if the storage fails.
        """
        known: Bucket | None = next((one for one in BUCKETS if one == bucket), None)
        media_type = media_type_of(file)
        if known is None or media_type is None:
            raise Refusal("not-found", 404)
        scope, name = cast("Scope", request.scope), f"{owner}/{file}"
        access = await access_of(scope, name) if known == "post-images" else "all"
        if access == "none":
            raise Refusal("not-found", 404)
        condition = header(scope, b"if-none-match")
        # Read even for a conditional request, so that a removed file is answered with 404.
        data = await _load(storage, known, name)
        version = file if is_derived(file) else content_version(data)
        headers = _cache_headers(version, is_kept=is_derived(file))
        if access == "reader":
            headers |= NOT_KEPT
        if matches_etag(condition, f'"{version}"'):
            return Response(b"", status_code=304, headers=headers, media_type=media_type)
        return Response(data, headers=headers, media_type=media_type)

    return get_media


async def _load(storage: Storage, bucket: Bucket, name: str) -> bytes:
    """Returns a stored file; raises Refusal 404 without one, 503 if the storage fails."""
    try:
        data = await storage.get(bucket, name)
    except StorageFailure as error:
        raise Refusal("app.unavailable", 503, params={"seconds": 5}) from error
    if data is None:
        raise Refusal("not-found", 404)
    return data


def _cache_headers(version: str, *, is_kept: bool) -> dict[str, str]:
    """Returns the headers of a file; one whose address never changes content is immutable."""
    cache_control = IMMUTABLE if is_kept else BRIEFLY_CACHED
    return {**INERT, "etag": f'"{version}"', "cache-control": cache_control}


@dataclass
class PictureForm:
    """Multipart form with a single file."""

    file: UploadFile


Form = Annotated[PictureForm, Body(media_type=RequestEncodingType.MULTI_PART)]


def upload_rate(rates: Rates) -> Callable[[GuardedConnection, object], Awaitable[None]]:
    """Returns the guard that counts uploads before their body is read."""

    async def guard(connection: GuardedConnection, _handler: object) -> None:
        """Counts the upload; refuses with 429 and the seconds to wait."""
        seconds = await rates.take(UPLOADS, member_in(connection.scope).id)
        if seconds:
            raise Refusal("app.tooManyRequests", 429, params={"seconds": seconds})

    return guard


def form_errors(refusal: Refusal) -> ExceptionHandlersMap:
    """Returns handlers that answer a form that is too large by `refusal`, without a file by 400."""

    def answer_too_large(_request: AnyRequest, _error: Exception) -> Response[Problem]:
        return problem(refusal.status, refusal.code, params=refusal.params)

    def answer_no_file(_request: AnyRequest, _error: Exception) -> Response[Problem]:
        """Answers 400: Litestar decodes a part without a file name as text."""
        return problem(400, "bad-request")

    return {413: answer_too_large, UnicodeDecodeError: answer_no_file}


async def unless_disconnected(receive: Receive, work: Coroutine[Any, Any, Result]) -> Result:
    """Returns the result of the work.

    Cancels it and raises Refusal 400 if the client disconnects.
    """
    running = asyncio.ensure_future(work)
    disconnecting = asyncio.ensure_future(_disconnected(receive))
    try:
        await asyncio.wait([running, disconnecting], return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            raise Refusal("bad-request", 400)
        return running.result()
    finally:
        for task in (running, disconnecting):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


async def _disconnected(receive: Receive) -> None:
    """Waits until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass


def upload_handlers(uploads: Uploads, rates: Rates) -> list[HTTPRouteHandler]:
    """Returns the handlers that store, remove and send pictures."""
    return [
        *_post_image_handlers(uploads, rates),
        media_handler(uploads.storage, uploads.access_of),
    ]


def _post_image_handlers(uploads: Uploads, rates: Rates) -> list[HTTPRouteHandler]:
    """Returns the handlers that store and remove the pictures of a post being written."""

    @post(
        POST_IMAGES,
        operation_id="uploadPostImage",
        summary="Store a picture for a post that is being written",
        response_description="The stored picture",
        guards=[members_only(NOT_AUTHENTICATED), upload_rate(rates)],
        opt={CHANGE_BODY: FORM, CHANGE_OF_ANOTHER: "upload.idMismatch"},
        request_max_body_size=LIMITS.post_image_bytes + FORM_BYTES_MOST,
        exception_handlers=form_errors(post_image_too_large()),
    )
    async def post_image(request: AnyRequest, data: Form) -> Response[UploadView]:
        """Stores a picture; stops when the client has gone.

        One byte above the limit is read, so that the size check sees a file that is too large.
        """
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
