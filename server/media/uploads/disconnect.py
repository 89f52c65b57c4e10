"""Cancellation of work whose client disconnects."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from server.errors import Refusal

Made = TypeVar("Made")
Receive = Callable[[], Awaitable[Mapping[str, Any]]]


async def unless_disconnected(receive: Receive, work: Coroutine[Any, Any, Made]) -> Made:
    """Returns the result of the work; raises Refusal, and cancels it, if the client disconnects."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(receive))
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Refusal("bad-request", 400)
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
