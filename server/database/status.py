"""The revision of a database compared with this code, without migration tools."""

import re
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.dialects import is_missing_table
from server.database.revisions import NAME, number_of

VERSIONS = Path(__file__).parent / "migrations" / "versions"

# A file is named after its revision and its purpose.
_FILE = re.compile(rf"({NAME.pattern})_\w+")


def newest_revision() -> str:
    named = (_FILE.fullmatch(path.stem) for path in VERSIONS.glob("*.py"))
    return max((found[1] for found in named if found), key=number_of)


async def current_revision(engine: AsyncEngine) -> str | None:
    try:
        async with engine.connect() as connection:
            found = await connection.execute(sa.text("SELECT version_num FROM alembic_version"))
            revision: str | None = found.scalar()
    except sa.exc.DBAPIError as error:
        if is_missing_table(error):
            return None
        raise
    return revision
