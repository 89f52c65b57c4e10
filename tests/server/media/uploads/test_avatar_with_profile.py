"""Upload of an avatar with a changed profile: both are stored or neither."""

import json
from typing import Any

import pytest

from server.media.storage.interface import Storage
from tests.server.media.imaging.pictures import encoded, quarters
from tests.server.media.uploads.upload_requests import AVATAR_PATH, send_avatar
from tests.server.members import Browser

pytestmark = pytest.mark.anyio

PROFILE = {"display_name": "123", "language": "en", "bio": "一番茶"}


async def send_both(browser: Browser, profile: Any) -> Any:
    """Uploads an avatar together with a changed profile."""
    files = {"file": ("photo.png", encoded(quarters(), "PNG"), "image/png")}
    text = profile if isinstance(profile, str) else json.dumps(profile)
    return await browser.change("PUT", AVATAR_PATH, files=files, data={"profile": text})


async def test_picture_and_profile_are_stored_by_one_request(hana: Browser) -> None:
    answer = await send_both(hana, PROFILE)

    member = (await hana.read_session())["member"]
    assert answer.status_code == 200, answer.text
    assert member["avatar_url"] == answer.json()["avatar_url"]
    assert (member["display_name"], member["bio"]) == ("123", "一番茶")


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({**PROFILE, "display_name": "運営"}, 422, "profileEdit.errors.displayNameReserved"),
        ({**PROFILE, "display_name": ""}, 422, "profileEdit.errors.displayNameRequired"),
        ({**PROFILE, "email": "a@example.com"}, 400, "bad-request"),
        ({"bio": "一番茶"}, 400, "bad-request"),
        ("{", 400, "bad-request"),
        ("[1e308]", 400, "bad-request"),
    ],
)
async def test_refused_profile_leaves_the_picture_as_it_was(
    hana: Browser, storage: Storage, change: Any, status: int, code: str
) -> None:
    before = (await hana.read_session())["member"]

    answer = await send_both(hana, change)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert (await hana.read_session())["member"] == before
    assert await storage.names_of("avatar-url", hana.member_id) == []


async def test_21st_save_in_an_hour_is_refused_with_429_also_with_a_picture(hana: Browser) -> None:
    statuses = [
        (
            await hana.change("PUT", "/api/profiles/me", json={**PROFILE, "bio": f"{n}煎目"})
        ).status_code
        for n in range(20)
    ]

    late = await send_both(hana, PROFILE)
    alone = await send_avatar(hana, encoded(quarters(), "PNG"))
    removal = await hana.change("DELETE", AVATAR_PATH)

    assert statuses == [200] * 20
    assert [one.status_code for one in (late, alone, removal)] == [429] * 3


async def test_refused_picture_is_not_counted_as_a_save(hana: Browser) -> None:
    statuses = {(await send_avatar(hana, b"no picture")).status_code for _ in range(21)}

    assert statuses == {415}
