"""Tasks of a host that use the database beside its requests."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any

import structlog

Run = Callable[[asyncio.Event], Coroutine[Any, Any, None]]
Action = Callable[[], Awaitable[object]]


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


def repeated(
    action: Action, *, interval_s: float, timeout_s: float, logger: str, failure: str
) -> AbstractAsyncContextManager[None]:
    """Calls `action` at once and then every `interval_s` seconds while the block is active.

    A call that takes longer than `timeout_s` fails. A failure is logged by `logger` as the event
    `failure`, of failures in a row only the first; the next call has to make up for it.
    """

    async def run(stopped: asyncio.Event) -> None:
        """Calls `action` until `stopped` is set."""
        is_failing = False
        while not stopped.is_set():
            try:
                async with asyncio.timeout(timeout_s):
                    await action()
                is_failing = False
            except Exception as error:
                if not is_failing:
                    structlog.get_logger(logger).warning(failure, reason=type(error).__name__)
                is_failing = True
            await pause(stopped, seconds=interval_s)

    return in_background(run)


async def pause(stopped: asyncio.Event, *, seconds: float) -> None:
    """Waits for some seconds, or until the event is set."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stopped.wait()
