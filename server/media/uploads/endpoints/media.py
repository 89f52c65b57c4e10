"""Endpoint of stored files, served as images only."""

from typing import cast

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from server.contracts.limits import LIMITS
from server.errors import Refusal
from server.media.storage.interface import BUCKETS, Bucket, Storage, StorageFailure
from server.media.uploads.rules import is_derived, media_type_of, version_of
from server.web.asgi import Scope, header
from server.web.negotiation import is_known
from server.web.problems import AnyRequest

# A stored file cannot run scripts, whatever a browser takes it for.
INERT = {
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "content-disposition": "inline",
}
IMMUTABLE = "public, max-age=31536000, immutable"
FOR_A_WHILE = f"public, max-age={LIMITS.storage_cache_seconds}"


def media_handler(storage: Storage) -> HTTPRouteHandler:
    @get("/media/{bucket:str}/{owner:str}/{file:str}", include_in_schema=False)
    async def get_media(
        request: AnyRequest, bucket: FromPath[str], owner: FromPath[str], file: FromPath[str]
    ) -> Response[bytes]:
        known: Bucket | None = next((one for one in BUCKETS if one == bucket), None)
        media_type = media_type_of(file)
        if known is None or media_type is None:
            raise Refusal("not-found", 404)
        condition = header(cast("Scope", request.scope), b"if-none-match")
        # Read even for a conditional request, so that a removed file is answered with 404.
        data = await _stored(storage, known, f"{owner}/{file}")
        version = file if is_derived(file) else version_of(data)
        is_kept = is_derived(file) or request.query_params.get("v") == version
        headers = _headers(version, is_kept=is_kept)
        if is_known(condition, f'"{version}"'):
            return Response(b"", status_code=304, headers=headers, media_type=media_type)
        return Response(data, headers=headers, media_type=media_type)

    return get_media


async def _stored(storage: Storage, bucket: Bucket, name: str) -> bytes:
    try:
        data = await storage.get(bucket, name)
    except StorageFailure as error:
        raise Refusal("app.unavailable", 503, params={"seconds": 5}) from error
    if data is None:
        raise Refusal("not-found", 404)
    return data


def _headers(version: str, *, is_kept: bool) -> dict[str, str]:
    """Returns the headers; only addresses whose content never changes are immutable."""
    cache_control = IMMUTABLE if is_kept else FOR_A_WHILE
    return {**INERT, "etag": f'"{version}"', "cache-control": cache_control}
