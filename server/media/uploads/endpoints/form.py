"""Upload form, upload rate, and error responses for malformed forms."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated

from litestar import Response
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.types import ExceptionHandlersMap

from server.errors import Refusal
from server.web.problems import AnyRequest, Problem, problem
from server.web.rate_limits.rates import Rate, Rates
from server.web.viewer import GuardedConnection, member_in

UPLOADS = Rate("uploads", 60, 3600)
# Boundaries, headers and file name around the file, in bytes.
FORM_BYTES_MOST = 32 * 1024
FORM = b"multipart/form-data"
NOT_KEPT = {"cache-control": "private, no-store"}


@dataclass
class PictureForm:
    """Multipart form with a single file."""

    file: UploadFile


Form = Annotated[PictureForm, Body(media_type=RequestEncodingType.MULTI_PART)]


def upload_rate(rates: Rates) -> Callable[[GuardedConnection, object], Awaitable[None]]:
    """Guard that refuses a member over the upload rate before the body is read."""

    async def guard(connection: GuardedConnection, _handler: object) -> None:
        seconds = await rates.take(UPLOADS, member_in(connection.scope).id)
        if seconds:
            raise Refusal("app.tooManyRequests", 429, params={"seconds": seconds})

    return guard


def form_errors(refusal: Refusal) -> ExceptionHandlersMap:
    def answer_too_large(_request: AnyRequest, _error: Exception) -> Response[Problem]:
        return problem(refusal.status, refusal.code)

    def answer_no_file(_request: AnyRequest, _error: Exception) -> Response[Problem]:
        """Answers 400: Litestar decodes a part without a file name as text."""
        return problem(400, "bad-request")

    return {413: answer_too_large, UnicodeDecodeError: answer_no_file}
