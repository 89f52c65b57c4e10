"""`create` never overwrites a taken name, in a folder and on an S3 server."""

import asyncio
from collections import namedtuple
from pathlib import Path

import pytest

from server.media.storage import local
from server.media.storage.interface import BucketMissing, Storage, StorageFailure, StorageForbidden
from server.media.storage.local import LocalStorage
from server.media.storage.s3 import Account, S3Storage

pytestmark = pytest.mark.anyio

NAME = "0b1c-hana/1700000000000.jpg"
Disk = namedtuple("Disk", "total used free")


@pytest.fixture
def storage(store_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    """Returns a store in a folder or on an S3 server, as `tests/variants.py` chooses."""
    if store_kind == "folder":
        return LocalStorage(tmp_path / "media")
    return S3Storage(request.getfixturevalue("s3_account"))


async def create(storage: Storage, data: bytes) -> bool:
    return await storage.create("post-images", NAME, data=data, media_type="image/jpeg")


async def test_second_create_of_a_name_is_refused(storage: Storage) -> None:
    assert await create(storage, b"first")
    assert not await create(storage, b"second")

    assert await storage.get("post-images", NAME) == b"first"


async def test_exactly_one_of_many_parallel_creates_succeeds(storage: Storage) -> None:
    tries = [b"%d" % number for number in range(8)]

    created = await asyncio.gather(*(create(storage, data) for data in tries))

    assert sum(created) == 1
    assert await storage.get("post-images", NAME) == tries[created.index(True)]


async def test_deleted_name_can_be_created_again(storage: Storage) -> None:
    await create(storage, b"first")
    await storage.delete("post-images", NAME)

    assert await create(storage, b"second")


async def test_folder_of_a_member_is_deleted_with_its_last_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = LocalStorage(tmp_path)
    folder = tmp_path / "post-images" / NAME.partition("/")[0]
    for name in (NAME, f"{folder.name}/second.webp"):
        await storage.put("post-images", name, data=b"leaf", media_type="image/webp")

    await storage.delete("post-images", NAME)
    assert folder.exists()
    await storage.delete("post-images", f"{folder.name}/second.webp")
    assert not folder.exists()

    # As if a deletion in another thread removed the folder before the file is in it.
    monkeypatch.setattr(local, "_check_room", Path.rmdir)
    await storage.put("post-images", NAME, data=b"leaf", media_type="image/webp")
    assert await storage.get("post-images", NAME) == b"leaf"


async def test_picture_is_created_although_a_deletion_removes_its_folder_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    touch = Path.touch
    removals = [Path.rmdir]

    def touch_later(path: Path, *, exist_ok: bool) -> None:
        """Removes the folder the first time, as the deletion of another thread."""
        while removals:
            removals.pop()(path.parent)
        touch(path, exist_ok=exist_ok)

    monkeypatch.setattr(Path, "touch", touch_later)

    assert await create(LocalStorage(tmp_path), b"leaf")


async def test_sweep_of_unfinished_files_deletes_no_folders_but_empty_ones(tmp_path: Path) -> None:
    storage = LocalStorage(tmp_path)
    await create(storage, b"leaf")
    empty = tmp_path / "post-images" / "left"
    empty.mkdir()

    await storage.delete_unfinished()

    assert not empty.exists()
    assert await storage.get("post-images", NAME) == b"leaf"


async def test_create_in_a_missing_bucket_raises_bucket_missing(s3_account: Account) -> None:
    storage = S3Storage(Account("nobodys-bucket", "us-east-1", s3_account.endpoint, "k", "s"))

    with pytest.raises(BucketMissing):
        await create(storage, b"x")


async def test_folder_without_permission_raises_storage_forbidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "touch", refuse)

    with pytest.raises(StorageForbidden):
        await create(LocalStorage(tmp_path), b"x")


async def test_create_is_refused_when_the_disk_is_almost_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _path: Disk(1000, 950, 50))
    storage = LocalStorage(tmp_path)

    with pytest.raises(StorageFailure, match="No space left"):
        await create(storage, b"x")

    assert await storage.get("post-images", NAME) is None


async def test_cancelled_create_leaves_no_file(storage: Storage) -> None:
    for number in range(20):
        writing = asyncio.create_task(create(storage, bytes(500_000)))
        await asyncio.sleep(number / 5_000)

        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        await storage.delete("post-images", NAME)
        await asyncio.sleep(0.02)

        assert await storage.all_names("post-images") == []
