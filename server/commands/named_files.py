"""Stored files that rows name: pictures of posts and avatars."""

from collections.abc import Container
from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from server.database.snapshots import tables_of

MEDIA = "/media/"
NAMED_MOST = 3


async def missing_files(connection: AsyncConnection, stored: Container[str]) -> list[str]:
    """Returns the files, as `bucket/name`, that rows name and that are not `stored`."""
    return [file for file in await _named_files(connection) if file not in stored]


def report_missing(missing: list[str]) -> None:
    """Prints how many files are missing, the first names, and what to check."""
    names = ", ".join(missing[:NAMED_MOST])
    more = ", …" if len(missing) > NAMED_MOST else ""
    print(
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
