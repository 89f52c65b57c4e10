"""The end of a host in order: first nobody is sent here any more, then the doors close."""

from collections.abc import Callable

from server.web.asgi import App, Message, Receive, Scope, Send

# The answer to a request that needs no time: its status, the lines of its head, its body.
AtOnce = Callable[[Scope], tuple[int, bytes, bytes] | None]


class Drain:
    """Begins once, and does not stop."""

    def __init__(self) -> None:
        self.has_begun = False

    def begin(self) -> None:
        self.has_begun = True


class LastAnswers:
    """While the host drains, each answer is the last one of its connection."""

    def __init__(self, app: App, drain: Drain, at_once: AtOnce | None = None) -> None:
        self._app = app
        self._drain = drain
        self._at_once = at_once

    def at_once(self, scope: Scope) -> tuple[int, bytes, bytes] | None:
        """What is ready to be sent, while there is no need to part."""
        if self._at_once is None or self._drain.has_begun:
            return None
        return self._at_once(scope)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._drain.has_begun or scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_and_part(message: Message) -> None:
            if message["type"] == "http.response.start":
                parting = (b"connection", b"close")
                message = {**message, "headers": [*message["headers"], parting]}
            await send(message)

        await self._app(scope, receive, send_and_part)
