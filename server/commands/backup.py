"""Commands `backup` and `export`: write database and media of a running site to one file."""

import asyncio
from contextlib import aclosing
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from server.commands.archive import ArchiveWriter, Manifest
from server.commands.named_files import missing_files, report_missing
from server.database.clock import utc_now
from server.database.engine import open_engine
from server.database.limits import LONG_WORK
from server.database.revisions import current_revision
from server.database.snapshots import lines_of, snapshot, tables_of
from server.errors import StartRefused, reason
from server.media.storage.interface import BUCKETS, Storage, StorageFailure
from server.parts import make_storage
from server.settings import Settings

# An export leaves out what signs members in.
SIGN_IN_TABLES = frozenset({"sessions", "completed_sign_ins", "pending_sign_ins"})


def back_up(settings: Settings, path: Path) -> int:
    """Writes a backup and prints its size; returns 1 if it lacks files that rows name."""
    manifest, missing = asyncio.run(write_archive(settings, path, kind="backup"))
    rows = sum(part.count for part in manifest.tables.values())
    print(f"{path}: {rows} rows, {len(manifest.media)} files, all read back and whole.")
    return report_missing(missing)


def export(settings: Settings, path: Path) -> int:
    """Writes an export, which has no tables of sign-ins; returns as `back_up`."""
    manifest, missing = asyncio.run(write_archive(settings, path, kind="export"))
    print(f"{path}: {', '.join(manifest.tables)}; without the data of sign-ins.")
    return report_missing(missing)


async def write_archive(settings: Settings, path: Path, *, kind: str) -> tuple[Manifest, list[str]]:
    """Writes an archive to a new file; raises StartRefused for each failure.

    `kind` is "backup", or "export" for one without the tables of sign-ins. Returns the manifest,
    and the files that rows name and the store lacks.
    """
    try:
        if path.exists():
            raise StartRefused(f"{path} exists already; name another file.")
        if not path.parent.is_dir():
            raise StartRefused(f"the folder {path.parent} does not exist.")
        return await _write(settings, path, kind=kind)
    except (OSError, SQLAlchemyError) as error:
        raise StartRefused(f"the backup can't be made: {reason(error)}") from error
    except StorageFailure as failure:
        raise StartRefused(f"the media can't be read ({failure}).") from failure


async def _write(settings: Settings, path: Path, *, kind: str) -> tuple[Manifest, list[str]]:
    """Writes tables and media; an archive of the kind "export" has no tables of sign-ins.

    Raises StartRefused if the database has no site in it.
    """
    engine = open_engine(settings.database_url, LONG_WORK)
    storage = make_storage(settings)
    left_out = SIGN_IN_TABLES if kind == "export" else frozenset()
    try:
        revision = await current_revision(engine)
        if revision is None:
            # Without this check a wrong DATA_DIR would be "saved" every night.
            raise StartRefused("this database has no site in it; check DATA_DIR and DATABASE_URL.")
        with ArchiveWriter(path) as archive:
            # Media are copied before and after the snapshot of the rows, so that every file
            # named by a row is included, even one that was uploaded meanwhile.
            await _add_media(archive, storage)
            async with snapshot(engine) as connection:
                await _add_media(archive, storage)
                await _add_tables(archive, connection, left_out=left_out)
                missing = await missing_files(connection, archive.media)
            made_at = utc_now().strftime("%Y-%m-%dT%H:%M:%SZ")
            return archive.finish(kind=kind, made_at=made_at, revision=revision), missing
    finally:
        await engine.dispose()


async def _add_tables(
    archive: ArchiveWriter, connection: AsyncConnection, *, left_out: frozenset[str]
) -> None:
    """Adds every table but those left out."""
    for table in await tables_of(connection):
        if table.name not in left_out:
            async with aclosing(lines_of(connection, table)) as lines:
                await archive.add_table(table.name, lines)


async def _add_media(archive: ArchiveWriter, storage: Storage) -> None:
    """Adds every stored file that the archive lacks, except those deleted meanwhile."""
    for bucket in BUCKETS:
        for name in await storage.all_names(bucket):
            key = f"{bucket}/{name}"
            data = None if key in archive.media else await storage.get(bucket, name)
            if data is not None:
                archive.add_media(key, data)
