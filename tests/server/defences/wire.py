"""The site on a real socket, by the same settings as `serve`; and a client that says anything."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from server.commands.serve import configuration
from server.settings import Settings
from server.web.asgi import App
from tests.server.connections import listening

HOST = b"Host: tea.example\r\n"
SILENCE_S = 0.4


@asynccontextmanager
async def serving(app: App, settings: Settings) -> AsyncIterator[int]:
    async with listening(configuration(app, settings)) as port:
        yield port


async def say(port: int, data: bytes, later: bytes = b"") -> bytes:
    """Everything that is answered until the connection ends or falls silent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    said = b""
    try:
        if later:
            await asyncio.sleep(SILENCE_S)
            writer.write(later)
        while part := await asyncio.wait_for(reader.read(65536), 5 if not said else SILENCE_S):
            said += part
    except (TimeoutError, ConnectionError):
        pass
    finally:
        writer.close()
    return said


def statuses(said: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", said)]
