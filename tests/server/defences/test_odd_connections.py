"""What a connection says besides honest requests: behind a body, as a socket, as of old."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from server.settings import Settings
from server.web.asgi import App, Receive, Scope, Send, answer
from server.web.headers import security_headers
from tests.server.defences.wire import HOST, say, serving, statuses

pytestmark = pytest.mark.anyio

CHUNKED = b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n"
SOCKET = b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
KEY = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
LIVE = b"GET /api/live HTTP/1.1\r\n" + HOST + SOCKET
OURS = b"Origin: http://tea.example\r\n"


async def tell_who_asks(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with what it was told of the reader."""
    if scope["type"] == "lifespan":
        await send({"type": f"{(await receive())['type']}.complete"})
        return
    while (await receive()).get("more_body"):
        pass
    told = repr((scope["client"][0], scope["headers"])).encode()
    await answer(send, 200, body=told, media_type=b"text/plain")


@pytest.fixture
async def behind_a_proxy(settings: Settings) -> AsyncIterator[int]:
    believed = replace(settings, trusted_proxies=("127.0.0.1",))
    async with serving(tell_who_asks, believed) as number:
        yield number


async def test_what_comes_behind_a_body_says_nothing_about_the_reader(behind_a_proxy: int) -> None:
    said = await say(
        behind_a_proxy,
        CHUNKED
        + b"X-Forwarded-For: 203.0.113.5\r\n\r\n0\r\n"
        + b"X-Forwarded-For: 198.51.100.1\r\nCookie: a=planted\r\nHost: evil.example\r\n\r\n",
    )

    assert statuses(said) == [200]
    assert b"203.0.113.5" in said
    for planted in (b"198.51.100.1", b"planted", b"evil"):
        assert planted not in said


@pytest.mark.parametrize("version", [b"HTTP/0.9", b"HTTP/2.0", b"HTTP/1.2", b"HTTP/3.0"])
async def test_a_version_that_is_not_spoken_here_is_refused(port: int, version: bytes) -> None:
    assert statuses(await say(port, b"GET /ja " + version + b"\r\n" + HOST + b"\r\n")) == [400]


@pytest.mark.parametrize("scheme", [b"ftp", b"file", b"ws", b"gopher"])
async def test_an_address_of_another_scheme_is_not_read(port: int, scheme: bytes) -> None:
    target = b"GET " + scheme + b"://tea.example/ja HTTP/1.1\r\n"

    assert statuses(await say(port, target + HOST + b"\r\n")) == [400]


NO_HANDSHAKES = {
    "with a body": LIVE + KEY + OURS + b"Content-Length: 5\r\n\r\nabcde",
    "with chunks": LIVE + KEY + OURS + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "as a change": LIVE.replace(b"GET", b"POST", 1) + KEY + OURS + b"\r\n",
    "as a change with a body": LIVE.replace(b"GET", b"POST", 1) + b"Content-Length: 1\r\n\r\na",
    "without a key": LIVE + OURS + b"\r\n",
    "with two keys": LIVE + KEY + KEY + OURS + b"\r\n",
    "with a short key": LIVE + KEY.replace(b"dGhl", b"") + OURS + b"\r\n",
    "of another version": LIVE + KEY.replace(b"13", b"8") + OURS + b"\r\n",
    "in HTTP/1.0": LIVE.replace(b"HTTP/1.1", b"HTTP/1.0", 1) + KEY + OURS + b"\r\n",
    "of two pages": LIVE + KEY + OURS + OURS + b"\r\n",
    "in a language of its own": LIVE + KEY + OURS + b"Sec-WebSocket-Protocol: a, \xff\r\n\r\n",
    "with a long header": LIVE + KEY + OURS + b"X: " + b"a" * 20_000 + b"\r\n\r\n",
    "with many headers": LIVE + KEY + OURS + b"X: a\r\n" * 200 + b"\r\n",
    "of a page": (LIVE + b"Content-Length: 3\r\n\r\nabc").replace(b"/api/live", b"/ja", 1),
}


async def test_what_is_no_handshake_is_refused_at_once_and_keeps_no_connection(port: int) -> None:
    async def ended(data: bytes) -> list[int]:
        async with asyncio.timeout(3):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(data)
            said = await reader.read()
            writer.close()
        return statuses(said)

    answers = await asyncio.gather(*map(ended, NO_HANDSHAKES.values()), return_exceptions=True)

    assert dict(zip(NO_HANDSHAKES, answers, strict=True)) == {name: [400] for name in NO_HANDSHAKES}


REFUSED = {
    "a foreign page": (LIVE + KEY + b"Origin: https://evil.example\r\n\r\n", 403),
    "a foreign host": ((LIVE + KEY + OURS + b"\r\n").replace(HOST, b"Host: evil.example\r\n"), 403),
    "a page's address": ((LIVE + KEY + OURS + b"\r\n").replace(b"/api/live", b"/ja", 1), 403),
    "no handshake": (NO_HANDSHAKES["without a key"], 400),
    "no request": (b"BREW /ja HTTP/1.1\r\n" + HOST + b"\r\n", 400),
}


@pytest.mark.parametrize("who", REFUSED)
async def test_a_refused_connection_says_how_its_answer_may_be_used(port: int, who: str) -> None:
    data, status = REFUSED[who]

    said = await say(port, data)

    guards = security_headers(inline_script="", is_https=False)
    assert statuses(said) == [status]
    assert [name for name, _ in guards if name + b": " not in said] == []
    assert b"cache-control: no-store" in said


@pytest.mark.parametrize("origin", ["http://tea.example", "https://tea.example"])
async def test_who_is_refused_at_the_door_is_sent_to_https_where_it_is_spoken(
    app: App, settings: Settings, origin: str
) -> None:
    async with serving(app, replace(settings, origin=origin)) as port:
        said = await say(port, NO_HANDSHAKES["without a key"])

    assert (b"strict-transport-security: " in said) == origin.startswith("https:")


async def test_a_page_of_ours_is_still_listened_to(port: int) -> None:
    said = await say(port, LIVE + KEY + OURS + b"Cookie: a=b\r\n\r\n")

    assert said.startswith(b"HTTP/1.1 101 ")
