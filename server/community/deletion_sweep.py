"""Periodic sweep that erases deleted posts and comments once an undo is no longer possible."""

from contextlib import AbstractAsyncContextManager
from functools import partial

from server.community.actions.deletions import finish_deletions
from server.community.dependencies import CommunityDependencies
from server.database.background import repeated

INTERVAL_S = 1.0
# Removing the files of many posts can take a while; the next sweep goes on.
TIMEOUT_S = 60.0


def deletion_sweep(community: CommunityDependencies) -> AbstractAsyncContextManager[None]:
    """Runs the sweep every INTERVAL_S seconds in the background while the block runs.

    It also erases what was deleted before a restart, as deletions are rows of the database. After a
    failure the next sweep finds the same deletions.
    """
    return repeated(
        partial(finish_deletions, community),
        interval_s=INTERVAL_S,
        timeout_s=TIMEOUT_S,
        logger="chanoki.deletions",
        failure="deletions_not_finished",
    )
