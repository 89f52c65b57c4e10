"""Unusual connections: trailers, other HTTP versions and schemes, invalid WebSocket handshakes."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from server.settings import Settings
from server.web.asgi import App, Receive, Scope, Send, answer
from server.web.headers import security_headers
from tests.server.defences.raw_http import HOST, exchange, serving, statuses

pytestmark = pytest.mark.anyio

CHUNKED = b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n"
UPGRADE = b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
KEY = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
LIVE = b"GET /api/live HTTP/1.1\r\n" + HOST + UPGRADE
OWN_ORIGIN = b"Origin: http://tea.example\r\n"


async def echo_client(scope: Scope, receive: Receive, send: Send) -> None:
    """ASGI application that responds with the client address and headers of the scope."""
    if scope["type"] == "lifespan":
        await send({"type": f"{(await receive())['type']}.complete"})
        return
    while (await receive()).get("more_body"):
        pass
    body = repr((scope["client"][0], scope["headers"])).encode()
    await answer(send, 200, body=body, media_type=b"text/plain")


@pytest.fixture
async def behind_a_proxy(settings: Settings) -> AsyncIterator[int]:
    """Yields the port of `echo_client` behind a trusted proxy on this machine."""
    trusting = replace(settings, trusted_proxies=("127.0.0.1",))
    async with serving(echo_client, trusting) as number:
        yield number


async def test_trailer_headers_are_ignored(behind_a_proxy: int) -> None:
    received = await exchange(
        behind_a_proxy,
        CHUNKED
        + b"X-Forwarded-For: 203.0.113.5\r\n\r\n0\r\n"
        + b"X-Forwarded-For: 198.51.100.1\r\nCookie: a=planted\r\nHost: evil.example\r\n\r\n",
    )

    assert statuses(received) == [200]
    assert b"203.0.113.5" in received
    for planted in (b"198.51.100.1", b"planted", b"evil"):
        assert planted not in received


@pytest.mark.parametrize("version", [b"HTTP/0.9", b"HTTP/2.0", b"HTTP/1.2", b"HTTP/3.0"])
async def test_unsupported_http_version_is_refused_with_400(port: int, version: bytes) -> None:
    assert statuses(await exchange(port, b"GET /ja " + version + b"\r\n" + HOST + b"\r\n")) == [400]


@pytest.mark.parametrize("scheme", [b"ftp", b"file", b"ws", b"gopher"])
async def test_request_target_with_another_scheme_is_refused_with_400(
    port: int, scheme: bytes
) -> None:
    target = b"GET " + scheme + b"://tea.example/ja HTTP/1.1\r\n"

    assert statuses(await exchange(port, target + HOST + b"\r\n")) == [400]


INVALID_HANDSHAKES = {
    "with a body": LIVE + KEY + OWN_ORIGIN + b"Content-Length: 5\r\n\r\nabcde",
    "with chunks": LIVE + KEY + OWN_ORIGIN + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "by POST": LIVE.replace(b"GET", b"POST", 1) + KEY + OWN_ORIGIN + b"\r\n",
    "by POST with a body": LIVE.replace(b"GET", b"POST", 1) + b"Content-Length: 1\r\n\r\na",
    "without a key": LIVE + OWN_ORIGIN + b"\r\n",
    "with two keys": LIVE + KEY + KEY + OWN_ORIGIN + b"\r\n",
    "with a short key": LIVE + KEY.replace(b"dGhl", b"") + OWN_ORIGIN + b"\r\n",
    "of another version": LIVE + KEY.replace(b"13", b"8") + OWN_ORIGIN + b"\r\n",
    "in HTTP/1.0": LIVE.replace(b"HTTP/1.1", b"HTTP/1.0", 1) + KEY + OWN_ORIGIN + b"\r\n",
    "with two origins": LIVE + KEY + OWN_ORIGIN + OWN_ORIGIN + b"\r\n",
    "with an invalid subprotocol": LIVE
    + KEY
    + OWN_ORIGIN
    + b"Sec-WebSocket-Protocol: a, \xff\r\n\r\n",
    "with a long header": LIVE + KEY + OWN_ORIGIN + b"X: " + b"a" * 20_000 + b"\r\n\r\n",
    "with many headers": LIVE + KEY + OWN_ORIGIN + b"X: a\r\n" * 200 + b"\r\n",
    "with the path of a page": (LIVE + b"Content-Length: 3\r\n\r\nabc").replace(
        b"/api/live", b"/ja", 1
    ),
}


async def test_invalid_websocket_handshake_is_refused_and_its_connection_closed(port: int) -> None:
    async def statuses_until_closed(data: bytes) -> list[int]:
        async with asyncio.timeout(3):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(data)
            received = await reader.read()
            writer.close()
        return statuses(received)

    answers = await asyncio.gather(
        *map(statuses_until_closed, INVALID_HANDSHAKES.values()), return_exceptions=True
    )

    assert dict(zip(INVALID_HANDSHAKES, answers, strict=True)) == {
        name: [400] for name in INVALID_HANDSHAKES
    }


REFUSED = {
    "of a foreign origin": (LIVE + KEY + b"Origin: https://evil.example\r\n\r\n", 403),
    "to a foreign host": (
        (LIVE + KEY + OWN_ORIGIN + b"\r\n").replace(HOST, b"Host: evil.example\r\n"),
        403,
    ),
    "with the path of a page": (
        (LIVE + KEY + OWN_ORIGIN + b"\r\n").replace(b"/api/live", b"/ja", 1),
        403,
    ),
    "without a key": (INVALID_HANDSHAKES["without a key"], 400),
    "with an unknown method": (b"BREW /ja HTTP/1.1\r\n" + HOST + b"\r\n", 400),
}


@pytest.mark.parametrize("case", REFUSED)
async def test_refused_connection_has_security_headers(port: int, case: str) -> None:
    data, status = REFUSED[case]

    received = await exchange(port, data)

    guards = security_headers(inline_script="", is_https=False)
    assert statuses(received) == [status]
    assert [name for name, _ in guards if name + b": " not in received] == []
    assert b"cache-control: no-store" in received


@pytest.mark.parametrize("origin", ["http://tea.example", "https://tea.example"])
async def test_refused_handshake_has_hsts_on_an_https_site_only(
    app: App, settings: Settings, origin: str
) -> None:
    async with serving(app, replace(settings, origin=origin)) as port:
        received = await exchange(port, INVALID_HANDSHAKES["without a key"])

    assert (b"strict-transport-security: " in received) == origin.startswith("https:")


async def test_valid_websocket_handshake_is_accepted(port: int) -> None:
    received = await exchange(port, LIVE + KEY + OWN_ORIGIN + b"Cookie: a=b\r\n\r\n")

    assert received.startswith(b"HTTP/1.1 101 ")
