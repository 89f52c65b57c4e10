"""Fault 10 on real stores: an object gateway of Ceph, and a folder that rclone serves."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from server.media.storage.interface import StorageAway
from server.media.storage.s3 import AT_ONCE, AWAY_S, S3Storage
from server.settings import PROJECT
from tests.faults.replicas import store_settings
from tests.faults.stores import ceph, rclone
from tests.faults.stores.expectations import (
    UPLOAD_MOST_S,
    expect_refusal,
    expect_the_rest_to_work,
    member_with_store,
    row_count,
    timed,
)
from tests.faults.stores.real_store import RealStore
from tests.server.media.uploads.upload_requests import addresses_of

pytestmark = [pytest.mark.fault, pytest.mark.anyio]

KINDS = {
    "ceph": (ceph.ceph_store, ceph.reason_to_skip),
    "rclone": (rclone.rclone_store, rclone.reason_to_skip),
}
MORE_THAN_A_PAGE = 1_003
OWNER = "0b1c-hana"
TRIES = 10


@pytest.fixture(scope="module", params=KINDS)
def store(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RealStore]:
    run_store, reason_to_skip = KINDS[request.param]
    if missing := reason_to_skip():
        pytest.skip(missing)
    with run_store(tmp_path_factory.mktemp("store")) as store:
        yield store


async def make_bucket(storage: S3Storage) -> None:
    """Creates the bucket, with retries while the store recovers from an earlier test."""
    for _ in range(TRIES):
        with suppress(StorageAway):
            await storage.prepare()
            return
        await asyncio.sleep(AWAY_S)
    await storage.prepare()


@pytest.fixture
async def storage(store: RealStore) -> AsyncIterator[S3Storage]:
    """Storage in a new bucket, emptied after the test."""
    storage = S3Storage(store.account)
    await make_bucket(storage)
    yield storage
    for bucket in ("avatar-url", "post-images", "cards"):
        names = await storage.all_names(bucket)
        for start in range(0, len(names), AT_ONCE):
            together = names[start : start + AT_ONCE]
            await asyncio.gather(*(storage.delete(bucket, name) for name in together))


def output_of(folder: Path, store: RealStore, *words: str, code: int = 0) -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "server", *words],
        cwd=PROJECT,
        env={"DATA_DIR": str(folder), "RENDER_WORKERS": "1", **store_settings(store.account)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == code, ran.stdout + ran.stderr
    return ran.stdout


async def put(storage: S3Storage, name: str) -> None:
    await storage.put("post-images", name, data=b"leaf", media_type="image/jpeg")


async def test_bucket_is_created_once_and_passes_the_check(storage: S3Storage) -> None:
    await storage.prepare()

    await storage.check()


async def test_listing_returns_more_names_than_one_page(storage: S3Storage) -> None:
    names = [f"{OWNER}/{number:04}.jpg" for number in range(MORE_THAN_A_PAGE)]
    for start in range(0, MORE_THAN_A_PAGE, AT_ONCE):
        together = names[start : start + AT_ONCE]
        await asyncio.gather(*(put(storage, name) for name in together))

    assert await storage.names_of("post-images", OWNER) == names
    assert await storage.names_of("post-images", OWNER[:-1]) == []
    assert await storage.all_names("avatar-url") == []


async def test_images_are_deleted_with_their_post(
    tmp_path: Path, store: RealStore, storage: S3Storage
) -> None:
    async with member_with_store(tmp_path, **store_settings(store.account)) as hana:
        sent = [(await hana.upload()).json() for _ in range(3)]
        post = await hana.write("三枚の写真", images=[one["id"] for one in sent])
        addresses = [address for one in sent for address in addresses_of(one["image"])]
        for address in addresses:
            assert (await hana.get(address)).status_code == 200
        assert len(await storage.all_names("post-images")) == len(addresses)

        assert (await hana.change("DELETE", f"/api/posts/{post}")).status_code == 204

        assert await storage.all_names("post-images") == []
        assert row_count(tmp_path, "post_images") == row_count(tmp_path, "pending_removals") == 0


async def test_uploads_recover_after_the_store_hung_or_restarted(
    tmp_path: Path, store: RealStore, storage: S3Storage
) -> None:
    async with member_with_store(tmp_path, **store_settings(store.account)) as hana:
        picture = addresses_of((await hana.upload()).json()["image"])[0]

        for number, (break_store, repair) in enumerate(
            ((store.hang, store.resume), (store.kill, store.start))
        ):
            break_store()
            try:
                (refused, seconds), _ = await asyncio.gather(
                    timed(hana.upload()), expect_the_rest_to_work(hana, number)
                )
                assert (refused.status_code, refused.json()["code"]) == (
                    503,
                    "upload.postImageFailed",
                )
                assert seconds < UPLOAD_MOST_S
                assert (await hana.get(picture)).status_code in (200, 503)
                assert row_count(tmp_path, "post_images") == number + 1
            finally:
                await asyncio.to_thread(repair)
            await asyncio.sleep(AWAY_S)
            assert (await hana.get(picture)).status_code == 200
            assert (await hana.upload()).status_code == 201
    assert row_count(tmp_path, "post_images") == 3


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"secret_key": "another-member-0123456789"}, "upload.postImageFailed"),
        ({"access_key": "nobody"}, "upload.postImageFailed"),
        ({"bucket": "nobodys-bucket"}, "upload.postBucketMissing"),
    ],
)
async def test_upload_is_refused_with_a_wrong_key_or_bucket(
    tmp_path: Path, store: RealStore, wrong: dict[str, str], code: str
) -> None:
    account = replace(store.account, **wrong)
    async with member_with_store(tmp_path, **store_settings(account)) as member:
        await expect_refusal(member, tmp_path, 503, code=code)


async def test_doctor_reports_wrong_bucket_and_key_of_the_store(
    tmp_path: Path, store: RealStore, storage: S3Storage
) -> None:
    output_of(tmp_path, store, "migrate")
    output = output_of(tmp_path, store, "doctor")
    nowhere = RealStore(replace(store.account, bucket="nobodys-bucket"), store.program)
    wrong_key = RealStore(replace(store.account, secret_key="another"), store.program)

    assert (
        f"ok   storage: bucket {store.account.bucket} stored, returned and deleted a file."
        in output
    )
    assert "check S3_BUCKET." in output_of(tmp_path, nowhere, "doctor", code=1)
    assert "check S3_ACCESS_KEY_ID" in output_of(tmp_path, wrong_key, "doctor", code=1)
    assert await storage.all_names("cards") == []


async def test_backup_restores_images_into_another_bucket(
    tmp_path: Path, store: RealStore, storage: S3Storage
) -> None:
    place, other = tmp_path / "place", tmp_path / "other"
    place.mkdir()
    async with member_with_store(place, **store_settings(store.account)) as hana:
        await hana.write("写真", images=[(await hana.upload()).json()["id"]])
    names = await storage.all_names("post-images")
    empty = RealStore(replace(store.account, bucket="brought-back"), store.program)
    back = S3Storage(empty.account)
    await make_bucket(back)

    output_of(place, store, "backup", str(tmp_path / "chanoki.zip"))
    output_of(other, empty, "restore", str(tmp_path / "chanoki.zip"))

    assert await back.all_names("post-images") == names
    for name in names:
        assert await back.get("post-images", name) == await storage.get("post-images", name)
        await back.delete("post-images", name)
