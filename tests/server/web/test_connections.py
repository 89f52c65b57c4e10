"""Guard against slow clients, over real connections: slow, endless and malformed requests end."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn

from server.web.asgi import App, Receive, Scope, Send, answer
from server.web.slow_client_guard import SlowClientGuard
from tests.server.connections import CLOSE, HOST, exchange, listening

pytestmark = pytest.mark.anyio


class ShortTimeouts(SlowClientGuard):
    """Guard with timeouts short enough for tests."""

    head_s = 0.3
    body_idle_s = 0.3
    body_total_s = 0.8
    slowest_bytes_per_s = 1000
    unread_s = 0.3


class LongBodyPause(ShortTimeouts):
    """Guard with a long timeout between two pieces of a body, and otherwise short ones."""

    body_idle_s = 10.0


class CountingGuard(SlowClientGuard):
    """Guard that counts the timers that it starts."""

    timers = 0

    def _close_after(self, seconds: float) -> asyncio.TimerHandle:
        """Counts and starts a timer that closes the connection."""
        type(self).timers += 1
        return super()._close_after(seconds)


@asynccontextmanager
async def serving(app: App, kind: type[SlowClientGuard] = ShortTimeouts) -> AsyncIterator[int]:
    """Runs a site with this protocol on a real port; yields the port."""
    config = uvicorn.Config(
        app, http=kind, log_config=None, lifespan="on", access_log=False, loop="asyncio"
    )
    async with listening(config) as port:
        yield port


@pytest.fixture
async def port(app: App) -> AsyncIterator[int]:
    """Yields the port of a running site."""
    async with serving(app) as number:
        yield number


async def test_complete_request_is_answered(port: int) -> None:
    answer = await exchange(port, b"GET /ja HTTP/1.1\r\n" + HOST + CLOSE)

    assert answer.startswith(b"HTTP/1.1 200")


async def test_incomplete_request_head_is_dropped_after_the_timeout(port: int) -> None:
    assert await exchange(port, b"GET / HTTP/1.1\r\n" + HOST) == b""
    assert await exchange(port) == b""


async def test_second_request_of_a_connection_has_the_same_timeout(port: int) -> None:
    whole = b"GET /health/live HTTP/1.1\r\n" + HOST + b"\r\n"

    answer = await exchange(port, whole, b"GET /ja HTT", pause_s=0.1)

    assert answer.count(b"HTTP/1.1 ") == 1


async def test_stalled_body_is_dropped(port: int) -> None:
    head = b"POST /api/nothing HTTP/1.1\r\n" + HOST + b"Content-Length: 100\r\n\r\n"

    answer = await exchange(port, head, b"{", pause_s=0.1)

    assert b"200" not in answer.partition(b"\r\n")[0]


async def read_all(scope: Scope, receive: Receive, send: Send) -> None:
    """Responds with the length of the body when all of it has arrived."""
    if scope["type"] == "lifespan":
        await send({"type": f"{(await receive())['type']}.complete"})
        return
    message = await receive()
    length = len(message.get("body", b""))
    while message.get("more_body"):
        message = await receive()
        length += len(message.get("body", b""))
    if message["type"] == "http.request":
        await answer(send, 200, body=b"%d" % length, media_type=b"text/plain")


@pytest.mark.parametrize(("length", "is_answered"), [(100, False), (1500, True)])
async def test_time_limit_of_a_body_grows_with_its_content_length(
    length: int, is_answered: bool
) -> None:
    head = b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: %d\r\n" % length + CLOSE
    parts = [b"x" * (length // 10)] * 10
    async with serving(read_all, LongBodyPause) as port:
        received = await exchange(port, head, *parts, pause_s=0.12)

    assert received.startswith(b"HTTP/1.1 200") is is_answered


async def test_many_tiny_chunks_start_few_timeouts() -> None:
    head = b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n"
    tiny = b"1\r\na\r\n" * 100_000 + b"0\r\n\r\n"

    async with serving(read_all, CountingGuard) as port:
        answer = await exchange(port, head + b"\r\n" + tiny + head + CLOSE + b"1\r\nb\r\n0\r\n\r\n")

    assert answer.count(b"HTTP/1.1 200") == 2
    assert answer.endswith(b"1")
    assert b"\r\n\r\n100000" in answer
    # One timer for each read from the socket, not for each chunk of the body.
    assert 0 < CountingGuard.timers < 1000


async def test_oversized_request_head_is_refused(port: int) -> None:
    many = b"".join(b"X-%d: %s\r\n" % (n, b"a" * 1000) for n in range(400))

    answer = await exchange(port, b"GET / HTTP/1.1\r\n" + HOST + many + CLOSE)

    assert not answer.startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET /\xe3\x82\x84 HTTP/1.1",
        b"GET /%zz HTTP/1.1",
        b"GET /a\x00b HTTP/1.1",
        b"GET * HTTP/1.1",
        b"OPTIONS * HTTP/1.1",
        b"GET http://evil.example/ja HTTP/1.1",
        b"GET //evil.example/ HTTP/1.1",
        b"GET \\\\evil.example HTTP/1.1",
        b"GET ?x HTTP/1.1",
        b"CONNECT evil.example:443 HTTP/1.1",
        b"TRACE / HTTP/1.1",
        b"GET /ja HTTP/1.0",
        b"BREW /ja HTTP/1.1",
        b"GET /ja?" + b"\xff" * 20 + b" HTTP/1.1",
    ],
)
async def test_odd_request_line_causes_no_server_error(port: int, request_line: bytes) -> None:
    answer = await exchange(port, request_line + b"\r\n" + HOST + CLOSE)
    after = await exchange(port, b"GET /health/live HTTP/1.1\r\n" + HOST + CLOSE)

    status = answer.partition(b"\r\n")[0]
    assert not status.startswith(b"HTTP/1.1 5")
    assert b"evil" not in answer.partition(b"<div")[0]
    assert after.startswith(b"HTTP/1.1 200")


LONG = 12_000_000


async def send_long(scope: Scope, receive: Receive, send: Send) -> None:
    """Responds with a body of LONG bytes."""
    if scope["type"] == "lifespan":
        await send({"type": f"{(await receive())['type']}.complete"})
        return
    await answer(send, 200, body=bytes(LONG), media_type=b"text/plain")


async def read_slowly(port: int, *, first_pause_s: float, pause_s: float) -> int:
    """Reads a long response in pieces with pauses; returns the number of received bytes."""
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    narrow.setblocking(False)
    await asyncio.get_running_loop().sock_connect(narrow, ("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=narrow, limit=8192)
    writer.write(b"GET / HTTP/1.1\r\n" + HOST + CLOSE)
    await asyncio.sleep(first_pause_s)
    read = 0
    try:
        while part := await reader.read(1_000_000):
            read += len(part)
            await asyncio.sleep(pause_s)
    except ConnectionResetError:
        pass
    finally:
        writer.close()
    return read


async def test_unread_response_is_dropped_after_the_timeout() -> None:
    async with serving(send_long) as port:
        assert await read_slowly(port, first_pause_s=1.5, pause_s=0) < LONG


async def test_slowly_read_response_is_sent_completely() -> None:
    async with serving(send_long) as port:
        assert await read_slowly(port, first_pause_s=0.1, pause_s=0.0005) > LONG
