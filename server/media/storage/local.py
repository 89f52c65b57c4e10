"""Storage adapter for a local folder."""

import errno
import os
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TypeVar

from server.media.storage.interface import Bucket, StorageFailure, StorageForbidden
from server.media.storage.threads import run_to_completion

Value = TypeVar("Value")

# The site chooses all names; any other cannot exist.
_NAME = re.compile(r"[a-z0-9-]{1,64}/[a-z0-9][a-z0-9._-]{0,80}")
_OWNER = re.compile(r"[a-z0-9-]{1,64}")

# Begins the name of a file that is being written; a killed process leaves it behind.
UNFINISHED = ".new-"
# The last tenth of the disk, at most one gigabyte, is reserved for the database.
KEPT_FREE = 10
KEPT_FREE_BYTES = 1024**3


class LocalStorage:
    """Storage in a local folder, as `{bucket}/{owner}/{file}`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def put(self, bucket: Bucket, name: str, *, data: bytes, media_type: str) -> None:
        """Writes a file, over an existing one.

        Raises StorageFailure for a name outside the folder.
        """
        del media_type  # The ending says it.
        path = self._path(bucket, name)
        if path is None:
            raise StorageFailure("name")
        await _in_thread(lambda: _write(path, data))

    async def create(self, bucket: Bucket, name: str, *, data: bytes, media_type: str) -> bool:
        """Writes a file unless it exists; returns whether it was written.

        Raises StorageFailure for a name outside the folder.
        """
        del media_type
        path = self._path(bucket, name)
        if path is None:
            raise StorageFailure("name")
        return await _in_thread(lambda: _create(path, data))

    async def get(self, bucket: Bucket, name: str) -> bytes | None:
        path = self._path(bucket, name)
        return await _in_thread(lambda: _read(path)) if path else None

    async def delete(self, bucket: Bucket, name: str) -> None:
        """Deletes a file, and its folder with the last one; a missing file is no failure.

        Nor is an invalid name.
        """
        path = self._path(bucket, name)
        if path:
            await _in_thread(lambda: _delete(path))

    async def names_of(self, bucket: Bucket, owner: str) -> list[str]:
        """Returns the sorted names of an owner's files; an invalid owner has none."""
        if not _OWNER.fullmatch(owner):
            return []
        folder = self._folder / bucket / owner
        return await _in_thread(lambda: _list_names(folder, owner))

    async def all_names(self, bucket: Bucket) -> list[str]:
        """Returns the names of all files of a bucket, sorted by owner."""
        folder = self._folder / bucket
        return await _in_thread(
            lambda: [
                name
                for owner in (sorted(folder.iterdir()) if folder.is_dir() else ())
                for name in _list_names(owner, owner.name)
            ]
        )

    async def delete_unfinished(self, owner: str | None = None) -> None:
        """Deletes files whose writing was interrupted, and empty folders, of one owner or all."""
        if owner is not None and not _OWNER.fullmatch(owner):
            return
        await _in_thread(lambda: _delete_unfinished(self._folder, owner or "*"))

    async def check(self) -> None:
        """Creates the folder; raises StorageFailure if that fails."""
        await _in_thread(lambda: self._folder.mkdir(parents=True, exist_ok=True))

    def _path(self, bucket: Bucket, name: str) -> Path | None:
        """Returns the path of a file; None for an invalid name."""
        return self._folder / bucket / name if _NAME.fullmatch(name) else None


async def _in_thread(work: Callable[[], Value]) -> Value:
    """Runs file operations in a thread.

    Raises StorageFailure or StorageForbidden for their errors.
    """
    try:
        return await run_to_completion(work)
    except PermissionError as error:
        raise StorageForbidden(error.strerror or "") from error
    except OSError as error:
        raise StorageFailure(error.strerror or type(error).__name__) from error


def _write(path: Path, data: bytes) -> None:
    """Writes a file by renaming a temporary one, so that no partial file is read."""
    folder = path.parent
    with _in_folder(
        folder, lambda: NamedTemporaryFile(dir=folder, prefix=UNFINISHED, delete=False)
    ) as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise


def _in_folder(folder: Path, create: Callable[[], Value]) -> Value:
    """Makes the folder and calls `create`; repeats both if a deletion removes the folder between.

    Raises OSError ENOSPC if the disk has no room.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        _check_room(folder)
        return create()
    except FileNotFoundError:
        folder.mkdir(parents=True, exist_ok=True)
        return create()


def _delete(path: Path) -> None:
    """Deletes a file, if it exists, and its folder if that is empty."""
    path.unlink(missing_ok=True)
    _delete_empty(path.parent)


def _delete_empty(folder: Path) -> None:
    """Deletes a folder if it is empty: its name is that of a member, who may have left."""
    # Fails for a folder with files, and for one that is gone.
    with suppress(OSError):
        folder.rmdir()


def _delete_unfinished(folder: Path, owner: str) -> None:
    """Deletes an owner's files whose writing was interrupted, and empty folders.

    `*` stands for all owners.
    """
    for path in folder.glob(f"*/{owner}"):
        for file in _files(path):
            if file.name.startswith(UNFINISHED):
                file.unlink(missing_ok=True)
        _delete_empty(path)


def _create(path: Path, data: bytes) -> bool:
    """Stores a new file; returns False if it exists. An empty file reserves the name first."""
    try:
        _in_folder(path.parent, lambda: path.touch(exist_ok=False))
    except FileExistsError:
        return False
    try:
        _write(path, data)
    except OSError:
        path.unlink(missing_ok=True)
        raise
    return True


def _check_room(folder: Path) -> None:
    """Raises OSError ENOSPC if less than the reserve for the database is free on the disk."""
    disk = shutil.disk_usage(folder)
    if disk.free < min(disk.total // KEPT_FREE, KEPT_FREE_BYTES):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _read(path: Path) -> bytes | None:
    """Returns the content of a file; None if there is none."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None


def _list_names(folder: Path, owner: str) -> list[str]:
    """Lists the files of an owner, without unfinished ones."""
    return sorted(f"{owner}/{path.name}" for path in _files(folder) if path.name[0] != ".")


def _files(folder: Path) -> list[Path]:
    """Returns the files of a folder; none if it is gone, as after the deletion of its last file."""
    try:
        return [path for path in folder.iterdir() if path.is_file()]
    except (FileNotFoundError, NotADirectoryError):
        return []
