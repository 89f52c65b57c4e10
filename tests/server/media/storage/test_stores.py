"""A folder and an S3 server keep bytes alike."""

from dataclasses import replace
from pathlib import Path

import pytest

from server.media.storage.interface import BucketMissing, Storage, StorageFailure
from server.media.storage.local import LocalStorage
from server.media.storage.s3 import Account, S3Storage

pytestmark = pytest.mark.anyio

HANA, ALEX = "0b1c-hana", "0b1c-alex"


@pytest.fixture
def storage(store_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    if store_kind == "folder":
        return LocalStorage(tmp_path / "media")
    return S3Storage(request.getfixturevalue("s3_account"))


async def put(storage: Storage, name: str, data: bytes = b"leaf") -> None:
    await storage.put("avatar-url", name, data=data, media_type="image/png")


async def test_what_is_put_can_be_got(storage: Storage) -> None:
    await put(storage, f"{HANA}/avatar.png")

    assert await storage.get("avatar-url", f"{HANA}/avatar.png") == b"leaf"
    assert await storage.get("post-images", f"{HANA}/avatar.png") is None


async def test_a_name_is_overwritten_whole(storage: Storage) -> None:
    await put(storage, f"{HANA}/avatar.png", b"a longer leaf")
    await put(storage, f"{HANA}/avatar.png", b"bud")

    assert await storage.get("avatar-url", f"{HANA}/avatar.png") == b"bud"
    assert await storage.names_of("avatar-url", HANA) == [f"{HANA}/avatar.png"]


async def test_everything_in_a_bucket_is_listed(storage: Storage) -> None:
    for name in (f"{HANA}/a.png", f"{ALEX}/b.png"):
        await put(storage, name)

    assert await storage.all_names("avatar-url") == [f"{ALEX}/b.png", f"{HANA}/a.png"]
    assert await storage.all_names("post-images") == []


async def test_what_is_not_there_is_nothing(storage: Storage) -> None:
    assert await storage.get("avatar-url", f"{HANA}/avatar.png") is None
    assert await storage.names_of("avatar-url", HANA) == []
    await storage.delete("avatar-url", f"{HANA}/avatar.png")


async def test_only_the_members_own_names_are_listed(storage: Storage) -> None:
    for name in (
        f"{HANA}/avatar.png",
        f"{HANA}/avatar.jpg",
        f"{ALEX}/avatar.png",
        f"{HANA}2/a.png",
    ):
        await put(storage, name)

    assert await storage.names_of("avatar-url", HANA) == [
        f"{HANA}/avatar.jpg",
        f"{HANA}/avatar.png",
    ]
    await storage.delete("avatar-url", f"{HANA}/avatar.jpg")
    assert await storage.names_of("avatar-url", HANA) == [f"{HANA}/avatar.png"]


@pytest.mark.parametrize(
    "name",
    ["../../etc/passwd", "a/../../b", "/etc/passwd", "a", "a/b/c", "a/.new-x", "A/b", "a/b\0"],
)
async def test_a_folder_has_no_way_out(tmp_path: Path, name: str) -> None:
    storage = LocalStorage(tmp_path / "media")

    assert await storage.get("avatar-url", name) is None
    await storage.delete("avatar-url", name)
    with pytest.raises(StorageFailure):
        await put(storage, name)
    assert list(tmp_path.rglob("*")) == []


async def test_a_folder_that_can_not_be_written_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "media").write_text("in the way")
    storage = LocalStorage(tmp_path / "media")

    with pytest.raises(StorageFailure):
        await put(storage, f"{HANA}/avatar.png")
    with pytest.raises(StorageFailure):
        await storage.check()


async def test_an_absent_store_or_bucket_is_a_failure(s3_account: Account) -> None:
    for account in (
        replace(s3_account, endpoint="http://127.0.0.1:1"),
        replace(s3_account, bucket="nobodys-bucket"),
    ):
        storage = S3Storage(account)
        with pytest.raises(StorageFailure):
            await put(storage, f"{HANA}/avatar.png")
        with pytest.raises(StorageFailure):
            await storage.check()


async def test_a_missing_bucket_is_told_apart_by_whoever_only_looks(s3_account: Account) -> None:
    with pytest.raises(BucketMissing):
        await S3Storage(replace(s3_account, bucket="nobodys-bucket")).check()


async def test_both_stores_are_ready(storage: Storage) -> None:
    await storage.check()


@pytest.mark.parametrize("region", ["us-east-1", "ap-northeast-1"])
async def test_a_bucket_is_made_in_its_region_and_left_as_it_is_after(
    s3_account: Account, region: str
) -> None:
    account = replace(s3_account, region=region, bucket=f"{s3_account.bucket}-{region}")
    storage = S3Storage(account)

    await storage.prepare()
    await put(storage, f"{HANA}/avatar.png")
    await storage.prepare()

    assert await storage.get("avatar-url", f"{HANA}/avatar.png") == b"leaf"
