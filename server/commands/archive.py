"""One file that holds a whole site: rows as JSON lines, media as they are, a manifest of hashes."""

import hashlib
import zipfile
import zlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import TracebackType

import msgspec

from server.errors import StartRefused

FORMAT = 1
MANIFEST = "manifest.json"
TABLES = "tables/"
MEDIA = "media/"
CHUNK_BYTES = 1024 * 1024
# What a file with wrong bytes in it can come to, by where they are.
DAMAGE = (
    OSError,
    EOFError,
    KeyError,
    ValueError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)


class Part(msgspec.Struct, frozen=True):
    """One member of the file: how many lines or bytes it has, and what they come to."""

    count: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says of itself."""

    format: int
    kind: str
    made_at: str
    revision: str | None
    tables: dict[str, Part]
    media: dict[str, Part]


class ArchiveWriter:
    """Written beside its place, and put there only when it is whole."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._unfinished = path.with_name(f"{path.name}.part")
        self._zip = zipfile.ZipFile(self._unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=3)
        self.tables: dict[str, Part] = {}
        self.media: dict[str, Part] = {}

    async def add_table(self, name: str, lines: AsyncIterator[bytes]) -> None:
        digest, count = hashlib.sha256(), 0
        with self._zip.open(f"{TABLES}{name}.jsonl", "w", force_zip64=True) as member:
            async for line in lines:
                member.write(line)
                digest.update(line)
                count += 1
        self.tables[name] = Part(count, digest.hexdigest())

    def add_media(self, name: str, data: bytes) -> None:
        # Pictures are compressed already.
        self._zip.writestr(f"{MEDIA}{name}", data, zipfile.ZIP_STORED)
        self.media[name] = part_of(data)

    def finish(self, *, kind: str, made_at: str, revision: str | None) -> Manifest:
        manifest = Manifest(FORMAT, kind, made_at, revision, self.tables, self.media)
        self._zip.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
        self._zip.close()
        ArchiveReader(self._unfinished).check()
        self._unfinished.replace(self._path)
        return manifest

    def __enter__(self) -> "ArchiveWriter":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._zip.close()
        self._unfinished.unlink(missing_ok=True)


class ArchiveReader:
    """Nothing in the file is believed before its hash is."""

    def __init__(self, path: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(path)
            self.manifest = msgspec.json.decode(self._zip.read(MANIFEST), type=Manifest)
        except (*DAMAGE, msgspec.DecodeError) as error:
            raise StartRefused(f"{path} is not a backup of Chanoki ({error}).") from error
        if self.manifest.format != FORMAT:
            raise StartRefused(f"{path} has the format {self.manifest.format}, not {FORMAT}.")

    def check(self) -> None:
        """Reads everything once."""
        parts = [
            *((f"{TABLES}{name}.jsonl", part) for name, part in self.manifest.tables.items()),
            *((f"{MEDIA}{name}", part) for name, part in self.manifest.media.items()),
        ]
        for name, part in parts:
            try:
                digest = self._digest(name)
            except DAMAGE as error:
                raise StartRefused(f"the backup is damaged: {name} can't be read.") from error
            if digest != part.sha256:
                raise StartRefused(f"the backup is damaged: {name} is not what was stored.")

    def lines(self, table: str) -> Iterator[bytes]:
        with self._zip.open(f"{TABLES}{table}.jsonl") as member:
            yield from member

    def media(self, name: str) -> bytes:
        return self._zip.read(f"{MEDIA}{name}")

    def _digest(self, name: str) -> str:
        digest = hashlib.sha256()
        with self._zip.open(name) as member:
            while chunk := member.read(CHUNK_BYTES):
                digest.update(chunk)
        return digest.hexdigest()


def part_of(data: bytes) -> Part:
    return Part(len(data), hashlib.sha256(data).hexdigest())
