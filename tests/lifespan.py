"""The lifespan protocol of ASGI, as a server speaks it around an application's requests."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from server.web.asgi import App, Message, Scope


@asynccontextmanager
async def running(app: App) -> AsyncIterator[None]:
    """Starts an application, and shuts it down on exit."""
    to_app: asyncio.Queue[Message] = asyncio.Queue()
    from_app: asyncio.Queue[Message] = asyncio.Queue()
    scope: Scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
    task = asyncio.ensure_future(app(scope, to_app.get, from_app.put))
    await to_app.put({"type": "lifespan.startup"})
    started = await from_app.get()
    assert started["type"] == "lifespan.startup.complete", started
    try:
        yield
    finally:
        await to_app.put({"type": "lifespan.shutdown"})
        await task
