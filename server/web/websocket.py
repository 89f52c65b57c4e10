"""WebSocket connections: validation of handshakes, and limits of messages from clients."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from server.web.asgi import Header

# RFC 6455, 7.4.1.
NO_TEXT, BROKEN_TEXT, NOT_ALLOWED = 1003, 1007, 1008
# The client sends one message every 25 seconds and answers a ping every 20.
FRAMES_AT_FIRST = 50
FRAMES_PER_S = 2

# Below the limit of the WebSocket library, which would wait without a response.
HEADERS_MOST = 100
VALUE_BYTES_MOST = 8000

_REQUIRED = {
    b"sec-websocket-version": re.compile(rb"13"),
    b"sec-websocket-key": re.compile(rb"[A-Za-z0-9+/]{22}=="),
}
# Handshakes have no body, and this site uses no subprotocol.
_FORBIDDEN = frozenset({b"content-length", b"transfer-encoding", b"sec-websocket-protocol"})
_ONCE = (*_REQUIRED, b"origin", b"host")


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket protocol with limits of frames and messages."""

    _frames_received = 0
    _first_frame_at = 0.0

    def handle_ping(self) -> None:
        """Answers a ping, unless it is above the limit: unread answers take memory."""
        if self._count_frame():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self._count_frame():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:  # noqa: ARG002
        """Closes the connection, because clients never send fragmented messages."""
        self._close(NOT_ALLOWED)

    def handle_bytes(self, event: Any) -> None:  # noqa: ARG002
        """Closes the connection, because clients send text only."""
        self._close(NO_TEXT)

    def handle_text(self, event: Any) -> None:
        """Passes a text on; closes the connection for fragments, invalid UTF-8, and many frames."""
        if not event.fin:
            self._close(NOT_ALLOWED)
        elif not _is_text(event.data):
            self._close(BROKEN_TEXT)
        elif self._count_frame():
            super().handle_text(event)

    async def send(self, message: Any) -> None:
        """Sends a message; ends the handshake also after an HTTP response."""
        await super().send(message)
        # An HTTP response instead of a connection ends the handshake too.
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def _count_frame(self) -> bool:
        """Counts a frame and returns whether it is allowed; closes the connection for one too many.

        Allowed are FRAMES_AT_FIRST, and FRAMES_PER_S more for each second since the first frame.
        """
        now = self.loop.time()
        self._first_frame_at = self._first_frame_at or now
        self._frames_received += 1
        allowed = FRAMES_AT_FIRST + FRAMES_PER_S * (now - self._first_frame_at)
        if self._frames_received > allowed:
            self._close(NOT_ALLOWED)
        return self._frames_received <= allowed

    def _close(self, code: int) -> None:
        """Closes the connection with a code, once and without waiting for the client."""
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.fail(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()


def _is_text(data: bytes | bytearray | memoryview) -> bool:
    """Returns whether the bytes are valid UTF-8."""
    try:
        bytes(data).decode()
    except UnicodeDecodeError:
        return False
    return True


class RequestLine(Protocol):
    """Parsed first line of a request."""

    def get_method(self) -> bytes: ...

    def get_http_version(self) -> str: ...


def is_handshake(line: RequestLine, headers: Sequence[Header]) -> bool:
    """Returns whether a request is a valid handshake of a WebSocket (RFC 6455).

    It has version and key exactly once, Origin and Host at most once, no body and no subprotocol.
    """
    if line.get_method() != b"GET" or line.get_http_version() != "1.1":
        return False
    counts, values = Counter(name for name, _ in headers), dict(headers)
    is_small = len(headers) <= HEADERS_MOST and all(
        len(value) <= VALUE_BYTES_MOST for _, value in headers
    )
    is_plain = _FORBIDDEN.isdisjoint(counts) and all(counts[name] <= 1 for name in _ONCE)
    return (
        is_small
        and is_plain
        and all(form.fullmatch(values.get(name, b"").strip()) for name, form in _REQUIRED.items())
    )
