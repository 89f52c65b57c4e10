"""Stored files that rows name: pictures of posts and avatars."""

from collections.abc import Container
from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from server.database.engine import open_engine
from server.database.snapshots import tables_of
from server.errors import StartRefused
from server.media.storage.interface import BUCKETS, StorageFailure
from server.parts import make_storage
from server.settings import Settings

MEDIA = "/media/"
NAMED_MOST = 3


async def missing_files(connection: AsyncConnection, stored: Container[str]) -> list[str]:
    """Returns the files, as `bucket/name`, that rows name and that are not `stored`."""
    return [file for file in await _named_files(connection) if file not in stored]


def report_missing(missing: list[str]) -> int:
    """Prints what is missing, if anything, as output of a command; returns its exit code."""
    if not missing:
        return 0
    print(_describe(missing))
    return 1


async def check_files(settings: Settings) -> str:
    """Returns how many files rows name; raises StartRefused if the store lacks one of them."""
    engine = open_engine(settings.database_url)
    try:
        async with engine.connect() as connection:
            named = await _named_files(connection)
    finally:
        await engine.dispose()
    storage = make_storage(settings)
    try:
        stored = {
            f"{bucket}/{name}" for bucket in BUCKETS for name in await storage.all_names(bucket)
        }
    except StorageFailure as failure:
        raise StartRefused(f"the stored files can't be listed ({failure}).") from failure
    if missing := [file for file in named if file not in stored]:
        raise StartRefused(_describe(missing))
    return f"{len(named)} files that rows name are stored."


def _describe(missing: list[str]) -> str:
    """Returns how many files are missing, the first names, and what to check."""
    names = ", ".join(missing[:NAMED_MOST])
    more = ", …" if len(missing) > NAMED_MOST else ""
    return (
        f"{len(missing)} files are missing that rows name: {names}{more}. Check that DATA_DIR or "
        "the settings S3_* lead to the site's media."
    )


async def _named_files(connection: AsyncConnection) -> list[str]:
    """Returns the files of all rows; a database of an older revision may lack the columns."""
    columns = {
        f"{table.name}.{column.name}": column
        for table in await tables_of(connection)
        for column in table.columns
    }
    files: list[str] = []
    if (pictures := columns.get("post_images.files")) is not None:
        for names in await connection.scalars(sa.select(pictures)):
            files += [f"post-images/{name}" for name in names]
    if (avatars := columns.get("profiles.avatar_url")) is not None:
        urls = await connection.scalars(sa.select(avatars).where(avatars.is_not(None)))
        files += [urlsplit(url).path.removeprefix(MEDIA) for url in urls]
    return files
