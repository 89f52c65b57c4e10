"""Revisions of the database: the facts in their names, and the current revision of a database."""

import re
from enum import Enum
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.dialects import is_missing_table

# `0040` adds: code of every earlier revision keeps running. `0041_needs_0040` removes what
# code before 0040 reads; every later name repeats it until it states more.
NAME = re.compile(r"([0-9]{4})(?:_needs_([0-9]{4}))?")
VERSIONS = Path(__file__).parent / "migrations" / "versions"
# A file is named after its revision and its purpose.
_FILE = re.compile(rf"({NAME.pattern})_\w+")


class Compatibility(Enum):
    """Whether this code can run with a database."""

    OLDER = "the code needs more than the database has"
    SAME = "they fit"
    NEWER = "the database has more than the code knows, and the code can do without"
    TOO_NEW = "the database lacks what the code reads"
    FOREIGN = "the database is not one of this site"


def number_of(revision: str | None) -> int:
    """Returns the revision's number from 1; 0 for an empty database, -1 for a foreign one."""
    named = NAME.fullmatch(revision) if revision else None
    if named is None:
        return -1 if revision else 0
    return int(named[1])


def oldest_code_of(revision: str) -> int:
    """Returns the number of the oldest revision whose code can run with a database at this one.

    0 if the code of every earlier revision can.
    """
    named = NAME.fullmatch(revision)
    return int(named[2] or 0) if named else 0


def compatibility(stored: str | None, newest: str) -> Compatibility:
    """Returns how the revision of a database relates to the newest that this code knows."""
    ours, theirs = number_of(newest), number_of(stored)
    if stored is None or 0 < theirs < ours:
        return Compatibility.OLDER
    if theirs <= 0:
        return Compatibility.FOREIGN
    if theirs == ours:
        return Compatibility.SAME if stored == newest else Compatibility.FOREIGN
    return Compatibility.NEWER if oldest_code_of(stored) <= ours else Compatibility.TOO_NEW


def newest_revision() -> str:
    """Returns the newest revision of this code."""
    named = (_FILE.fullmatch(path.stem) for path in VERSIONS.glob("*.py"))
    return max((found[1] for found in named if found), key=number_of)


async def current_revision(engine: AsyncEngine) -> str | None:
    """Returns the revision that the database states; None for an empty database."""
    try:
        async with engine.connect() as connection:
            found = await connection.execute(sa.text("SELECT version_num FROM alembic_version"))
            revision: str | None = found.scalar()
    except sa.exc.DBAPIError as error:
        if is_missing_table(error):
            return None
        raise
    return revision
