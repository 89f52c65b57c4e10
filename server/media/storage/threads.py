"""Blocking work in a thread; cancellation waits for its end."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

Value = TypeVar("Value")


async def run_to_completion(
    work: Callable[[], Value],
    *,
    limiter: CapacityLimiter | None = None,
    most_s: float | None = None,
    on_end: Callable[[], None] | None = None,
) -> Value:
    """Runs blocking work in a thread and returns its result; calls `on_end` at the work's end.

    A cancelled call waits for the end of the work, so that no file appears later. Raises
    TimeoutError after `most_s` seconds; the work goes on and may still succeed.
    """
    running = asyncio.ensure_future(to_thread.run_sync(work, limiter=limiter))
    # Retrieves a late exception, so that asyncio does not log it.
    running.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
    if on_end is not None:
        running.add_done_callback(lambda _: on_end())
    try:
        done, _ = await asyncio.wait([running], timeout=most_s)
    except asyncio.CancelledError:
        while not running.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([running])
        raise
    if not done:
        raise TimeoutError
    return running.result()
