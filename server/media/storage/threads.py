"""Work for a store in a thread, which nobody can stop: whoever leaves waits for its end."""

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
) -> Value:
    """The result. When cancelled, the work is over once this is: no file appears afterwards.

    After `most_s` the work is left to itself, and what it does may yet become true.
    """
    running = asyncio.ensure_future(to_thread.run_sync(work, limiter=limiter))
    # What it says too late is nobody's business any more.
    running.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
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
