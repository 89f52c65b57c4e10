"""Command that migrates the database to the newest revision."""

import asyncio

from sqlalchemy.exc import SQLAlchemyError

from server.commands.readiness import refuse_unfit
from server.database.engine import create_engine
from server.database.limits import LONG_WORK
from server.database.migrate import migrate
from server.database.revisions import (
    Compatibility,
    compatibility,
    current_revision,
    newest_revision,
)
from server.errors import StartRefused, reason
from server.settings import Settings


def bring_up_to_date(settings: Settings) -> int:
    """Migrates the database to the newest revision; returns the exit code."""
    revision = asyncio.run(migrate_database(settings.database_url))
    print(f"The database is at revision {revision}.")
    return 0


async def migrate_database(address: str) -> str | None:
    """Migrates the database and returns its revision; does not change one newer than this code.

    Raises StartRefused if the migration fails, or this code cannot run with the database.
    """
    engine = create_engine(address, LONG_WORK)
    try:
        stored = await current_revision(engine)
        if compatibility(stored, newest_revision()) is Compatibility.OLDER:
            await migrate(engine)
            stored = await current_revision(engine)
    except (OSError, SQLAlchemyError) as error:
        raise StartRefused(f"the database can't be brought up to date: {reason(error)}") from error
    finally:
        await engine.dispose()
    refuse_unfit(stored)
    return stored
