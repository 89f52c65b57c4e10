"""Sites behind a real server on a real port, and WebSocket clients of them."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

import msgspec
import uvicorn
import websockets
from litestar import Litestar
from litestar.channels import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from websockets.asyncio.client import ClientConnection

from server.commands.serve import SOCKET_BYTES_MOST
from server.realtime.channel import Channel
from server.realtime.socket import SILENCE_MOST_S, LiveConnections, live_handler
from server.realtime.subscribers import Subscribers
from server.web.asgi import App
from server.web.rate_limits.rates import networks_in
from server.web.slow_client_guard import SlowClientGuard
from tests.conftest import ORIGIN

WAIT_S = 5.0
HEARTBEAT = '{"type":"heartbeat"}'


@dataclass(frozen=True)
class LiveSite:
    """Port of a running site, and the call that stops it."""

    port: int
    stop: Callable[[], None]

    def page(self, **options: Any) -> websockets.connect:
        """Returns the WebSocket connection of an open page, to be used with `async with`."""
        given: dict[str, Any] = {"origin": ORIGIN, "open_timeout": WAIT_S, **options}
        address = given.pop("address", f"ws://127.0.0.1:{self.port}/api/live")
        return websockets.connect(address, **given)


@asynccontextmanager
async def serving(app: App) -> AsyncIterator[LiveSite]:
    """Runs a site on a real port and yields it."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(
            cast("Any", app),
            http=SlowClientGuard,
            lifespan="on",
            log_config=None,
            ws_max_size=SOCKET_BYTES_MOST,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=5,
        )
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.01)

        def stop() -> None:
            """Asks the server to stop."""
            server.should_exit = True

        yield LiveSite(listening.getsockname()[1], stop)
        stop()
        await task


async def find_no_session(_scope: object) -> None:
    """Returns None, so that each handshake is that of a visitor."""


@asynccontextmanager
async def channel_serving(
    carrier: ChannelsBackend | None = None,
    subscribers: Subscribers | None = None,
    *,
    silence_s: float = SILENCE_MOST_S,
) -> AsyncIterator[tuple[LiveSite, Channel]]:
    """Runs a site with only the channel and its WebSocket handler; yields site and channel.

    `silence_s` is the time after which a silent connection is closed; tests shorten it.
    """
    channel = Channel(carrier or MemoryChannelsBackend(), subscribers or Subscribers())
    connections = LiveConnections(
        channel.subscribers, frozenset({ORIGIN}), networks_in, find_no_session, silence_s
    )

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        async with channel.running():
            yield

    app = Litestar([live_handler(connections)], lifespan=[lifespan], openapi_config=None)
    async with serving(cast("App", app)) as site:
        yield site, channel


async def next_message(page: ClientConnection) -> dict[str, Any]:
    """Returns the next message that an open page receives within WAIT_S seconds."""
    async with asyncio.timeout(WAIT_S):
        message: dict[str, Any] = msgspec.json.decode(await page.recv())
    return message


async def is_silent(page: ClientConnection, seconds: float = 0.3) -> bool:
    """Returns whether an open page receives no message within these seconds."""
    try:
        async with asyncio.timeout(seconds):
            await page.recv()
    except TimeoutError:
        return True
    return False
