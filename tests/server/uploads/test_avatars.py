"""A member's picture: stored with its row or not at all, and shown so that it can do nothing."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.app import create_app
from server.settings import ObjectStoreSettings, Settings
from server.storage.interface import Storage
from server.storage.local import LocalStorage
from server.storage.s3 import Account, S3Storage
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.imaging.pictures import (
    corners,
    encoded,
    moving,
    opened,
    png_header,
    quarters,
    with_exif,
)
from tests.server.members import Browser, Loopback, Moment, Place

pytestmark = pytest.mark.anyio

PATH = "/api/profiles/me/avatar"
LIMIT = 2 * 1024 * 1024


@pytest.fixture(params=["folder", "s3"])
def stored(request: pytest.FixtureRequest, settings: Settings) -> tuple[Settings, Storage]:
    """The settings of a site with one kind of store, and the store itself."""
    if request.param == "folder":
        return settings, LocalStorage(settings.data_dir / "media")
    account: Account = request.getfixturevalue("s3_account")
    store = ObjectStoreSettings(
        account.bucket, account.region, account.endpoint, account.access_key, account.secret_key
    )
    return replace(settings, object_store=store), S3Storage(account)


@pytest.fixture
async def place(
    stored: tuple[Settings, Storage], pool: FakePool, database: AsyncEngine, moment: Moment
) -> AsyncIterator[Place]:
    address = database.url.render_as_string(hide_password=False)
    loopback = Loopback()
    chosen = replace(stored[0], database_url=address)
    loopback.app = app = create_app(chosen, pool, now=moment, outside=loopback)
    async with running(app):
        yield Place(app, database, chosen, moment)


@pytest.fixture
def storage(stored: tuple[Settings, Storage]) -> Storage:
    return stored[1]


async def send(browser: Browser, data: bytes, **more: Any) -> Any:
    name = more.pop("name", "photo.jpg")
    kind = more.pop("kind", "image/jpeg")
    return await browser.change("PUT", PATH, files={"file": (name, data, kind)}, **more)


async def test_a_photo_is_stored_upright_without_its_metadata(
    hana: Browser, visitor: Browser, storage: Storage
) -> None:
    answer = await send(hana, with_exif(6))

    url = answer.json()["avatar_url"]
    shown = await visitor.get(url)
    assert url.startswith(f"/media/avatar-url/{hana.member_id}/avatar.jpg?v=")
    assert corners(shown.content) == ["blue", "red", "white", "green"]
    assert b"Secret" not in shown.content
    assert await storage.names_of("avatar-url", hana.member_id) == [f"{hana.member_id}/avatar.jpg"]
    assert (await hana.look())["member"]["avatar_url"] == url
    assert (await visitor.get(f"/api/profiles/{hana.member_id}")).json()["avatar_url"] == url


async def test_a_stored_picture_can_do_nothing(hana: Browser, visitor: Browser) -> None:
    url = (await send(hana, encoded(quarters(), "PNG"))).json()["avatar_url"]

    shown = await visitor.get(url)

    assert shown.headers["content-type"] == "image/png"
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert shown.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert shown.headers["cross-origin-resource-policy"] == "same-origin"
    assert shown.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "set-cookie" not in shown.headers


@pytest.mark.parametrize("query", ["", "?v=0000000000000000", "?v=", "?x=1"])
async def test_only_the_right_version_is_kept_for_ever(hana: Browser, query: str) -> None:
    url = (await send(hana, encoded(quarters(), "PNG"))).json()["avatar_url"]

    shown = await hana.get(url.partition("?")[0] + query)

    assert shown.headers["cache-control"] == "public, max-age=3600"


async def test_a_known_picture_is_not_sent_again(hana: Browser) -> None:
    url = (await send(hana, encoded(quarters(), "PNG"))).json()["avatar_url"]
    tag = (await hana.get(url)).headers["etag"]

    again = await hana.get(url, headers={"if-none-match": tag})

    assert (again.status_code, again.content) == (304, b"")


async def test_a_new_picture_of_another_kind_replaces_the_old_file(
    hana: Browser, storage: Storage
) -> None:
    first = (await send(hana, encoded(quarters(), "PNG"))).json()["avatar_url"]
    second = (await send(hana, moving("GIF"))).json()["avatar_url"]

    assert (await hana.get(first)).status_code == 404
    assert getattr(opened((await hana.get(second)).content), "n_frames", 1) == 6
    assert await storage.names_of("avatar-url", hana.member_id) == [f"{hana.member_id}/avatar.gif"]


async def test_a_new_picture_of_the_same_kind_has_a_new_address(hana: Browser) -> None:
    first = (await send(hana, encoded(quarters(), "PNG"))).json()["avatar_url"]
    second = (await send(hana, encoded(quarters((40, 40)), "PNG"))).json()["avatar_url"]

    assert first != second
    assert first.partition("?")[0] == second.partition("?")[0]


async def test_pictures_sent_at_once_leave_one_file_and_its_row(
    hana: Browser, storage: Storage
) -> None:
    sent = [encoded(quarters((30 + n, 30 + n)), kind) for n in range(2) for kind in ("PNG", "GIF")]

    answers = await asyncio.gather(*(send(hana, data) for data in sent))

    assert [answer.status_code for answer in answers] == [200] * 4
    url = (await hana.look())["member"]["avatar_url"]
    assert len(await storage.names_of("avatar-url", hana.member_id)) == 1
    assert (await hana.get(url)).headers["cache-control"].endswith("immutable")


async def test_the_picture_is_removed(hana: Browser, storage: Storage) -> None:
    url = (await send(hana, encoded(quarters(), "PNG"))).json()["avatar_url"]

    for _ in range(2):
        assert (await hana.change("DELETE", PATH)).status_code == 204

    assert (await hana.get(url)).status_code == 404
    assert (await hana.look())["member"]["avatar_url"] is None
    assert await storage.names_of("avatar-url", hana.member_id) == []


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


@pytest.mark.parametrize(
    "name",
    ["../../x.php", "a\x00b.png", "x" * 9000, "\u202egpj.exe", "a\r\nb.png", ".htaccess", ""],
)
async def test_the_senders_name_and_type_decide_nothing(hana: Browser, name: str) -> None:
    answer = await send(hana, encoded(quarters(), "PNG"), name=name, kind="text/html")

    if answer.status_code == 200:
        path = answer.json()["avatar_url"].partition("?")[0]
        assert path == f"/media/avatar-url/{hana.member_id}/avatar.png"
    else:
        assert answer.status_code == 400


@pytest.mark.parametrize(
    ("media_type", "body"),
    [
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=", b"x"),
        ("multipart/form-data; boundary=b", b""),
        ("multipart/form-data; boundary=b", b"--b\r\n\r\nx"),
        ("multipart/form-data; boundary=b", b"--b--\r\n"),
        ("multipart/form-data; boundary=b",
         b"--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--"),
        ("multipart/form-data; boundary=b",
         b'--b\r\ncontent-disposition: form-data; name="file"\r\n\r\nx\r\n--b--\r\n'),
        ("multipart/form-data; boundary=b",
         b'--b\r\ncontent-disposition: form-data; name="\xff"\r\n\r\nx\r\n--b--\r\n'),
        ("multipart/form-data; boundary=" + "b" * 5000, b"x"),
    ],
)  # fmt: skip
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


async def test_an_absent_store_is_told_and_nothing_is_half_written(
    place: Place, hana: Browser, stored: tuple[Settings, Storage], tmp_path: Path
) -> None:
    if stored[0].object_store:
        pytest.skip("a folder is easier taken away")
    (stored[0].data_dir / "media").write_text("in the way")
    before = await place.dump()

    answer = await send(hana, encoded(quarters(), "PNG"))

    assert (answer.status_code, answer.json()["code"]) == (503, "profileEdit.errors.uploadFailed")
    assert answer.headers["retry-after"]
    assert await place.dump() == before


async def test_leaving_takes_everything_along_and_leaves_nothing(
    place: Place, hana: Browser, alex: Browser, storage: Storage
) -> None:
    url = (await send(hana, encoded(quarters(), "PNG"))).json()["avatar_url"]
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
    assert (await hana.look())["member"] is None
    assert (await alex.look())["member"]
