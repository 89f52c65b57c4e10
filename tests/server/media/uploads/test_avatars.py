"""Avatars: stored together with their row or not at all, and served so that they can't run."""

import asyncio

import pytest

from server.media.storage.interface import Storage
from tests.server.media.imaging.pictures import (
    animation,
    corners,
    encoded,
    opened,
    quarters,
    with_exif,
)
from tests.server.media.uploads.upload_requests import AVATAR_PATH, send_avatar
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


async def test_avatar_is_stored_upright_without_metadata(
    hana: Browser, visitor: Browser, storage: Storage
) -> None:
    answer = await send_avatar(hana, with_exif(6))

    url = answer.json()["avatar_url"]
    shown = await visitor.get(url)
    assert url.startswith(f"/media/avatar-url/{hana.member_id}/avatar.jpg?v=")
    assert corners(shown.content) == ["blue", "red", "white", "green"]
    assert b"Secret" not in shown.content
    assert await storage.names_of("avatar-url", hana.member_id) == [f"{hana.member_id}/avatar.jpg"]
    assert (await hana.read_session())["member"]["avatar_url"] == url
    assert (await visitor.get(f"/api/profiles/{hana.member_id}")).json()["avatar_url"] == url


async def test_avatar_is_served_with_protective_headers(hana: Browser, visitor: Browser) -> None:
    url = (await send_avatar(hana, encoded(quarters(), "PNG"))).json()["avatar_url"]

    shown = await visitor.get(url)

    assert shown.headers["content-type"] == "image/png"
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert shown.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert shown.headers["cross-origin-resource-policy"] == "same-origin"
    assert "set-cookie" not in shown.headers


@pytest.mark.parametrize("query", [None, "", "v=0000000000000000", "v=", "x=1"])
async def test_avatar_is_cached_for_one_hour_with_and_without_its_version(
    hana: Browser, query: str | None
) -> None:
    url = (await send_avatar(hana, encoded(quarters(), "PNG"))).json()["avatar_url"]

    shown = await hana.get(url if query is None else f"{url.partition('?')[0]}?{query}")

    assert shown.headers["cache-control"] == "public, max-age=3600"


async def test_avatar_answers_304_when_the_etag_matches(hana: Browser) -> None:
    url = (await send_avatar(hana, encoded(quarters(), "PNG"))).json()["avatar_url"]
    tag = (await hana.get(url)).headers["etag"]

    again = await hana.get(url, headers={"if-none-match": tag})

    assert (again.status_code, again.content) == (304, b"")


async def test_avatar_of_another_format_replaces_the_old_file(
    hana: Browser, storage: Storage
) -> None:
    first = (await send_avatar(hana, encoded(quarters(), "PNG"))).json()["avatar_url"]
    second = (await send_avatar(hana, animation("GIF"))).json()["avatar_url"]

    assert (await hana.get(first)).status_code == 404
    assert getattr(opened((await hana.get(second)).content), "n_frames", 1) == 6
    assert await storage.names_of("avatar-url", hana.member_id) == [f"{hana.member_id}/avatar.gif"]


async def test_new_avatar_of_the_same_format_has_a_new_url(hana: Browser) -> None:
    first = (await send_avatar(hana, encoded(quarters(), "PNG"))).json()["avatar_url"]
    second = (await send_avatar(hana, encoded(quarters((40, 40)), "PNG"))).json()["avatar_url"]

    assert first != second
    assert first.partition("?")[0] == second.partition("?")[0]


async def test_parallel_avatar_uploads_leave_one_file_and_its_row(
    hana: Browser, storage: Storage
) -> None:
    sent = [encoded(quarters((30 + n, 30 + n)), kind) for n in range(2) for kind in ("PNG", "GIF")]

    answers = await asyncio.gather(*(send_avatar(hana, data) for data in sent))

    assert [answer.status_code for answer in answers] == [200] * 4
    url = (await hana.read_session())["member"]["avatar_url"]
    assert len(await storage.names_of("avatar-url", hana.member_id)) == 1
    assert (await hana.get(url)).headers["etag"] == f'"{url.partition("?v=")[2]}"'


async def test_avatar_removal_deletes_file_and_row_and_can_be_repeated(
    hana: Browser, storage: Storage
) -> None:
    url = (await send_avatar(hana, encoded(quarters(), "PNG"))).json()["avatar_url"]

    for _ in range(2):
        assert (await hana.change("DELETE", AVATAR_PATH)).status_code == 204

    assert (await hana.get(url)).status_code == 404
    assert (await hana.read_session())["member"]["avatar_url"] is None
    assert await storage.names_of("avatar-url", hana.member_id) == []


async def test_account_deletion_removes_the_avatar_and_all_data_of_the_member(
    place: Place, hana: Browser, alex: Browser, storage: Storage
) -> None:
    url = (await send_avatar(hana, encoded(quarters(), "PNG"))).json()["avatar_url"]
    token = hana.token or ""

    wrong = await hana.change(
        "DELETE", "/api/account", json={"confirmation": "Hana", "posts": "remove"}
    )
    assert (wrong.status_code, wrong.json()["code"]) == (
        422,
        "profileEdit.errors.confirmationMismatch",
    )
    gone = await hana.change(
        "DELETE", "/api/account", json={"confirmation": " 茶畑 はな", "posts": "keep"}
    )

    assert gone.status_code == 204
    assert gone.headers["clear-site-data"] == '"cache"'
    dump = await place.dump()
    assert hana.member_id not in dump
    assert "hana" not in dump
    assert (await alex.get(url)).status_code == 404
    assert (await alex.get(f"/api/profiles/{hana.member_id}")).status_code == 404
    assert await storage.names_of("avatar-url", hana.member_id) == []
    hana.token = token
    assert (await hana.read_session())["member"] is None
    assert (await alex.read_session())["member"]
