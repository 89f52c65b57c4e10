"""Periodic end of deletions: erases what its author deleted once it can no longer be undone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import structlog

from server.community.actions.deletions import finish_deletions
from server.community.dependencies import CommunityDependencies

PAUSE_S = 1.0


@asynccontextmanager
async def deletion_sweep(community: CommunityDependencies) -> AsyncIterator[None]:
    """Finishes deletions every second in the block, also those from before a restart."""
    task = asyncio.create_task(_sweep_forever(community))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _sweep_forever(community: CommunityDependencies) -> None:
    is_failing = False
    while True:
        try:
            await finish_deletions(community)
            is_failing = False
        except Exception as error:
            # The next successful sweep finds the same deletions.
            if not is_failing:
                log = structlog.get_logger("chanoki.deletions")
                log.warning("deletions_not_finished", reason=type(error).__name__)
            is_failing = True
        await asyncio.sleep(PAUSE_S)
