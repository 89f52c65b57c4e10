"""Work for a store in a thread, which nobody can stop: whoever leaves waits for its end."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

Value = TypeVar("Value")


async def to_its_end(work: Callable[[], Value], *, limiter: CapacityLimiter | None = None) -> Value:
    """The result. When cancelled, the work is over once this is: no file appears afterwards."""
    running = asyncio.ensure_future(to_thread.run_sync(work, limiter=limiter))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        while not running.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([running])
        # What it said is nobody's business any more.
        running.cancelled() or running.exception()
        raise
