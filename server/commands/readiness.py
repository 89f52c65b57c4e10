"""Checks of the database before the site opens: integrity of its file, and revision."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.dialects import is_away, is_damaged, is_sqlite
from server.database.engine import Engine, create_engine
from server.database.revisions import (
    Compatibility,
    compatibility,
    current_revision,
    newest_revision,
    oldest_code_of,
)
from server.errors import StartRefused, reason
from server.settings import Settings

# Steps of SQLite's virtual machine between two checks of the clock.
STEPS_BETWEEN_CHECKS = 1_000
INTERRUPTED = "interrupted"

# The start waits briefly; the doctor takes longer.
CHECK_LIMIT_S = 10.0
# A server that is silent for so long counts as away: the site opens and waits for it.
ANSWER_LIMIT_S = 5.0
Print = Callable[[str], None]


class DamagedFile(Exception):
    """Raised for a database file with unreadable pages."""


async def check_file(engine: AsyncEngine, *, limit_s: float) -> bool:
    """Returns whether an SQLite file was checked completely within the limit.

    Raises DamagedFile for a damaged one. True for PostgreSQL, which checks its own files.
    """
    if not is_sqlite(engine.dialect):
        return True
    until = monotonic() + limit_s
    try:
        async with engine.connect() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver is not None
            await driver.set_progress_handler(lambda: monotonic() > until, STEPS_BETWEEN_CHECKS)
            try:
                found = (await connection.execute(sa.text("PRAGMA quick_check(1)"))).scalar_one()
            finally:
                await driver.set_progress_handler(None, 0)
    except Exception as error:
        if is_damaged(error):
            raise DamagedFile(str(getattr(error, "orig", None) or error)) from error
        if isinstance(error, sa.exc.OperationalError) and INTERRUPTED in str(error.orig):
            return False
        raise
    if found != "ok":
        raise DamagedFile(" ".join(str(found).split()))
    return True


async def check_database(settings: Settings, warn: Print) -> None:
    """Raises StartRefused for a database that must not be served; reports all else by `warn`.

    The revision is checked in production only.
    """
    if not await check_integrity(settings, limit_s=CHECK_LIMIT_S):
        warn("The database is too large to be looked through at the start; the doctor does it.")
    # In development the host migrates by itself.
    note = await _note_on_revision(settings) if settings.is_production else None
    if note:
        warn(note)


async def check_integrity(settings: Settings, *, limit_s: float) -> bool:
    """Returns whether the file was checked completely.

    Raises StartRefused for one that is damaged or can't be opened. True for PostgreSQL.
    """
    engine = create_engine(settings.database_url)
    try:
        return await check_file(engine, limit_s=limit_s)
    except DamagedFile as damage:
        raise StartRefused(_damage_advice(engine.url.database or "", damage)) from damage
    except sa.exc.SQLAlchemyError as error:
        raise StartRefused(f"the database can't be opened: {reason(error)}") from error
    finally:
        await engine.dispose()


async def _note_on_revision(settings: Settings) -> str | None:
    """Returns a note if the database is newer than the code or unreachable, else None.

    Raises StartRefused for a revision that this code cannot use. An unreachable server does not
    prevent the start.
    """
    engine = create_engine(settings.database_url)
    try:
        async with asyncio.timeout(ANSWER_LIMIT_S):
            revision = await check_revision(engine)
    except (OSError, TimeoutError, sa.exc.SQLAlchemyError) as error:
        if not is_away(error):
            raise StartRefused(f"the database can't be read: {reason(error)}") from error
        return "The database is away: pages that need it will come back with it."
    finally:
        await engine.dispose()
    return f"The database is at {revision}" if "newer" in revision else None


async def check_revision(engine: Engine) -> str:
    """Returns the end of a sentence about the revision, such as "revision 0040.".

    Raises StartRefused if the database has to be migrated, or this code cannot use it.
    """
    stored = await current_revision(engine)
    if compatibility(stored, newest_revision()) is Compatibility.OLDER:
        raise StartRefused(
            f"the database is at revision {stored or 'nothing'}, the code at "
            f"{newest_revision()}; run `./chanoki migrate`."
        )
    refuse_unfit(stored)
    if stored != newest_revision():
        return (
            f"revision {stored}, newer than this code ({newest_revision()}), which can use it too; "
            "update this host soon."
        )
    return f"revision {stored}."


def refuse_unfit(stored: str | None) -> None:
    """Raises StartRefused if the revision needs newer code, or is of another program.

    An older one and an empty database pass.
    """
    match compatibility(stored, newest_revision()):
        case Compatibility.TOO_NEW:
            raise StartRefused(
                f"the database is at revision {stored}, which needs code of "
                f"{oldest_code_of(stored or ''):04} or newer; this is {newest_revision()}. "
                "Update this host."
            )
        case Compatibility.FOREIGN:
            raise StartRefused(
                f"the database is at revision {stored}, which is none of this site's; "
                "check DATABASE_URL."
            )


def _damage_advice(path: str, damage: DamagedFile) -> str:
    """Returns advice about a damaged database file."""
    file = Path(path)
    return (
        f"the database {file} is damaged ({damage}), so nothing is served from it. "
        f"Move {file.name}, what begins with its name, and the media out of {file.parent}, then "
        "bring the newest backup back: `./chanoki restore FILE`."
    )
