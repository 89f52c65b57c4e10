"""Cached pages over real connections: pipelining, keep-alive and the request log."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn

from server.web.asgi import Message, Receive, Scope, Send
from server.web.slow_client_guard import SlowClientGuard, slow_client_guard_for
from tests.server.connections import CLOSE, HOST, exchange, listening
from tests.server.pages.cache.site import CachedSite, make_site

pytestmark = pytest.mark.anyio

EMPTY_LINE = b"\r\n"
KEEP_ALIVE_S = 1


class SiteWithLifespan:
    """The site of the page cache tests, with the lifespan events that uvicorn needs."""

    def __init__(self) -> None:
        self.site: CachedSite = make_site()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            while True:
                received: Message = await receive()
                await send({"type": f"{received['type']}.complete"})
                if received["type"].endswith("shutdown"):
                    return
        await self.site.app(scope, receive, send)


@asynccontextmanager
async def serving(served_site: SiteWithLifespan) -> AsyncIterator[int]:
    """Runs the site on a real port and yields the port."""
    config = uvicorn.Config(
        served_site,
        http=slow_client_guard_for(1000, is_https=False),
        log_config=None,
        access_log=False,
        loop="asyncio",
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_S,
    )
    async with listening(config) as port:
        yield port


@pytest.fixture
def served_site() -> SiteWithLifespan:
    return SiteWithLifespan()


@pytest.fixture
async def port(served_site: SiteWithLifespan) -> AsyncIterator[int]:
    """Yields the port of a site that has cached its page."""
    async with serving(served_site) as number:
        await served_site.site.get()
        yield number


def request(*more: bytes, method: bytes = b"GET", path: bytes = b"/tea") -> bytes:
    return method + b" " + path + b" HTTP/1.1\r\n" + HOST + b"".join(more) + EMPTY_LINE


async def test_pipelined_requests_are_answered_in_order(
    served_site: SiteWithLifespan, port: int
) -> None:
    received = await exchange(
        port, request() + request(path=b"/tea/2") + request() + request(CLOSE[:-2])
    )

    assert received.count(b"HTTP/1.1 200") == 4
    assert [word.split(b" ", 1)[0] for word in received.split(b"<!doctype html>")[1:]] == [
        b"1",
        b"2",
        b"1",
        b"1",
    ]
    assert served_site.site.inner.renders == 2


async def test_http_1_0_connection_is_closed_after_a_cached_response(
    served_site: SiteWithLifespan, port: int
) -> None:
    received = await exchange(port, b"GET /tea HTTP/1.0\r\n" + HOST + EMPTY_LINE)

    assert received.startswith(b"HTTP/1.1 200")
    assert served_site.site.inner.renders == 1


async def test_idle_connection_is_closed_after_the_keep_alive_timeout(port: int) -> None:
    started = asyncio.get_running_loop().time()

    received = await exchange(port, request(), request(), pause_s=KEEP_ALIVE_S * 0.4)

    taken = asyncio.get_running_loop().time() - started
    assert received.count(b"HTTP/1.1 200") == 2
    assert KEEP_ALIVE_S * 1.3 < taken < KEEP_ALIVE_S * 3


@pytest.mark.parametrize("more", [b"", b"Authorization: none\r\n"], ids=["cached", "rendered"])
async def test_empty_lines_do_not_extend_the_keep_alive_timeout(port: int, more: bytes) -> None:
    # `exchange` returns when the host closes the connection.
    started = asyncio.get_running_loop().time()

    received = await exchange(port, request(more), b"\r\n", pause_s=0.05)

    assert received.count(b"HTTP/1.1 200") == 1
    assert asyncio.get_running_loop().time() - started < KEEP_ALIVE_S * 2


async def test_incomplete_request_after_a_cached_response_is_dropped(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SlowClientGuard, "head_s", 0.3)

    received = await exchange(port, request(), b"GET /tea HT", pause_s=0.1)

    assert received.count(b"HTTP/1.1 ") == 1


async def test_every_cached_response_is_in_the_request_log(
    served_site: SiteWithLifespan, port: int
) -> None:
    await exchange(port, request() + request())
    served_site.site.request_log.write()

    lines = "".join(served_site.site.lines)
    assert lines.count('"cache":"hit"') == 2
    assert lines.count('"path":"/tea"') == 3
