"""Command that restores a backup into an empty database and store, and compares the result."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.commands.archive import ArchivedFile, ArchiveReader, archived_file
from server.commands.named_files import missing_files, report_missing
from server.database.engine import create_engine
from server.database.limits import LONG_WORK
from server.database.migrate import migrate
from server.database.revisions import (
    Compatibility,
    compatibility,
    current_revision,
    newest_revision,
)
from server.database.snapshots import (
    is_empty,
    is_owner,
    lines_of,
    load,
    reserve_deleted_ids,
    tables_of,
)
from server.errors import StartRefused, reason
from server.media.storage.interface import BUCKETS, Bucket, Storage, StorageFailure
from server.parts import make_storage
from server.settings import Settings

NO_ROWS = archived_file(b"")
MEDIA_TYPES = {
    "avif": "image/avif",
    "gif": "image/gif",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "png": "image/png",
    "webp": "image/webp",
}


def restore(settings: Settings, path: Path) -> int:
    """Checks the hashes of a backup and restores it; raises StartRefused if that fails.

    Returns 1 if the backup lacks files that its rows name, otherwise 0.
    """
    archive = ArchiveReader(path)
    if archive.manifest.kind != "backup":
        raise StartRefused(f"{path} is an export; a site comes back from a backup only.")
    archive.check()
    _refuse_unknown_buckets(archive)
    try:
        missing = asyncio.run(_restore(settings, archive))
    except (OSError, SQLAlchemyError) as error:
        raise StartRefused(f"the backup can't be restored: {reason(error)}") from error
    except StorageFailure as failure:
        raise StartRefused(f"the media can't be stored ({failure}).") from failure
    rows = sum(part.count for part in archive.manifest.tables.values())
    print(f"{rows} rows and {len(archive.manifest.media)} files are back, compared and equal.")
    return report_missing(missing)


async def _restore(settings: Settings, archive: ArchiveReader) -> list[str]:
    """Restores rows and files, and compares both with the archive.

    Returns the files that rows name and the archive lacks.
    """
    engine = create_engine(settings.database_url, LONG_WORK)
    storage = make_storage(settings)
    try:
        await _refuse_unless_owner(engine)
        await _refuse_unless_empty(engine, storage)
        await _prepare_tables(engine, archive)
        await _put_media(storage, archive)
        await _compare_media(storage, archive)
        # Rows after the files and in one transaction: no half-restored site is ever visible.
        await _load(engine, archive)
        # Last, because the comparison needs the tables as they were stored.
        await migrate(engine)
        async with engine.connect() as connection:
            return await missing_files(connection, archive.manifest.media)
    finally:
        await engine.dispose()


async def _refuse_unless_owner(engine: AsyncEngine) -> None:
    """Raises StartRefused for a role of PostgreSQL without the rights that loading needs."""
    async with engine.connect() as connection:
        if not await is_owner(connection):
            raise StartRefused(
                "the role in DATABASE_URL does not own the tables; restore with the DATABASE_URL "
                "of the owner, as `migrate` has it (in compose.yaml: the service `migrate`)."
            )


async def _refuse_unless_empty(engine: AsyncEngine, storage: Storage) -> None:
    """Raises StartRefused if there are rows or files, which a backup must not be mixed with."""
    async with engine.connect() as connection:
        if not await is_empty(connection):
            raise StartRefused("the database is not empty; a backup comes back to an empty one.")
    for bucket in BUCKETS:
        if await storage.all_names(bucket):
            raise StartRefused(f"the bucket {bucket} is not empty; a backup needs an empty store.")


async def _prepare_tables(engine: AsyncEngine, archive: ArchiveReader) -> None:
    """Creates the tables of the backup's revision.

    Raises StartRefused for a revision that this code doesn't know, or a database at another one.
    """
    stored, current = archive.manifest.revision, await current_revision(engine)
    if current not in (None, stored):
        raise StartRefused(
            f"the database is at revision {current}, the backup at {stored}; use a new database."
        )
    if stored is None:
        return
    if compatibility(stored, newest_revision()) not in (Compatibility.OLDER, Compatibility.SAME):
        raise StartRefused(f"the backup is of revision {stored}, which this code does not know.")
    if current is None:
        await migrate(engine, stored)


async def _load(engine: AsyncEngine, archive: ArchiveReader) -> None:
    """Loads the rows in one transaction and compares them before the commit.

    Raises StartRefused for an unknown table or a difference.
    """
    async with engine.begin() as connection:
        tables = await tables_of(connection)
        unknown = set(archive.manifest.tables) - {table.name for table in tables}
        if unknown:
            raise StartRefused(
                f"the backup has a table {min(unknown)}, which this site does not have."
            )
        for table in tables:
            if table.name in archive.manifest.tables:
                await load(connection, table, archive.lines(table.name))
        await reserve_deleted_ids(connection)
        for table in tables:
            await _compare_rows(connection, table, archive)


async def _put_media(storage: Storage, archive: ArchiveReader) -> None:
    """Stores every file of the archive."""
    for key in archive.manifest.media:
        bucket, name = _split_key(key)
        media_type = MEDIA_TYPES.get(name.rpartition(".")[2].lower(), "application/octet-stream")
        await storage.put(bucket, name, data=archive.media(key), media_type=media_type)


async def _compare_rows(
    connection: AsyncConnection, table: sa.Table, archive: ArchiveReader
) -> None:
    """Raises StartRefused unless a restored table has the manifest's number and hash of rows."""
    async with aclosing(lines_of(connection, table)) as lines:
        came = await _hash_lines(lines)
    if came != archive.manifest.tables.get(table.name, NO_ROWS):
        raise StartRefused(f"the table {table.name} differs from the backup.")


async def _hash_lines(lines: AsyncIterator[bytes]) -> ArchivedFile:
    """Returns number and hash of a table's lines."""
    digest, count = hashlib.sha256(), 0
    async for line in lines:
        digest.update(line)
        count += 1
    return ArchivedFile(count, digest.hexdigest())


async def _compare_media(storage: Storage, archive: ArchiveReader) -> None:
    """Raises StartRefused unless each restored file has the manifest's hash."""
    for key, part in archive.manifest.media.items():
        data = await storage.get(*_split_key(key))
        if data is None or archived_file(data) != part:
            raise StartRefused(f"the file {key} differs from the backup.")


def _refuse_unknown_buckets(archive: ArchiveReader) -> None:
    """Raises StartRefused if the archive has a file of an unknown bucket."""
    for key in archive.manifest.media:
        _split_key(key)


def _split_key(key: str) -> tuple[Bucket, str]:
    """Returns bucket and name of a file in the archive.

    Raises StartRefused for an unknown bucket.
    """
    bucket, _, name = key.partition("/")
    if bucket not in BUCKETS:
        raise StartRefused(f"the backup has a file in {bucket}, which is no bucket of the site.")
    return bucket, name
