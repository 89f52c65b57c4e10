"""Periodic end of deletions: erases what its author deleted once it can no longer be undone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from server.community.actions.deletions import finish_deletions
from server.community.dependencies import CommunityDependencies
from server.community.moderation_poll import pause

# Removing the files of many posts can take a while; the next sweep goes on.
TIMEOUT_S = 60.0


@asynccontextmanager
async def deletion_sweep(community: CommunityDependencies) -> AsyncIterator[None]:
    """Finishes deletions every second in the block, also those from before a restart."""
    stopped = asyncio.Event()
    task = asyncio.create_task(_sweep(community, stopped))
    try:
        yield
    finally:
        stopped.set()
        # A running query ends by itself, so that its connection stays usable.
        await task


async def _sweep(community: CommunityDependencies, stopped: asyncio.Event) -> None:
    """Finishes deletions whose time for an undo is over, until the host stops."""
    is_failing = False
    while not stopped.is_set():
        try:
            async with asyncio.timeout(TIMEOUT_S):
                await finish_deletions(community)
            is_failing = False
        except Exception as error:
            # The next successful sweep finds the same deletions.
            if not is_failing:
                log = structlog.get_logger("chanoki.deletions")
                log.warning("deletions_not_finished", reason=type(error).__name__)
            is_failing = True
        await pause(stopped)
