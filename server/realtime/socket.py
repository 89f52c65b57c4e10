"""The WebSocket of an open page: sends events, answers heartbeats."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import WebsocketRouteHandler

from server.realtime.audience import Audience, Seat
from server.realtime.events import Heartbeat

PATH = "/api/live"
SILENCE_MOST_S = 60.0
CLOSE_WAIT_S = 5.0
# The client sends a heartbeat every 25 seconds.
MESSAGES_AT_FIRST = 10
MESSAGES_PER_S = 1

GOING_AWAY, NOT_ALLOWED, TRY_LATER = 1001, 1008, 1013

_HEARTBEAT = msgspec.json.Decoder(Heartbeat)
_ANSWER = msgspec.json.encode(Heartbeat()).decode()

Socket = WebSocket[Any, Any, State]


@dataclass(frozen=True, slots=True)
class Door:
    """Limits of connections: allowed origins, and a number for each address."""

    audience: Audience
    origins: frozenset[str]
    address_of: Callable[[Mapping[str, Any]], str]
    silence_s: float = SILENCE_MOST_S


def live_handler(door: Door) -> WebsocketRouteHandler:
    @websocket(PATH)
    async def get_live(socket: Socket) -> None:
        # Browsers set the Origin header themselves.
        if socket.headers.getall("origin", []) not in [[origin] for origin in door.origins]:
            await socket.close(code=NOT_ALLOWED)
            return
        with door.audience.seat_for(door.address_of(socket.scope)) as seat:
            if seat is None:
                await socket.close(code=TRY_LATER)
                return
            await socket.accept()
            code = await _attend(socket, seat, silence_s=door.silence_s)
        await _close(socket, code)

    return get_live


async def _attend(socket: Socket, seat: Seat, *, silence_s: float) -> int:
    """Serves one page until it leaves, falls silent or misbehaves; returns the close code."""
    hearing = asyncio.create_task(_hear(socket, seat, silence_s=silence_s))
    others = [
        asyncio.create_task(_speak(socket, seat)),
        asyncio.create_task(seat.fell_behind.wait()),
    ]
    try:
        await asyncio.wait([hearing, *others], return_when=asyncio.FIRST_COMPLETED)
        return hearing.result() if hearing.done() else TRY_LATER
    finally:
        for task in (hearing, *others):
            task.cancel()
        await asyncio.gather(hearing, *others, return_exceptions=True)


async def _hear(socket: Socket, seat: Seat, *, silence_s: float) -> int:
    clock = asyncio.get_running_loop().time
    started, heard = clock(), 0
    while True:
        try:
            async with asyncio.timeout(silence_s):
                text = await socket.receive_text()
            _HEARTBEAT.decode(text)
        except (TimeoutError, WebSocketDisconnect):
            return GOING_AWAY
        except msgspec.DecodeError:
            return NOT_ALLOWED
        heard += 1
        if heard > MESSAGES_AT_FIRST + MESSAGES_PER_S * (clock() - started):
            return NOT_ALLOWED
        seat.tell(_ANSWER)


async def _speak(socket: Socket, seat: Seat) -> None:
    while True:
        await socket.send_text(await seat.next())


async def _close(socket: Socket, code: int) -> None:
    """Closes without waiting for a client that no longer reads."""
    with suppress(Exception):
        async with asyncio.timeout(CLOSE_WAIT_S):
            await socket.close(code=code)
