"""Retries a read that failed by a lost connection when the connection is soon back."""

from collections.abc import Awaitable
from time import monotonic
from typing import Protocol

from server.web.asgi import App, Message, Receive, Scope, Send

UNAVAILABLE = 503
# From the beginning of the first attempt.
BEGIN_WITHIN_S = 2.5
# Health checks report the present state, so they are not retried.
NOT_TRIED_AGAIN = "/health/"


class Absence(Protocol):
    """Availability of something that can be lost."""

    @property
    def losses(self) -> int: ...

    def is_back(self, *, within: float) -> Awaitable[bool]:
        """Waits for the end of a short absence; returns False for a long one."""
        ...


class SecondTry:
    """Retries reads only: a change may have been made."""

    def __init__(self, app: App, absence: Absence) -> None:
        self._app = app
        self._absence = absence

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_read = scope["type"] == "http" and scope["method"] == "GET"
        if not is_read or scope["path"].startswith(NOT_TRIED_AGAIN):
            await self._app(scope, receive, send)
            return
        began, losses = monotonic(), self._absence.losses
        held = _Held(send)
        first = dict(scope)
        await self._app(first, receive, held.send)
        scope["path_template"] = first.get("path_template")
        if not held.messages:
            return
        rest = began + BEGIN_WITHIN_S - monotonic()
        was_lost = losses != self._absence.losses
        if was_lost and rest > 0 and await self._absence.is_back(within=rest):
            await self._app(scope, receive, send)
            return
        for message in held.messages:
            await send(message)


class _Held:
    """Passes every response except a 503."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.messages: list[Message] = []

    async def send(self, message: Message) -> None:
        is_start = message["type"] == "http.response.start"
        if self.messages or (is_start and message["status"] == UNAVAILABLE):
            self.messages.append(message)
        else:
            await self._send(message)
