"""Completes the index of names every ten minutes: hosts of an earlier release do not write it."""

import asyncio
from contextlib import AbstractAsyncContextManager
from functools import partial

import structlog

from server.accounts.profiles.actions import index_next_names
from server.database.background import in_background, pause
from server.database.engine import Sessions
from server.database.transaction import transaction

INTERVAL_S = 600.0
# Names of one transaction, which holds the write lock of SQLite.
BATCH = 100


def name_sweep(database: Sessions) -> AbstractAsyncContextManager[None]:
    """Runs the sweep while the block is active: at its start and then every ten minutes."""
    return in_background(partial(_sweep, database))


async def _sweep(database: Sessions, stopped: asyncio.Event) -> None:
    """Indexes missing names every ten minutes until the host stops; logs failures."""
    while not stopped.is_set():
        try:
            await index_missing_names(database, stopped)
        except Exception as error:
            # The next sweep finds the same names.
            log = structlog.get_logger("chanoki.names")
            log.warning("names_not_indexed", reason=type(error).__name__)
        await pause(stopped, seconds=INTERVAL_S)


async def index_missing_names(database: Sessions, stopped: asyncio.Event) -> None:
    """Indexes names in batches, each in a transaction, until none is missing or the host stops."""
    found = BATCH
    while found == BATCH and not stopped.is_set():
        async with transaction(database) as opened:
            found = await index_next_names(opened.session, most=BATCH)
