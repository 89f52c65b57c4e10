"""What is no picture, too much or broken is refused, and nothing of it is written."""

import pytest

from server.media.storage.interface import Storage
from server.settings import Settings
from tests.server.media.imaging.pictures import encoded, png_header, quarters
from tests.server.media.uploads.sending import BROKEN_FORMS, LIMIT, NAMES, PATH, send
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (b"", (415, "invalidFileType")),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", (415, "invalidFileType")),
        (b"x" * (LIMIT + 1), (413, "avatarTooLarge")),
        (b"x" * (LIMIT + 100_000), (413, "avatarTooLarge")),
        (png_header(30_000, 30_000), (422, "imageTooComplex")),
    ],
)
async def test_a_hostile_picture_is_refused_and_nothing_is_written(
    place: Place, hana: Browser, storage: Storage, data: bytes, refusal: tuple[int, str]
) -> None:
    before = await place.dump()

    answer = await send(hana, data)

    status, code = refusal
    assert (answer.status_code, answer.json()["code"]) == (status, f"profileEdit.errors.{code}")
    assert await place.dump() == before
    assert await storage.names_of("avatar-url", hana.member_id) == []


async def test_two_megabytes_exactly_are_taken(hana: Browser) -> None:
    data = encoded(quarters(), "PNG")

    answer = await send(hana, data + b"\0" * (LIMIT - len(data)))

    assert answer.status_code == 200


@pytest.mark.parametrize("name", NAMES)
async def test_the_senders_name_and_type_decide_nothing(hana: Browser, name: str) -> None:
    answer = await send(hana, encoded(quarters(), "PNG"), name=name, kind="text/html")

    if answer.status_code == 200:
        path = answer.json()["avatar_url"].partition("?")[0]
        assert path == f"/media/avatar-url/{hana.member_id}/avatar.png"
    else:
        assert answer.status_code == 400


@pytest.mark.parametrize(("media_type", "body"), BROKEN_FORMS)
async def test_a_broken_form_is_the_senders_mistake(
    hana: Browser, media_type: str, body: bytes
) -> None:
    answer = await hana.change("PUT", PATH, content=body, headers={"content-type": media_type})

    assert answer.status_code in (400, 415)


async def test_json_is_no_picture(hana: Browser) -> None:
    assert (await hana.change("PUT", PATH, json={"file": "x"})).status_code == 415


async def test_a_visitor_sends_nothing(visitor: Browser) -> None:
    answer = await send(visitor, encoded(quarters(), "PNG"))

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
async def test_what_is_not_stored_is_not_found(visitor: Browser, path: str) -> None:
    assert (await visitor.get(path)).status_code == 404


async def test_uploads_are_bounded_per_hour(place: Place, hana: Browser) -> None:
    statuses = [
        (await send(hana, b"", headers={"x-csrf-token": hana.csrf})).status_code for _ in range(61)
    ]

    assert statuses == [415] * 60 + [429]


@pytest.mark.stores("folder")
async def test_an_absent_store_is_told_and_nothing_is_half_written(
    place: Place, hana: Browser, stored: tuple[Settings, Storage]
) -> None:
    (stored[0].data_dir / "media").write_text("in the way")
    before = await place.dump()

    answer = await send(hana, encoded(quarters(), "PNG"))

    assert (answer.status_code, answer.json()["code"]) == (503, "profileEdit.errors.uploadFailed")
    assert answer.headers["retry-after"]
    assert await place.dump() == before
