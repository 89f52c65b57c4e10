"""A folder and an S3 server store files in the same way."""

import os
import shutil
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
    """Returns a store in a folder or on an S3 server, as `tests/variants.py` chooses."""
    if store_kind == "folder":
        return LocalStorage(tmp_path / "media")
    return S3Storage(request.getfixturevalue("s3_account"))


async def put(storage: Storage, name: str, data: bytes = b"leaf") -> None:
    await storage.put("avatar-url", name, data=data, media_type="image/png")


async def test_stored_file_is_returned_from_its_bucket_only(storage: Storage) -> None:
    await put(storage, f"{HANA}/avatar.png")

    assert await storage.get("avatar-url", f"{HANA}/avatar.png") == b"leaf"
    assert await storage.get("post-images", f"{HANA}/avatar.png") is None


async def test_put_overwrites_the_whole_file(storage: Storage) -> None:
    await put(storage, f"{HANA}/avatar.png", b"a longer leaf")
    await put(storage, f"{HANA}/avatar.png", b"bud")

    assert await storage.get("avatar-url", f"{HANA}/avatar.png") == b"bud"
    assert await storage.names_of("avatar-url", HANA) == [f"{HANA}/avatar.png"]


async def test_all_names_lists_every_file_of_a_bucket(storage: Storage) -> None:
    for name in (f"{HANA}/a.png", f"{ALEX}/b.png"):
        await put(storage, name)

    assert await storage.all_names("avatar-url") == [f"{ALEX}/b.png", f"{HANA}/a.png"]
    assert await storage.all_names("post-images") == []


async def test_folder_that_is_deleted_while_files_are_listed_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = LocalStorage(tmp_path)
    for name in (f"{HANA}/a.png", f"{ALEX}/b.png"):
        await put(storage, name)
    real = os.listdir

    def delete_first(path: Path) -> list[str]:
        if path.name == HANA:
            shutil.rmtree(path, ignore_errors=True)
        return real(path)

    monkeypatch.setattr(os, "listdir", delete_first)

    assert await storage.all_names("avatar-url") == [f"{ALEX}/b.png"]
    await storage.delete_unfinished()
    assert await storage.names_of("avatar-url", ALEX) == [f"{ALEX}/b.png"]


async def test_missing_file_is_none_and_its_deletion_does_nothing(storage: Storage) -> None:
    assert await storage.get("avatar-url", f"{HANA}/avatar.png") is None
    assert await storage.names_of("avatar-url", HANA) == []
    await storage.delete("avatar-url", f"{HANA}/avatar.png")


async def test_names_of_lists_only_the_files_of_one_member(storage: Storage) -> None:
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
async def test_folder_store_refuses_invalid_names_and_path_traversal(
    tmp_path: Path, name: str
) -> None:
    storage = LocalStorage(tmp_path / "media")

    assert await storage.get("avatar-url", name) is None
    await storage.delete("avatar-url", name)
    with pytest.raises(StorageFailure):
        await put(storage, name)
    assert list(tmp_path.rglob("*")) == []


async def test_unwritable_folder_raises_storage_failure(tmp_path: Path) -> None:
    (tmp_path / "media").write_text("in the way")
    storage = LocalStorage(tmp_path / "media")

    with pytest.raises(StorageFailure):
        await put(storage, f"{HANA}/avatar.png")
    with pytest.raises(StorageFailure):
        await storage.check()


async def test_unreachable_store_or_missing_bucket_raises_storage_failure(
    s3_account: Account,
) -> None:
    for account in (
        replace(s3_account, endpoint="http://127.0.0.1:1"),
        replace(s3_account, bucket="nobodys-bucket"),
    ):
        storage = S3Storage(account)
        with pytest.raises(StorageFailure):
            await put(storage, f"{HANA}/avatar.png")
        with pytest.raises(StorageFailure):
            await storage.check()


async def test_check_of_a_missing_bucket_raises_bucket_missing(s3_account: Account) -> None:
    with pytest.raises(BucketMissing):
        await S3Storage(replace(s3_account, bucket="nobodys-bucket")).check()


async def test_check_passes_on_a_ready_store(storage: Storage) -> None:
    await storage.check()


@pytest.mark.parametrize("region", ["us-east-1", "ap-northeast-1"])
async def test_prepare_creates_the_bucket_in_its_region_and_keeps_its_files(
    s3_account: Account, region: str
) -> None:
    account = replace(s3_account, region=region, bucket=f"{s3_account.bucket}-{region}")
    storage = S3Storage(account)

    await storage.prepare()
    await put(storage, f"{HANA}/avatar.png")
    await storage.prepare()

    assert await storage.get("avatar-url", f"{HANA}/avatar.png") == b"leaf"
