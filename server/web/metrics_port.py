"""HTTP listener for the metrics on a port of its own, so that no proxy rule can expose them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

REQUEST_BYTES_MOST = 8192
WAIT_S = 5.0


@asynccontextmanager
async def metrics_port(
    address: tuple[str, int] | None, text: Callable[[], bytes]
) -> AsyncIterator[None]:
    """Serves `GET /metrics` while the context is open; without an address does nothing."""
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


def _answer(request: bytes, text: Callable[[], bytes]) -> bytes:
    is_found = request.startswith(b"GET /metrics ")
    status, body = ("200 OK", text()) if is_found else ("404 Not Found", b"")
    head = (
        f"HTTP/1.1 {status}\r\n"
        f"content-type: {CONTENT_TYPE_PLAIN_0_0_4}\r\n"
        f"content-length: {len(body)}\r\n"
        "connection: close\r\n\r\n"
    )
    return head.encode() + body
