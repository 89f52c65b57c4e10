"""WebSocket floods: the connection is closed, and its frames are not logged."""

import asyncio
import logging
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.server.defences.raw_http import HOST, exchange, statuses

pytestmark = pytest.mark.anyio

HANDSHAKE = (
    b"GET /api/live HTTP/1.1\r\n"
    + HOST
    + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://tea.example\r\n\r\n"
)
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
HEARTBEAT = b'{"type":"heartbeat"}'
WAIT_S = 5


def frame(kind: int, data: bytes, *, is_last: bool = True) -> bytes:
    """Returns a WebSocket frame of a client, masked with zeros."""
    return bytes([(0x80 if is_last else 0) | kind, 0x80 | len(data)]) + bytes(4) + data


@asynccontextmanager
async def open_websocket(
    port: int,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Yields the streams of an open WebSocket."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HANDSHAKE)
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    try:
        yield reader, writer
    finally:
        writer.close()


async def close_code_after(port: int, data: bytes) -> int:
    """Sends frames; returns the close code of the connection."""
    async with open_websocket(port) as (reader, writer), asyncio.timeout(WAIT_S):
        writer.write(data)
        received = await reader.read()
    at = received.index(bytes([0x80 | CLOSE]))
    return int(struct.unpack(">H", received[at + 2 : at + 4])[0])


FLOODS = {
    "pings": (frame(PING, b"x" * 125) * 200, 1008),
    "pongs": (frame(PONG, b"") * 200, 1008),
    "heartbeats": (frame(TEXT, HEARTBEAT) * 200, 1008),
    "a fragmented message": (frame(TEXT, b'{"type"', is_last=False), 1008),
    "empty fragments": (
        frame(TEXT, b"", is_last=False) + frame(CONTINUATION, b"", is_last=False) * 500,
        1008,
    ),
    "invalid UTF-8": (frame(TEXT, b"\xff\xfe"), 1007),
    "a binary message": (frame(BINARY, HEARTBEAT), 1003),
}


@pytest.mark.parametrize("flood", FLOODS)
async def test_flooding_websocket_is_closed_without_log_lines(
    port: int, caplog: pytest.LogCaptureFixture, flood: str
) -> None:
    data, code = FLOODS[flood]

    with caplog.at_level(logging.WARNING, "uvicorn.error"):
        assert await close_code_after(port, data) == code

    assert caplog.records == []


async def test_websocket_pings_and_heartbeats_are_answered(port: int) -> None:
    async with open_websocket(port) as (reader, writer), asyncio.timeout(WAIT_S):
        for _ in range(5):
            writer.write(frame(PING, b"tea") + frame(TEXT, HEARTBEAT))
            assert await reader.readuntil(b"tea")
            assert await reader.readuntil(HEARTBEAT)


async def test_refused_websocket_logs_no_error(port: int, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "uvicorn.error"):
        received = await exchange(port, HANDSHAKE.replace(b"http://tea", b"http://evil"))

    assert statuses(received) == [403]
    assert caplog.records == []
