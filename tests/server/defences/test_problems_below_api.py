"""Errors below /api are problem+json for any Accept header."""

from itertools import product

import pytest

from tests.conftest import ORIGIN
from tests.server.members import Browser

pytestmark = pytest.mark.anyio

ADDRESSES = (
    "/api",
    "/api/",
    "/api//",
    "//api/nothing",
    "/api/posts/",
    "/api/nothing",
    "/api/nothing/at.all",
    "/api/posts/nobody",
    "/api/posts/999999999",
    "/api/posts/99999999999999999999999",
    "/api/live",
    "/api/profiles/me/liked",
)
ACCEPTED = (None, "", "*/*", "text/html", "application/json")


async def test_error_below_api_is_problem_json_for_any_accept_header(visitor: Browser) -> None:
    visitor.http.headers.pop("accept", None)

    for path, accept in product(ADDRESSES, ACCEPTED):
        headers = {} if accept is None else {"accept": accept}
        answer = await visitor.http.get(ORIGIN + path, headers=headers)

        assert answer.status_code >= 400, (path, accept)
        media_type = answer.headers["content-type"]
        assert media_type.startswith("application/problem+json"), (path, accept)
        assert answer.json()["code"], (path, accept)
