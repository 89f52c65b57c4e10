"""Server on a local TCP port, and a client that sends raw bytes to it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn

HOST = b"Host: tea.example\r\n"
CLOSE = b"Connection: close\r\n\r\n"


@asynccontextmanager
async def listening(config: uvicorn.Config) -> AsyncIterator[int]:
    """Runs a server with this configuration in the event loop of the test; yields the port."""
    config.port = 0
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    ticking = asyncio.create_task(server.main_loop())
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await ticking
        await server.shutdown()


async def exchange(port: int, *parts: bytes, pause_s: float = 0.0, timeout_s: float = 5.0) -> bytes:
    """Sends the parts one after another; returns the bytes received until the connection ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for part in parts:
        writer.write(part)
        await asyncio.sleep(pause_s)
    try:
        async with asyncio.timeout(timeout_s):
            return await reader.read()
    except (ConnectionResetError, BrokenPipeError):
        return b""
    finally:
        writer.close()
