"""Live connections of open pages: allowed origins, heartbeats, limits and closing."""

import asyncio
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
import websockets
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from server.app import create_app
from server.realtime.events import PostRemoved
from server.realtime.subscribers import Subscribers
from server.settings import Settings
from server.web.rate_limits.rates import networks_in
from server.web.slow_client_guard import SlowClientGuard
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.server.realtime.live_site import (
    HEARTBEAT,
    WAIT_S,
    LiveSite,
    channel_serving,
    next_message,
    serving,
)

pytestmark = pytest.mark.anyio


def whole_site(settings: Settings, pool: FakePool) -> Any:
    return serving(create_app(replace(settings, environment="development"), pool))


def with_public_host(site: LiveSite, settings: Settings) -> dict[str, Any]:
    """Returns options of a connection to the site's real port with its public host name."""
    return {
        "address": f"ws://{ORIGIN.removeprefix('http://')}/api/live",
        "host": "127.0.0.1",
        "port": site.port,
    }


async def close_code_of(page: websockets.ClientConnection) -> int:
    """Waits until the host closes a connection; returns the close code."""
    with pytest.raises(ConnectionClosed):
        async with asyncio.timeout(WAIT_S):
            while True:
                await page.recv()
    return page.close_code or 0


async def test_heartbeat_is_answered_by_the_whole_site(settings: Settings, pool: FakePool) -> None:
    async with (
        whole_site(settings, pool) as site,
        site.page(**with_public_host(site, settings)) as page,
    ):
        await page.send(HEARTBEAT)

        assert await next_message(page) == {"type": "heartbeat"}


@pytest.mark.parametrize(
    "origin", [None, "https://elsewhere.example", "null", f"{ORIGIN}.example", "http://TEA.example"]
)
async def test_live_connection_from_a_foreign_origin_is_refused(
    settings: Settings, pool: FakePool, origin: str | None
) -> None:
    async with whole_site(settings, pool) as site:
        with pytest.raises(InvalidStatus) as refused:
            async with site.page(**with_public_host(site, settings), origin=origin):
                pass

        assert refused.value.response.status_code == 403


async def test_live_connection_with_two_origins_is_refused(
    settings: Settings, pool: FakePool
) -> None:
    async with whole_site(settings, pool) as site:
        with pytest.raises(InvalidStatus):
            async with site.page(
                **with_public_host(site, settings), additional_headers=[("Origin", ORIGIN)]
            ):
                pass


async def test_live_connection_with_a_foreign_host_is_refused(
    settings: Settings, pool: FakePool
) -> None:
    async with whole_site(settings, pool) as site:
        with pytest.raises(InvalidStatus) as refused:
            async with site.page():
                pass

        assert refused.value.response.status_code == 403


@pytest.mark.parametrize("path", ["/api/lively", "/api/session", "/", "/community", "/%ff"])
async def test_websocket_handshake_on_another_path_is_refused(
    settings: Settings, pool: FakePool, path: str
) -> None:
    async with whole_site(settings, pool) as site:
        where = with_public_host(site, settings)
        where["address"] = where["address"].replace("/api/live", path)
        with pytest.raises(InvalidHandshake):
            async with site.page(**where):
                pass


async def test_plain_get_of_the_live_path_is_refused(client: Any) -> None:
    answer = await client.get("/api/live")

    assert answer.status_code in (404, 405, 426)


async def test_live_connection_outlasts_the_request_timeouts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for limit in ("head_s", "body_idle_s", "body_total_s"):
        monkeypatch.setattr(SlowClientGuard, limit, 0.3)
    async with channel_serving() as (site, _), site.page() as page:
        await asyncio.sleep(1)
        await page.send(HEARTBEAT)

        assert await next_message(page) == {"type": "heartbeat"}


async def test_silent_connection_is_closed_after_the_timeout() -> None:
    async with channel_serving(silence_s=0.2) as (site, channel), site.page() as page:
        assert await close_code_of(page) == 1001
        assert channel.subscribers.size == 0


@pytest.mark.parametrize(
    "message",
    ["", "x", "{}x", "[]", "1", '{"type":"postRemoved","id":1}', b'{"type":"heartbeat"}', "あ"],
)
async def test_connection_that_sends_another_message_is_closed_with_1008(
    message: str | bytes,
) -> None:
    async with channel_serving() as (site, _), site.page() as page:
        await page.send(message)

        assert await close_code_of(page) == 1008


async def test_connection_that_sends_a_large_message_is_closed_with_1009() -> None:
    async with channel_serving() as (site, _), site.page() as page:
        await page.send('{"type":"heartbeat","more":"' + "x" * 2000 + '"}')

        assert await close_code_of(page) == 1009


async def test_connection_that_sends_too_many_heartbeats_is_closed() -> None:
    async with channel_serving() as (site, _), site.page() as page:
        for _ in range(12):
            await page.send(HEARTBEAT)

        assert await close_code_of(page) == 1008


async def test_number_of_connections_per_address_is_limited() -> None:
    async with channel_serving(subscribers=Subscribers(per_address=2)) as (site, channel):
        async with site.page(), site.page():
            with pytest.raises(InvalidStatus):
                await site.page()
        while channel.subscribers.size:
            await asyncio.sleep(0.01)
        async with site.page() as page:
            await page.send(HEARTBEAT)
            assert await next_message(page) == {"type": "heartbeat"}


def test_pages_of_a_48_network_are_limited_as_those_of_ten_64_networks() -> None:
    subscribers = Subscribers(per_address=1)
    networks = [networks_in({"client": (f"2001:db8:0:{number}::1", 1)}) for number in range(11)]
    with ExitStack() as stack:
        opened = [stack.enter_context(subscribers.subscription(each)) for each in networks]

        assert [page is not None for page in opened] == [True] * 10 + [False]
    with subscribers.subscription(networks[10]) as again:
        assert again is not None


async def test_number_of_connections_of_the_host_is_limited() -> None:
    async with channel_serving(subscribers=Subscribers(most=1)) as (site, _), site.page():
        with pytest.raises(InvalidStatus):
            async with site.page():
                pass


async def test_connection_that_does_not_read_is_closed_without_delaying_others() -> None:
    async with channel_serving() as (site, channel), site.page() as reader:
        reading, writing = await asyncio.open_connection("127.0.0.1", site.port, limit=1024)
        writing.write(
            f"GET /api/live HTTP/1.1\r\nHost: x\r\nOrigin: {ORIGIN}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        await reading.readuntil(b"\r\n\r\n")
        counting = asyncio.create_task(_count_until_removal(reader))

        while channel.subscribers.size == 2:
            for _ in range(40):
                channel.subscribers.send('{"type":"heartbeat"}' + " " * 60_000)
            await asyncio.sleep(0.01)

        assert channel.subscribers.size == 1
        channel.publish(PostRemoved(7))
        assert await asyncio.wait_for(counting, WAIT_S) > 0
        writing.close()


async def _count_until_removal(page: websockets.ClientConnection) -> int:
    """Reads messages until the removal of a post; returns the number of those before it."""
    count = 0
    while "postRemoved" not in str(await page.recv()):
        count += 1
    return count


async def test_live_connections_are_closed_at_once_when_the_host_stops() -> None:
    async with channel_serving() as (site, _), site.page() as page:
        started = asyncio.get_running_loop().time()
        site.stop()

        assert await close_code_of(page) in (1001, 1012)
        assert asyncio.get_running_loop().time() - started < 3
