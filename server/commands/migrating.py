"""Brings the database to the newest revision."""

import asyncio

from sqlalchemy.exc import SQLAlchemyError

from server.database.engine import create_engine
from server.database.limits import LONG_WORK
from server.database.migrating import current_revision, migrate, newest_revision
from server.errors import StartRefused
from server.settings import Settings


def bring_up_to_date(settings: Settings) -> int:
    asyncio.run(migrate_database(settings.database_url))
    print(f"The database is at revision {newest_revision()}.")
    return 0


async def migrate_database(address: str) -> None:
    engine = create_engine(address, LONG_WORK)
    try:
        if await current_revision(engine) != newest_revision():
            await migrate(engine)
    except (OSError, SQLAlchemyError) as error:
        raise StartRefused(f"the database can't be brought up to date: {reason(error)}") from error
    finally:
        await engine.dispose()


def reason(error: Exception) -> str:
    """The first line of what a database says; the rest quotes statements and manuals."""
    return str(getattr(error, "orig", None) or error).strip().partition("\n")[0].rstrip(".") + "."
