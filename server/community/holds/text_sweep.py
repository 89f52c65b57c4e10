"""Periodic sweep of expired texts and idempotency keys, and of what decided reports kept."""

import asyncio
from contextlib import AbstractAsyncContextManager
from functools import partial

import structlog

from server.community.actions.closed_reports import (
    forget_replaced_pictures,
    forget_reported_texts,
)
from server.community.actions.transactions import delete_old_keys
from server.community.holds.actions import delete_old_texts
from server.database.background import in_background, pause
from server.database.clock import Clock
from server.database.engine import Sessions
from server.database.transaction import transaction

INTERVAL_S = 600.0


def text_sweep(database: Sessions, now: Clock) -> AbstractAsyncContextManager[None]:
    """Runs the sweep while the block is active: at its start and then every ten minutes."""
    return in_background(partial(_sweep, database, now))


async def _sweep(database: Sessions, now: Clock, stopped: asyncio.Event) -> None:
    """Deletes all this every ten minutes until the host stops; logs failures."""
    while not stopped.is_set():
        try:
            async with transaction(database) as opened:
                await delete_old_texts(opened, now=now())
                await delete_old_keys(opened, now=now())
                await forget_reported_texts(opened)
                await forget_replaced_pictures(opened, now=now())
        except Exception as error:
            # The next sweep finds the same rows.
            log = structlog.get_logger("chanoki.holds")
            log.warning("texts_not_deleted", reason=type(error).__name__)
        await pause(stopped, seconds=INTERVAL_S)
