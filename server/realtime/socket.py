"""WebSocket of an open page: sends events and answers heartbeats."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import WebsocketRouteHandler

from server.realtime.events import Heartbeat
from server.realtime.subscribers import MemberSession, Subscriber, Subscribers

PATH = "/api/live"
SILENCE_MOST_S = 60.0
CLOSE_WAIT_S = 5.0
# The client sends a heartbeat every 25 seconds.
MESSAGES_AT_FIRST = 10
MESSAGES_PER_S = 1

GOING_AWAY, NOT_ALLOWED, TRY_LATER = 1001, 1008, 1013

_HEARTBEAT = msgspec.json.Decoder(Heartbeat)
_RESPONSE = msgspec.json.encode(Heartbeat()).decode()

Socket = WebSocket[Any, Any, State]


@dataclass(frozen=True, slots=True)
class LiveConnections:
    """Dependencies and limits of live connections.

    `origins` are the values of Origin that may connect; `silence_s` is the number of seconds
    without a message after which a client is disconnected.
    """

    subscribers: Subscribers
    origins: frozenset[str]
    # Returns the client's networks, with the number of addresses whose limit each may use.
    networks_of: Callable[[Mapping[str, Any]], Mapping[str, int]]
    # Returns the session that the handshake carries; None for visitors.
    session_of: Callable[[Mapping[str, Any]], Awaitable[MemberSession | None]]
    silence_s: float = SILENCE_MOST_S


def live_handler(connections: LiveConnections) -> WebsocketRouteHandler:
    """Returns the handler of the WebSocket that open pages receive events from."""

    @websocket(PATH)
    async def get_live(socket: Socket) -> None:
        """Serves one connection.

        Closes it for a foreign origin, an unreadable session, or too many open pages.
        """
        # Browsers set the Origin header themselves.
        if socket.headers.getall("origin", []) not in [[origin] for origin in connections.origins]:
            await socket.close(code=NOT_ALLOWED)
            return
        try:
            session = await connections.session_of(socket.scope)
        except Exception:
            # As a visitor, a member would hear of posts that the site hides from them.
            structlog.get_logger("chanoki.realtime").warning("session_not_read")
            await socket.close(code=TRY_LATER)
            return
        networks = connections.networks_of(socket.scope)
        with connections.subscribers.subscription(networks, session) as subscriber:
            if subscriber is None:
                await socket.close(code=TRY_LATER)
                return
            await socket.accept()
            code = await _serve(socket, subscriber, silence_s=connections.silence_s)
        await _close(socket, code)

    return get_live


async def _serve(socket: Socket, subscriber: Subscriber, *, silence_s: float) -> int:
    """Serves one page until it disconnects, is silent too long, or breaks a limit.

    Returns the close code: TRY_LATER if the client reads too slowly, its session has ended, or
    sending failed.
    """
    receiving = asyncio.create_task(_receive(socket, subscriber, silence_s=silence_s))
    others = [
        asyncio.create_task(_send(socket, subscriber)),
        asyncio.create_task(subscriber.must_close.wait()),
    ]
    try:
        await asyncio.wait([receiving, *others], return_when=asyncio.FIRST_COMPLETED)
        return receiving.result() if receiving.done() else TRY_LATER
    finally:
        for task in (receiving, *others):
            task.cancel()
        await asyncio.gather(receiving, *others, return_exceptions=True)


async def _receive(socket: Socket, subscriber: Subscriber, *, silence_s: float) -> int:
    """Answers heartbeats until the connection has to end; returns the close code.

    GOING_AWAY if the client has disconnected or sent nothing for `silence_s` seconds, NOT_ALLOWED
    if it sent another message, or too many.
    """
    clock = asyncio.get_running_loop().time
    started, received = clock(), 0
    while True:
        try:
            async with asyncio.timeout(silence_s):
                text = await socket.receive_text()
            _HEARTBEAT.decode(text)
        except (TimeoutError, WebSocketDisconnect):
            return GOING_AWAY
        except msgspec.DecodeError:
            return NOT_ALLOWED
        received += 1
        if received > MESSAGES_AT_FIRST + MESSAGES_PER_S * (clock() - started):
            return NOT_ALLOWED
        subscriber.send(_RESPONSE)


async def _send(socket: Socket, subscriber: Subscriber) -> None:
    """Sends the subscriber's messages for ever."""
    while True:
        await socket.send_text(await subscriber.next())


async def _close(socket: Socket, code: int) -> None:
    """Closes the connection; waits at most CLOSE_WAIT_S for a client that does not read.

    Ignores every error, since the client may have gone.
    """
    with suppress(Exception):
        async with asyncio.timeout(CLOSE_WAIT_S):
            await socket.close(code=code)
