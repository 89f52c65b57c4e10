"""Integrity check of an SQLite file."""

from time import monotonic

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.dialects import is_damaged, is_sqlite

# Steps of SQLite's virtual machine between two checks of the clock.
STEPS_BETWEEN_CHECKS = 1_000
INTERRUPTED = "interrupted"


class DamagedFile(Exception):
    """The file has unreadable pages."""


async def check_file(engine: AsyncEngine, *, limit_s: float) -> bool:
    """Returns whether the whole file was checked in time; servers check their own files."""
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
