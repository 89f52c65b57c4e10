"""Races and failures of uploads: file and row match, or neither exists."""

import asyncio
import random
from pathlib import Path

import pytest

from server.media.storage.interface import Bucket, Storage, StorageFailure
from server.web.rate_limits.rates import MemoryRates
from tests.server.media.imaging.pictures import encoded, quarters
from tests.server.media.uploads.upload_requests import AVATAR_PATH, send_avatar
from tests.server.members import Browser, Place

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("unshared_images")]

REMOVAL = {"confirmation": "茶畑 はな", "posts": "remove"}


@pytest.mark.fault
async def test_parallel_avatar_uploads_and_removals_leave_the_file_of_the_row(
    hana: Browser, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MemoryRates, "take_now", lambda *_: 0)
    chance = random.Random(20261121)
    pictures = [
        encoded(quarters((20 + n, 20 + n)), kind) for n in range(3) for kind in ("PNG", "GIF")
    ]

    for _ in range(10):
        requests = [
            hana.change("DELETE", AVATAR_PATH)
            if chance.random() < 0.3
            else send_avatar(hana, chance.choice(pictures))
            for _ in range(5)
        ]
        answers = await asyncio.gather(*requests)
        assert {answer.status_code for answer in answers} <= {200, 204}

        url = (await hana.read_session())["member"]["avatar_url"]
        names = await storage.names_of("avatar-url", hana.member_id)
        assert len(names) == (1 if url else 0)
        if url:
            assert (await hana.get(url)).headers["etag"] == f'"{url.partition("?v=")[2]}"'


async def test_avatar_uploaded_during_account_deletion_is_removed(
    place: Place, storage: Storage
) -> None:
    for kind in ("PNG", "PNG", "GIF"):
        async with place.browser() as hana:
            await hana.sign_in("development-hana")
            await send_avatar(hana, encoded(quarters(), "PNG"))

            answers = await asyncio.gather(
                send_avatar(hana, encoded(quarters((50, 50)), kind)),
                hana.change("DELETE", "/api/account", json=REMOVAL),
                send_avatar(hana, encoded(quarters((60, 60)), kind)),
            )

            assert answers[1].status_code == 204
            assert {answer.status_code for answer in answers} <= {200, 204, 401, 404}
            assert await storage.names_of("avatar-url", hana.member_id) == []
    assert await place.count("profiles") == 0


async def test_old_avatar_is_kept_when_the_row_can_not_be_saved(
    place: Place, hana: Browser, storage: Storage
) -> None:
    url = (await send_avatar(hana, encoded(quarters(), "PNG"))).json()["avatar_url"]
    shown = (await hana.get(url)).content
    async with place.engine.begin() as connection:
        await connection.exec_driver_sql("ALTER TABLE profiles RENAME COLUMN updated_at TO gone")

    answer = await send_avatar(hana, encoded(quarters((40, 40)), "PNG"))

    assert answer.status_code >= 500
    assert await storage.get("avatar-url", f"{hana.member_id}/avatar.png") == shown


async def refuse_deletion(_storage: Storage, _bucket: Bucket, _name: str) -> None:
    raise StorageFailure("away")


async def test_account_deletion_is_refused_when_the_store_can_not_delete(
    place: Place, hana: Browser, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = (await send_avatar(hana, encoded(quarters(), "PNG"))).json()["avatar_url"]
    monkeypatch.setattr(type(storage), "delete", refuse_deletion)

    answer = await hana.change("DELETE", "/api/account", json=REMOVAL)

    assert (answer.status_code, answer.json()["code"]) == (503, "app.unavailable")
    assert (await hana.read_session())["member"]["avatar_url"] == url
    assert (await hana.get(url)).status_code == 200


def files_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


async def test_account_deletion_leaves_no_data_of_the_member_on_disk(
    place: Place, hana: Browser, alex: Browser
) -> None:
    """Checks the free pages of the database file, its journal and the stored images."""
    secret = "meine-lieblingsworte-" * 20
    profile = {"display_name": "茶畑 はな", "language": "ja", "bio": secret}
    await hana.change("PUT", "/api/profiles/me", json=profile)
    await send_avatar(hana, encoded(quarters(), "PNG"))
    folder = place.settings.data_dir
    traces = [hana.member_id.encode(), b"hana@example.com", secret.encode(), b"development-hana"]
    is_file = place.engine.dialect.name == "sqlite"
    assert not is_file or [trace for trace in traces if trace in files_of(folder)] == traces

    gone = await hana.change("DELETE", "/api/account", json=REMOVAL)

    assert gone.status_code == 204
    assert [trace for trace in traces if trace in files_of(folder)] == []
    assert (await alex.read_session())["member"]
