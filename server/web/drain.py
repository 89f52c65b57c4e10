"""Draining of a host before it exits."""

from server.web.asgi import App, Message, Receive, Scope, Send


class Drain:
    """State of a host that finishes its requests before it exits; it starts once."""

    def __init__(self) -> None:
        self.has_begun = False

    def begin(self) -> None:
        self.has_begun = True


class DrainMiddleware:
    """Closes each connection after its response while the host drains."""

    def __init__(self, app: App, drain: Drain) -> None:
        self._app = app
        self._drain = drain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._drain.has_begun or scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_closing(message: Message) -> None:
            if message["type"] == "http.response.start":
                close = (b"connection", b"close")
                message = {**message, "headers": [*message["headers"], close]}
            await send(message)

        await self._app(scope, receive, send_closing)
