"""A door of its own for the figures, beside the site's: the public never gets to see it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

REQUEST_BYTES_MOST = 8192
WAIT_S = 5.0
TYPE = "text/plain; version=0.0.4; charset=utf-8"


@asynccontextmanager
async def metrics_port(
    address: tuple[str, int] | None, text: Callable[[], str]
) -> AsyncIterator[None]:
    if address is None:
        yield
        return

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(WAIT_S):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(_answer(head, text))
                await writer.drain()
        except (TimeoutError, OSError, EOFError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    host, port = address
    server = await asyncio.start_server(answer, host, port, limit=REQUEST_BYTES_MOST)
    async with server:
        yield


def _answer(head: bytes, text: Callable[[], str]) -> bytes:
    is_asked = head.startswith(b"GET /metrics ")
    status, body = ("200 OK", text().encode()) if is_asked else ("404 Not Found", b"")
    headers = f"HTTP/1.1 {status}\r\ncontent-type: {TYPE}\r\ncontent-length: {len(body)}\r\n"
    return headers.encode() + b"connection: close\r\n\r\n" + body
