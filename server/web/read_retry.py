"""Retries a read that failed by a lost connection when the connection is soon back."""

from collections.abc import Awaitable
from time import monotonic
from typing import Protocol

from server.web.asgi import App, Message, Receive, Scope, Send

UNAVAILABLE = 503
# The second attempt must begin within this time from the start of the first.
BEGIN_WITHIN_S = 2.5
# Health checks report the present state, so they are not retried.
NOT_RETRIED = "/health/"


class Availability(Protocol):
    """Availability of a database whose connection can be lost."""

    @property
    def losses(self) -> int: ...

    def wait_until_back(self, *, within: float) -> Awaitable[bool]:
        """Waits for the end of a short outage; returns False for a long one."""
        ...


class ReadRetry:
    """Middleware that retries a GET once after a lost connection; changes are never retried."""

    def __init__(self, app: App, availability: Availability) -> None:
        self._app = app
        self._availability = availability

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Runs the request. The 503 of a GET is held back.

        If the database's connection was lost meanwhile and is back within BEGIN_WITHIN_S, the GET
        runs once more.
        """
        is_read = scope["type"] == "http" and scope["method"] == "GET"
        if not is_read or scope["path"].startswith(NOT_RETRIED):
            await self._app(scope, receive, send)
            return
        began, losses = monotonic(), self._availability.losses
        held = _HeldResponse(send)
        # A copy, so that a second attempt starts from the original; the log needs its route.
        first = dict(scope)
        await self._app(first, receive, held.send)
        scope["path_template"] = first.get("path_template")
        if not held.messages:
            return
        left_s = began + BEGIN_WITHIN_S - monotonic()
        was_lost = losses != self._availability.losses
        if was_lost and left_s > 0 and await self._availability.wait_until_back(within=left_s):
            await self._app(scope, receive, send)
            return
        for message in held.messages:
            await send(message)


class _HeldResponse:
    """Wrapper of `send` that passes every response on but keeps one with 503."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.messages: list[Message] = []

    async def send(self, message: Message) -> None:
        """Keeps the messages of a response with 503; sends all others."""
        is_start = message["type"] == "http.response.start"
        if self.messages or (is_start and message["status"] == UNAVAILABLE):
            self.messages.append(message)
        else:
            await self._send(message)
