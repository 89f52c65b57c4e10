"""Periodic completion of the index of names: hosts of the version before it do not write it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import structlog

from server.accounts.profiles.actions import index_names_behind
from server.database.engine import Sessions
from server.database.transaction import transaction

INTERVAL_S = 600.0
# Names of one transaction, which holds the write lock of SQLite.
BATCH = 100


@asynccontextmanager
async def name_sweep(database: Sessions) -> AsyncIterator[None]:
    """Indexes names that are missing, at the start of the block and then every ten minutes."""
    stopped = asyncio.Event()
    task = asyncio.create_task(_sweep(database, stopped))
    try:
        yield
    finally:
        stopped.set()
        # A running query ends by itself, so that its connection stays usable.
        await task


async def _sweep(database: Sessions, stopped: asyncio.Event) -> None:
    """Indexes missing names until the host stops."""
    while not stopped.is_set():
        try:
            await index_all(database, stopped)
        except Exception as error:
            # The next sweep finds the same names.
            log = structlog.get_logger("chanoki.names")
            log.warning("names_not_indexed", reason=type(error).__name__)
        with suppress(TimeoutError):
            async with asyncio.timeout(INTERVAL_S):
                await stopped.wait()


async def index_all(database: Sessions, stopped: asyncio.Event) -> None:
    """Indexes all missing names, a batch in each transaction."""
    found = BATCH
    while found == BATCH and not stopped.is_set():
        async with transaction(database) as opened:
            found = await index_names_behind(opened.session, most=BATCH)
