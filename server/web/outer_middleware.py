"""Outermost middleware: headers, HEAD, request log, crashes, and draining before the exit."""

from collections.abc import Callable
from time import perf_counter

import structlog

from server.web.asgi import App, Header, Message, Receive, Scope, Send, answer_problem
from server.web.logs import CACHE_STATUS, REQUEST_ID, RequestLog


class OuterMiddleware:
    """Outermost middleware: completes, counts and logs every response of the site."""

    def __init__(self, app: App, headers: tuple[Header, ...], *, request_log: RequestLog) -> None:
        self._app = app
        self._headers = headers
        self._names = frozenset(name for name, _ in headers)
        self._request_log = request_log
        self._log = structlog.get_logger("chanoki.request")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Gives the request an id, answers 500 to an uncaught exception, and logs the request.

        An exception after the start of the response is logged and raised again.
        """
        if scope["type"] == "lifespan":
            await self._run_lifespan(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, self._with_websocket_refusals(scope, send))
            return
        started = perf_counter()
        request_id = self._request_log.next_id()
        REQUEST_ID.set(request_id)
        exchange = _CompletedResponse(send, self._add_headers, is_head=scope["method"] == "HEAD")
        inner = _inner_scope(scope, request_id)
        try:
            await self._app(inner, receive, exchange.send)
        except Exception:
            self._log.exception("crash", method=scope["method"])
            if exchange.status:
                raise
            await answer_problem(exchange.send, 500, code="internal", requestId=request_id)
        finally:
            for key in ("path_template", CACHE_STATUS):
                if key in inner:
                    scope[key] = inner[key]
            self._request_log.add(scope, status=exchange.status, started=started)

    def _with_websocket_refusals(self, scope: Scope, send: Send) -> Send:
        """Returns a `send` that turns a refused handshake into a problem response."""
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            return send
        is_open = False

        async def respond(message: Message) -> None:
            """Sends a part of a refusal as a WebSocket's HTTP response, with the site's headers."""
            is_start = message["type"] == "http.response.start"
            completed = self._add_headers(message) if is_start else message
            await send({**completed, "type": f"websocket.{message['type']}"})

        async def send_on(message: Message) -> None:
            """Sends a message on; a close before the handshake becomes a response with 403."""
            nonlocal is_open
            if message["type"] == "websocket.close" and not is_open:
                await answer_problem(respond, 403, code="app.forbidden")
                return
            is_open = True
            await send(message)

        return send_on

    async def _run_lifespan(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Runs the host's start and stop; then writes the log lines that still wait."""
        try:
            await self._app(scope, receive, send)
        finally:
            self._request_log.write()

    def _add_headers(self, message: Message) -> Message:
        """Adds the site's headers to the start of a response."""
        return {
            **message,
            "headers": with_site_headers(message["headers"], self._headers, self._names),
        }


def with_site_headers(
    given: list[Header], headers: tuple[Header, ...], names: frozenset[bytes]
) -> list[Header]:
    """Returns a response's headers with those of the site that it does not set itself."""
    own = names.intersection([name for name, _ in given])
    if not own:
        return [*given, *headers]
    return [*given, *(pair for pair in headers if pair[0] not in own)]


class _CompletedResponse:
    """Wrapper of `send` that completes one response and notes its status."""

    __slots__ = ("_add_headers", "_is_head", "_send", "status")

    def __init__(
        self, send: Send, complete: Callable[[Message], Message], *, is_head: bool
    ) -> None:
        self._send = send
        self._add_headers = complete
        self._is_head = is_head
        self.status = 0

    async def send(self, message: Message) -> None:
        """Notes the status and adds the headers; removes the body of a response to HEAD."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = self._add_headers(message)
        elif self._is_head and message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await self._send(message)


def _inner_scope(scope: Scope, request_id: str) -> Scope:
    """Returns the request with its id; HEAD becomes GET, so that both get the same headers."""
    method = "GET" if scope["method"] == "HEAD" else scope["method"]
    state = {**scope.get("state", {}), "request_id": request_id}
    return {**scope, "method": method, "state": state}


class Drain:
    """State of a host that finishes its requests before it exits; once begun it cannot end."""

    def __init__(self) -> None:
        self.has_begun = False

    def begin(self) -> None:
        self.has_begun = True


class DrainMiddleware:
    """Middleware that closes connections after responses to requests that come during the drain."""

    def __init__(self, app: App, drain: Drain) -> None:
        self._app = app
        self._drain = drain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Adds `connection: close` to responses to requests that come after the drain began."""
        if not self._drain.has_begun or scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_closing(message: Message) -> None:
            """Sends a message, with `connection: close` if it starts the response."""
            if message["type"] == "http.response.start":
                close = (b"connection", b"close")
                message = {**message, "headers": [*message["headers"], close]}
            await send(message)

        await self._app(scope, receive, send_closing)
