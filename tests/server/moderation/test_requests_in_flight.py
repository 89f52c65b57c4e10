"""Changes of a member's state during a slow request: the state at the end of the body counts."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx
import pytest

from server.accounts.sessions.authentication import BODY_S
from tests.server.members import Browser, Place
from tests.server.moderation.conftest import Moderator
from tests.server.operations import POST

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

BODY = json.dumps(POST).encode()
PART = b'--b\r\ncontent-disposition: form-data; name="file"'
FORM = {"content-type": "multipart/form-data; boundary=b"}

Meanwhile = Callable[[], Awaitable[object]]


async def slow_body(body: bytes, meanwhile: Meanwhile) -> AsyncIterator[bytes]:
    """Yields a body in two parts; calls `meanwhile` between them."""
    yield body[:10]
    await meanwhile()
    await asyncio.sleep(BODY_S + 0.1)
    yield body[10:]


async def post_slowly(browser: Browser, meanwhile: Meanwhile) -> httpx.Response:
    """Sends the body of a post in two parts; calls `meanwhile` between them."""
    return await browser.change(
        "POST",
        "/api/posts",
        content=slow_body(BODY, meanwhile),
        headers={"content-type": "application/json"},
    )


async def test_suspension_during_a_request_discards_the_change(
    place: Place, alex: Browser, moderator: Moderator
) -> None:
    answer = await post_slowly(alex, lambda: moderator.run("suspend", alex.member_id))

    assert (answer.status_code, answer.json()["code"]) == (403, "app.suspended")
    assert await place.count("posts") == 0


async def test_suspension_during_an_upload_discards_it(
    place: Place, alex: Browser, moderator: Moderator
) -> None:
    body = slow_body(PART, lambda: moderator.run("suspend", alex.member_id))

    answer = await alex.change("PUT", "/api/profiles/me/avatar", content=body, headers=FORM)

    assert (answer.status_code, answer.json()["code"]) == (403, "app.suspended")


async def test_sign_out_during_a_request_discards_the_change(place: Place, alex: Browser) -> None:
    answer = await post_slowly(alex, lambda: alex.change("DELETE", "/api/session"))

    assert (answer.status_code, answer.json()["code"]) == (401, "login.required")
    assert await place.count("posts") == 0


async def test_token_refresh_during_a_request_keeps_the_change(place: Place, alex: Browser) -> None:
    async def refresh() -> None:
        await alex.change("POST", "/api/session/refresh")
        place.moment.advance(seconds=30)

    answer = await post_slowly(alex, refresh)

    assert answer.status_code == 201
