"""What every request meets first and last: security headers, HEAD, one line in the log."""

import secrets
from time import perf_counter

import structlog

from server.edge.asgi import App, Header, Message, Receive, Scope, Send, answer_problem

PATH_CHARACTERS_LOGGED = 300


class Front:
    """Wraps the whole site."""

    def __init__(self, app: App, headers: tuple[Header, ...]) -> None:
        self._app = app
        self._headers = headers
        self._log = structlog.get_logger("chanoki.request")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = perf_counter()
        request_id = secrets.token_hex(8)
        structlog.contextvars.bind_contextvars(request_id=request_id)
        exchange = _Exchange(send, self._headers, is_head=scope["method"] == "HEAD")
        try:
            await self._app(_inner(scope, request_id), receive, exchange.send)
        except Exception:
            self._log.exception("crash", path=_path(scope))
            if exchange.status:
                raise
            await answer_problem(exchange.send, 500, code="internal", requestId=request_id)
        finally:
            self._log.info(
                "request",
                method=scope["method"],
                path=_path(scope),
                status=exchange.status,
                ms=round((perf_counter() - started) * 1000, 1),
            )


class _Exchange:
    """One request's answer on its way out."""

    def __init__(self, send: Send, headers: tuple[Header, ...], *, is_head: bool) -> None:
        self._send = send
        self._headers = headers
        self._is_head = is_head
        self.status = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            present = {name for name, _ in message["headers"]}
            added = [pair for pair in self._headers if pair[0] not in present]
            message = {**message, "headers": [*message["headers"], *added]}
        elif self._is_head and message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await self._send(message)


def _inner(scope: Scope, request_id: str) -> Scope:
    """HEAD is asked as GET, so that every address answers both alike."""
    method = "GET" if scope["method"] == "HEAD" else scope["method"]
    state = {**scope.get("state", {}), "request_id": request_id}
    return {**scope, "method": method, "state": state}


def _path(scope: Scope) -> str:
    """As it was sent, still encoded: a log line must not be broken by what it quotes."""
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    return raw[:PATH_CHARACTERS_LOGGED].decode("ascii", "backslashreplace")
