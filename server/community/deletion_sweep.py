"""Periodic sweep that erases deleted posts and comments once an undo is no longer possible."""

import asyncio
from contextlib import AbstractAsyncContextManager
from functools import partial

import structlog

from server.community.actions.deletions import finish_deletions
from server.community.dependencies import CommunityDependencies
from server.database.background import in_background, pause

INTERVAL_S = 1.0
# Removing the files of many posts can take a while; the next sweep goes on.
TIMEOUT_S = 60.0


def deletion_sweep(community: CommunityDependencies) -> AbstractAsyncContextManager[None]:
    """Runs the sweep every INTERVAL_S seconds in the background while the block runs.

    It also erases what was deleted before a restart, as deletions are rows of the database.
    """
    return in_background(partial(_sweep, community))


async def _sweep(community: CommunityDependencies, stopped: asyncio.Event) -> None:
    """Erases posts and comments whose deletion can no longer be undone, until `stopped` is set.

    Logs only the first of failures in a row.
    """
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
        await pause(stopped, seconds=INTERVAL_S)
