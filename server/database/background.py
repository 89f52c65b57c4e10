"""Tasks of a host that use the database beside its requests."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

Run = Callable[[asyncio.Event], Coroutine[Any, Any, None]]


@asynccontextmanager
async def in_background(run: Run) -> AsyncIterator[None]:
    """Runs a task while the block is active; then sets the task's event and waits for its end.

    The task is not cancelled: a running query ends by itself, so that its connection stays usable.
    """
    stopped = asyncio.Event()
    task = asyncio.create_task(run(stopped))
    try:
        yield
    finally:
        stopped.set()
        await task


async def pause(stopped: asyncio.Event, *, seconds: float) -> None:
    """Waits for some seconds, or until the event is set."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stopped.wait()
