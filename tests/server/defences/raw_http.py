"""The site on a real port with the settings of `serve`, and a client that sends raw bytes."""

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
    """Runs a site on a real port with the settings of `serve`; yields the port."""
    async with listening(configuration(app, settings)) as port:
        yield port


async def exchange(port: int, data: bytes, later: bytes = b"") -> bytes:
    """Sends bytes; returns those received until the connection ends or is silent.

    The bytes `later` follow after a pause of SILENCE_S.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    received = b""
    try:
        if later:
            await asyncio.sleep(SILENCE_S)
            writer.write(later)
        while part := await asyncio.wait_for(reader.read(65536), 5 if not received else SILENCE_S):
            received += part
    except (TimeoutError, ConnectionError):
        pass
    finally:
        writer.close()
    return received


def statuses(received: bytes) -> list[int]:
    """Returns the status codes of all responses in the received bytes."""
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", received)]
