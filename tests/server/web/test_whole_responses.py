"""Whole responses: head and body are written at once, so a killed host sends all or nothing."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from server.web.asgi import Header, Receive, Scope, Send
from server.web.slow_client_guard import ResponseTransport, SlowClientGuard
from tests.server.connections import CLOSE, HOST, exchange
from tests.server.web.test_connections import serving

pytestmark = pytest.mark.anyio

Pieces = list[bytes]

LENGTH = [(b"content-length", b"8")]


@pytest.fixture
async def sent(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pieces]:
    """Yields a list of the pieces that a host writes to its connections."""
    pieces: Pieces = []
    made = SlowClientGuard.connection_made

    def record_writes(connection: SlowClientGuard, transport: asyncio.Transport) -> None:
        write = transport.write
        transport.write = lambda data: (pieces.append(bytes(data)), write(data))[1]  # type: ignore[method-assign,func-returns-value]
        made(connection, transport)

    monkeypatch.setattr(SlowClientGuard, "connection_made", record_writes)
    yield pieces


async def respond(scope: Scope, receive: Receive, send: Send) -> None:
    """Responds with a body in one piece, at /slowly in two pieces after a pause.

    At /upload the body of the request is read before.
    """
    if scope["type"] == "lifespan":
        for word in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{word}.complete"})
        return
    if scope["path"] == "/upload":
        await receive()
    await send({"type": "http.response.start", "status": 200, "headers": LENGTH})
    if scope["path"] == "/slowly":
        await asyncio.sleep(0.1)
        await send({"type": "http.response.body", "body": b"leaf", "more_body": True})
        await send({"type": "http.response.body", "body": b"leaf"})
    else:
        body = b"" if scope["method"] == "HEAD" else b"leafleaf"
        await send({"type": "http.response.body", "body": body})


async def test_response_is_written_in_one_piece(sent: Pieces) -> None:
    async with serving(respond) as port:
        answer = await exchange(port, b"GET / HTTP/1.1\r\n" + HOST + CLOSE)

    assert sent == [answer]
    assert answer.endswith(b"\r\n\r\nleafleaf")


async def test_response_after_a_request_to_continue_is_written_in_one_piece(sent: Pieces) -> None:
    expect = b"Content-Length: 1\r\nExpect: 100-continue\r\n"
    async with serving(respond) as port:
        await exchange(port, b"PUT /upload HTTP/1.1\r\n" + HOST + expect + CLOSE + b"x")

    assert sent[0] == b"HTTP/1.1 100 Continue\r\n\r\n"
    assert [piece.count(b"leafleaf") for piece in sent[1:]] == [1]


async def test_each_response_of_a_connection_is_written_in_one_piece(sent: Pieces) -> None:
    request_head = b"GET / HTTP/1.1\r\n" + HOST
    async with serving(respond) as port:
        answer = await exchange(
            port, request_head + b"\r\n" + request_head + b"\r\n" + request_head + CLOSE
        )

    assert b"".join(sent) == answer
    assert [piece.count(b"leafleaf") for piece in sent] == [1, 1, 1]


async def test_response_head_does_not_wait_for_a_slow_body(sent: Pieces) -> None:
    async with serving(respond) as port:
        answer = await exchange(port, b"GET /slowly HTTP/1.1\r\n" + HOST + CLOSE)

    assert b"".join(sent) == answer
    assert sent[0].endswith(b"\r\n\r\n")
    assert sent[1:] == [b"leaf", b"leaf"]


async def test_response_to_head_is_sent_before_the_connection_closes(sent: Pieces) -> None:
    async with serving(respond) as port:
        answer = await exchange(port, b"HEAD / HTTP/1.1\r\n" + HOST + CLOSE)

    assert answer.startswith(b"HTTP/1.1 200")
    assert answer.endswith(b"\r\n\r\n")


class ClosedTransport(asyncio.Transport):
    """Transport of a closed connection, which raises on a write as uvloop's does."""

    def is_closing(self) -> bool:
        return True

    def write(self, data: bytes | bytearray | memoryview) -> None:
        raise RuntimeError(f"{len(data)} bytes on a closed connection")


async def test_response_to_a_closed_connection_raises_nothing() -> None:
    answer = ResponseTransport(ClosedTransport(), asyncio.get_running_loop())

    answer.write(b"HTTP/1.1 200 OK")
    answer.write(b"leaf")
    answer.write(b"leaf")

    await asyncio.sleep(0)
    assert answer.is_closing()


@pytest.mark.parametrize(
    "header",
    [(b"x-a", b"b\r\nx-c: d"), (b"x-a: b\r\nx-c", b"d"), (b"set-cookie", b"a=b\nx-c: d")],
)
async def test_response_with_a_line_break_in_a_header_is_not_sent(
    sent: Pieces, header: Header
) -> None:
    async def respond_with_line_break(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await respond(scope, receive, send)
            return
        headers = [*LENGTH, header]
        await send({"type": "http.response.start", "status": 200, "headers": headers})

    async with serving(respond_with_line_break) as port:
        answer = await exchange(port, b"GET / HTTP/1.1\r\n" + HOST + CLOSE)

    assert (answer, sent) == (b"", [])


@pytest.mark.parametrize(
    ("request_head", "is_kept_open"),
    [
        (b"GET / HTTP/1.1\r\n" + HOST, True),
        (b"GET / HTTP/1.1\r\n" + HOST + b"Connection: close\r\n", False),
        (b"GET / HTTP/1.0\r\n" + HOST, False),
    ],
)
async def test_connection_is_closed_exactly_when_its_header_says_so(
    request_head: bytes, *, is_kept_open: bool
) -> None:
    async with serving(respond) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request_head + b"\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        assert await reader.readexactly(8) == b"leafleaf"
        assert (b"connection: close" in head) is not is_kept_open
        if is_kept_open:
            writer.write(request_head + b"\r\n")
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        else:
            assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()


@pytest.mark.parametrize("body", [b"lea", b"leafleafleaf"])
async def test_body_of_a_wrong_length_closes_the_connection(body: bytes) -> None:
    async def respond_with_wrong_length(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await respond(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": LENGTH})
        await send({"type": "http.response.body", "body": body})

    async with serving(respond_with_wrong_length) as port:
        answer = await exchange(port, b"GET / HTTP/1.1\r\n" + HOST)

    assert answer.partition(b"\r\n\r\n")[2] in {b"", body[:3]}
