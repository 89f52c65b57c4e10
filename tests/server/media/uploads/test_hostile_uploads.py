"""Unsupported, oversized and broken avatar uploads are refused, and nothing is written."""

import pytest

from server.media.storage.interface import Storage
from server.settings import Settings
from tests.server.media.imaging.pictures import encoded, png_header, quarters
from tests.server.media.uploads.upload_requests import (
    AVATAR_BYTES_MOST,
    AVATAR_PATH,
    BROKEN_FORMS,
    HOSTILE_NAMES,
    send_avatar,
)
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (b"", (415, "invalidFileType")),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", (415, "invalidFileType")),
        (b"x" * (AVATAR_BYTES_MOST + 1), (413, "avatarTooLarge")),
        (b"x" * (AVATAR_BYTES_MOST + 100_000), (413, "avatarTooLarge")),
        (png_header(30_000, 30_000), (422, "imageTooComplex")),
    ],
)
async def test_invalid_or_oversized_avatar_is_refused_and_nothing_is_written(
    place: Place, hana: Browser, storage: Storage, data: bytes, refusal: tuple[int, str]
) -> None:
    before = await place.dump()

    answer = await send_avatar(hana, data)

    status, code = refusal
    assert (answer.status_code, answer.json()["code"]) == (status, f"profileEdit.errors.{code}")
    assert await place.dump() == before
    assert await storage.names_of("avatar-url", hana.member_id) == []


@pytest.mark.parametrize("more", [1, 100_000])
async def test_refusal_of_an_oversized_avatar_states_the_limit_in_megabytes(
    hana: Browser, more: int
) -> None:
    answer = await send_avatar(hana, b"x" * (AVATAR_BYTES_MOST + more))

    assert answer.json()["params"] == {"most": 2}


async def test_avatar_of_exactly_two_megabytes_is_accepted(hana: Browser) -> None:
    data = encoded(quarters(), "PNG")

    answer = await send_avatar(hana, data + b"\0" * (AVATAR_BYTES_MOST - len(data)))

    assert answer.status_code == 200


@pytest.mark.parametrize("name", HOSTILE_NAMES)
async def test_avatar_ignores_the_file_name_and_type_of_the_client(
    hana: Browser, name: str
) -> None:
    answer = await send_avatar(hana, encoded(quarters(), "PNG"), name=name, kind="text/html")

    if answer.status_code == 200:
        path = answer.json()["avatar_url"].partition("?")[0]
        assert path == f"/media/avatar-url/{hana.member_id}/avatar.png"
    else:
        assert answer.status_code == 400


@pytest.mark.parametrize(("media_type", "body"), BROKEN_FORMS)
async def test_broken_avatar_form_answers_400_or_415(
    hana: Browser, media_type: str, body: bytes
) -> None:
    answer = await hana.change(
        "PUT", AVATAR_PATH, content=body, headers={"content-type": media_type}
    )

    assert answer.status_code in (400, 415)


async def test_avatar_upload_as_json_answers_415(hana: Browser) -> None:
    assert (await hana.change("PUT", AVATAR_PATH, json={"file": "x"})).status_code == 415


async def test_avatar_upload_without_a_session_answers_401(visitor: Browser) -> None:
    answer = await send_avatar(visitor, encoded(quarters(), "PNG"))

    assert (answer.status_code, answer.json()["code"]) == (401, "login.required")


@pytest.mark.parametrize(
    "path",
    [
        "/media/avatar-url/nobody/avatar.jpg",
        "/media/secrets/x/avatar.jpg",
        "/media/avatar-url/x/avatar.html",
        "/media/avatar-url/x/avatar",
        "/media/avatar-url/..%2f..%2fx/avatar.jpg",
        "/media/avatar-url/x/.new-avatar.jpg",
        "/media/",
        "/media/avatar-url/",
    ],
)
async def test_unknown_media_path_answers_404(visitor: Browser, path: str) -> None:
    assert (await visitor.get(path)).status_code == 404


async def test_avatar_uploads_are_limited_to_60_per_hour(place: Place, hana: Browser) -> None:
    statuses = [
        (await send_avatar(hana, b"", headers={"x-csrf-token": hana.csrf})).status_code
        for _ in range(61)
    ]

    assert statuses == [415] * 60 + [429]


@pytest.mark.stores("folder")
async def test_avatar_upload_answers_503_when_the_store_is_missing(
    place: Place, hana: Browser, stored: tuple[Settings, Storage]
) -> None:
    (stored[0].data_dir / "media").write_text("in the way")
    before = await place.dump()

    answer = await send_avatar(hana, encoded(quarters(), "PNG"))

    assert (answer.status_code, answer.json()["code"]) == (503, "profileEdit.errors.uploadFailed")
    assert answer.headers["retry-after"]
    assert await place.dump() == before
