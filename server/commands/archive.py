"""Backup archive: rows as JSON lines, media files, and a manifest with hashes."""

import fcntl
import hashlib
import os
import re
import zipfile
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import msgspec

from server.errors import StartRefused

FORMAT = 1
MANIFEST = "manifest.json"
TABLES = "tables/"
MEDIA = "media/"
CHUNK_BYTES = 1024 * 1024
# The file contains every member's e-mail address, so only its owner may read it.
OWNER_ONLY = 0o600
# Names of tables and media as the site gives them; a valid file contains no others.
TABLE_NAME = re.compile(r"[a-z][a-z0-9_]{0,62}")
MEDIA_NAME = re.compile(r"[a-z-]{1,32}/[a-z0-9-]{1,64}/[a-z0-9][a-z0-9._-]{0,80}")
# Errors that reading a damaged file can raise.
DAMAGE = (
    OSError,
    EOFError,
    KeyError,
    ValueError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)


class ArchivedFile(msgspec.Struct, frozen=True):
    """Entry of the manifest for one file of the archive: number of lines or bytes, and hash."""

    count: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Manifest of a backup: kind, date, revision, and the files with their hashes."""

    format: int
    kind: str
    made_at: str
    revision: str | None
    tables: dict[str, ArchivedFile]
    media: dict[str, ArchivedFile]


class ArchiveWriter:
    """Writer of an archive, under another name (`.part`, locked) until it is complete.

    Raises StartRefused while another process writes it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._unfinished = path.with_name(f"{path.name}.part")
        self._file = _own_file(self._unfinished)
        self._zip = zipfile.ZipFile(self._file, "w", zipfile.ZIP_DEFLATED, compresslevel=3)
        self.tables: dict[str, ArchivedFile] = {}
        self.media: dict[str, ArchivedFile] = {}

    async def add_table(self, name: str, lines: AsyncIterator[bytes]) -> None:
        """Adds a table as JSON lines, and its hash and number of rows to the manifest."""
        digest, count = hashlib.sha256(), 0
        with self._zip.open(f"{TABLES}{name}.jsonl", "w", force_zip64=True) as member:
            async for line in lines:
                member.write(line)
                digest.update(line)
                count += 1
        self.tables[name] = ArchivedFile(count, digest.hexdigest())

    def add_media(self, name: str, data: bytes) -> None:
        """Adds a media file by its bucket and name, and its size and hash to the manifest."""
        # Pictures are compressed already.
        self._zip.writestr(f"{MEDIA}{name}", data, zipfile.ZIP_STORED)
        self.media[name] = archived_file(data)

    def finish(self, *, kind: str, made_at: str, revision: str | None) -> Manifest:
        """Writes the manifest, checks the archive, and renames it to its final name.

        Raises StartRefused if it cannot be read back as it was written.
        """
        manifest = Manifest(FORMAT, kind, made_at, revision, self.tables, self.media)
        self._zip.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
        self._zip.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        ArchiveReader(self._unfinished).check()
        self._unfinished.replace(self._path)
        _sync_folder(self._path.parent)
        return manifest

    def __enter__(self) -> "ArchiveWriter":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Closes the file and removes an unfinished one."""
        # On a full disk the end of the file cannot be written either.
        with suppress(OSError, ValueError):
            self._zip.close()
        self._unfinished.unlink(missing_ok=True)
        with suppress(OSError):
            self._file.close()


class ArchiveReader:
    """Reader of an archive; call `check` before using its content.

    Raises StartRefused for a file that is no archive, or one of another format.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(path)
            self.manifest = msgspec.json.decode(self._zip.read(MANIFEST), type=Manifest)
        except (*DAMAGE, msgspec.DecodeError) as error:
            raise StartRefused(f"{path} is not a backup of Chanoki ({error}).") from error
        if self.manifest.format != FORMAT:
            raise StartRefused(f"{path} has the format {self.manifest.format}, not {FORMAT}.")

    def check(self) -> None:
        """Raises StartRefused unless the archive has exactly the manifest's files, unchanged."""
        parts = self._list_parts()
        for name, part in parts.items():
            try:
                digest = self._hash_member(name)
            except DAMAGE as error:
                raise StartRefused(f"the backup is damaged: {name} can't be read.") from error
            if digest != part.sha256:
                raise StartRefused(f"the backup is damaged: {name} is not what was stored.")

    def _list_parts(self) -> dict[str, ArchivedFile]:
        """Returns the manifest's entries by path; raises StartRefused for an unknown name."""
        strange = [
            *(name for name in self.manifest.tables if not TABLE_NAME.fullmatch(name)),
            *(name for name in self.manifest.media if not MEDIA_NAME.fullmatch(name)),
        ]
        parts = {f"{TABLES}{name}.jsonl": part for name, part in self.manifest.tables.items()}
        parts |= {f"{MEDIA}{name}": part for name, part in self.manifest.media.items()}
        held = sorted(self._zip.namelist())
        if strange or held != sorted([*parts, MANIFEST]):
            named = strange[0] if strange else "what it holds is not what it says"
            raise StartRefused(f"the backup was not made by this site, or was changed ({named}).")
        return parts

    def lines(self, table: str) -> Iterator[bytes]:
        """Yields the JSON lines of a table."""
        with self._zip.open(f"{TABLES}{table}.jsonl") as member:
            yield from member

    def media(self, name: str) -> bytes:
        """Returns a media file by its bucket and name."""
        return self._zip.read(f"{MEDIA}{name}")

    def _hash_member(self, name: str) -> str:
        """Returns the SHA-256 of a file in the archive."""
        digest = hashlib.sha256()
        with self._zip.open(name) as member:
            while chunk := member.read(CHUNK_BYTES):
                digest.update(chunk)
        return digest.hexdigest()


def _own_file(path: Path) -> BinaryIO:
    """Opens a file for this process alone and empties it; raises StartRefused if it is in use."""
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY), "w+b")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.fchmod(file.fileno(), OWNER_ONLY)
        file.truncate(0)
    except BlockingIOError as error:
        file.close()
        raise StartRefused(f"{path} is being written by another process.") from error
    return file


def _sync_folder(folder: Path) -> None:
    """Syncs the folder, so that the new name survives a power failure."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def archived_file(data: bytes) -> ArchivedFile:
    """Returns the manifest's entry of a media file."""
    return ArchivedFile(len(data), hashlib.sha256(data).hexdigest())
