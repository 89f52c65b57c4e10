"""The site on a real socket, by the same settings as `serve`; and a client that says anything."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn

from server.commands.serving import configuration, listen
from server.edge.asgi import App
from server.settings import Settings

HOST = b"Host: tea.example\r\n"
SILENCE_S = 0.4


@asynccontextmanager
async def serving(app: App, settings: Settings) -> AsyncIterator[int]:
    config = configuration(app, settings)
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    listening = listen("127.0.0.1", 0)
    await server.startup(sockets=[listening])
    ticking = asyncio.create_task(server.main_loop())
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        await ticking
        await server.shutdown(sockets=[listening])


async def say(port: int, data: bytes) -> bytes:
    """Everything that is answered until the connection ends or falls silent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    said = b""
    try:
        while part := await asyncio.wait_for(reader.read(65536), 5 if not said else SILENCE_S):
            said += part
    except (TimeoutError, ConnectionError):
        pass
    finally:
        writer.close()
    return said


def statuses(said: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", said)]
