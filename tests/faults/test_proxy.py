"""Tests of the proxy that causes network faults."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from time import monotonic

import pytest

from tests.faults.proxy import (
    BLACKHOLE,
    PASS,
    REFUSE,
    RESET,
    Behaviour,
    Proxy,
    cut,
    latency,
    lose_response_to,
    proxy_to,
    rate,
)

pytestmark = pytest.mark.anyio

Echo = tuple[Proxy, list[bytes]]


@pytest.fixture
async def echo() -> AsyncIterator[Echo]:
    """A proxy before an echo server, and the chunks that the server received."""
    received: list[bytes] = []

    async def repeat(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await reader.read(1024):
                received.append(chunk)
                writer.write(chunk)
                await writer.drain()
        writer.close()

    async with await asyncio.start_server(repeat, "127.0.0.1", 0) as server:
        with proxy_to(server.sockets[0].getsockname()) as proxy:
            yield proxy, received


async def exchange(proxy: Proxy, words: bytes, *, within: float = 1.0) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    try:
        writer.write(words)
        return await asyncio.wait_for(reader.readexactly(len(words)), within)
    finally:
        writer.transport.abort()


async def test_proxy_passes_data_in_both_directions(echo: Echo) -> None:
    proxy, received = echo

    assert await exchange(proxy, b"tea") == b"tea"
    assert received == [b"tea"]


async def test_proxy_refuses_new_connections_and_resets_open_ones(echo: Echo) -> None:
    proxy, _ = echo
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    writer.write(b"tea")
    await reader.readexactly(3)

    proxy.behave(REFUSE)

    with pytest.raises(ConnectionResetError):
        await reader.readexactly(1)
    with pytest.raises(ConnectionRefusedError):
        await exchange(proxy, b"tea")
    proxy.behave(PASS)
    assert await exchange(proxy, b"tea") == b"tea"


async def test_proxy_accepts_and_resets_connections(echo: Echo) -> None:
    proxy, received = echo

    proxy.behave(RESET)

    with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
        await exchange(proxy, b"tea")
    assert received == []


async def test_silent_proxy_passes_data_after_the_silence(echo: Echo) -> None:
    proxy, received = echo
    proxy.behave(BLACKHOLE)
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    writer.write(b"tea")

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(reader.readexactly(3), 0.2)
    assert received == []

    proxy.behave(PASS)
    assert await asyncio.wait_for(reader.readexactly(3), 1) == b"tea"
    writer.close()


@pytest.mark.parametrize("behaviour", [latency(0.1), rate(30)])
async def test_proxy_delays_data_by_latency_or_rate(echo: Echo, behaviour: Behaviour) -> None:
    proxy, _ = echo
    proxy.behave(behaviour)
    began = monotonic()

    assert await exchange(proxy, b"tea") == b"tea"

    assert monotonic() - began >= 0.2


async def test_proxy_resets_a_connection_after_its_byte_limit(echo: Echo) -> None:
    proxy, _ = echo
    proxy.behave(cut(10))

    assert await exchange(proxy, b"tea") == b"tea"
    with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
        await exchange(proxy, b"tea for everybody")


async def test_proxy_delivers_the_request_and_loses_the_response(echo: Echo) -> None:
    proxy, received = echo
    proxy.behave(lose_response_to(b"tea"))

    with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
        await exchange(proxy, b"tea")
    assert received == [b"tea"]
