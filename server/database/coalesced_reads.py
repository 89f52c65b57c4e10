"""Request coalescing: one read of the database for all requests that wait for the same data."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

# A read that takes longer than this is not waited for: the next one begins beside it.
WAIT_S = 0.1

Value = TypeVar("Value")


class CoalescedReads:
    """Requests for the same key that arrive during a read share the next read.

    No result is stored. A read begins after all of its requests arrived, so each request gets every
    earlier change, on whichever host it was committed.
    """

    def __init__(self) -> None:
        self._running: dict[Hashable, asyncio.Future[None]] = {}
        self._next: dict[Hashable, asyncio.Task[Any]] = {}

    async def read(self, key: Hashable, load: Callable[[], Awaitable[Value]]) -> Value:
        """Returns the result of `load`, shared by concurrent requests for the same key."""
        shared = self._next.get(key)
        if shared is None:
            running = self._running.get(key)
            if running is None:
                return await self._run(key, load)
            shared = asyncio.create_task(self._run_after(running, key, load))
            self._next[key] = shared
        value: Value = await asyncio.shield(shared)
        return value

    async def _run_after(
        self, running: asyncio.Future[None], key: Hashable, load: Callable[[], Awaitable[Value]]
    ) -> Value:
        """Waits for the running read, at most `WAIT_S` seconds, and then runs the next one."""
        await asyncio.wait([running], timeout=WAIT_S)
        del self._next[key]
        return await self._run(key, load)

    async def _run(self, key: Hashable, load: Callable[[], Awaitable[Value]]) -> Value:
        """Runs a read and marks its key as running until it ends."""
        ended = asyncio.get_running_loop().create_future()
        self._running[key] = ended
        try:
            return await load()
        finally:
            ended.set_result(None)
            if self._running.get(key) is ended:
                del self._running[key]
