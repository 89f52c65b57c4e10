"""Work for somebody who waits for it: when they leave, it stops."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from server.errors import Refusal

Made = TypeVar("Made")
Receive = Callable[[], Awaitable[Mapping[str, Any]]]


async def until_disconnect(receive: Receive, work: Coroutine[Any, Any, Made]) -> Made:
    """The result, or a refusal that nobody reads."""
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
