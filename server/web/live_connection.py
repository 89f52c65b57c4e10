"""Limits of WebSocket connections that send too much or read nothing."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

# RFC 6455, 7.4.1.
NO_TEXT, BROKEN_TEXT, NOT_ALLOWED = 1003, 1007, 1008
# The client sends one message every 25 seconds and answers a ping every 20.
FRAMES_AT_FIRST = 50
FRAMES_PER_S = 2


class PatientSocket(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket protocol with limits."""

    _frames_heard = 0
    _opened_at = 0.0

    def handle_ping(self) -> None:
        # Unread responses stay in the host's memory.
        if not self._is_too_much():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if not self._is_too_much():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:  # noqa: ARG002
        """Clients never send fragmented messages."""
        self._part(NOT_ALLOWED)

    def handle_bytes(self, event: Any) -> None:  # noqa: ARG002
        self._part(NO_TEXT)

    def handle_text(self, event: Any) -> None:
        if not event.fin:
            self._part(NOT_ALLOWED)
        elif not _is_text(event.data):
            self._part(BROKEN_TEXT)
        elif not self._is_too_much():
            super().handle_text(event)

    async def send(self, message: Any) -> None:
        await super().send(message)
        # An HTTP response instead of a connection ends the handshake too.
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def _is_too_much(self) -> bool:
        now = self.loop.time()
        self._opened_at = self._opened_at or now
        self._frames_heard += 1
        is_too_much = self._frames_heard > FRAMES_AT_FIRST + FRAMES_PER_S * (now - self._opened_at)
        if is_too_much:
            self._part(NOT_ALLOWED)
        return is_too_much

    def _part(self, code: int) -> None:
        """Closes once, without waiting for the client."""
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.fail(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()


def _is_text(data: bytes | bytearray | memoryview) -> bool:
    try:
        bytes(data).decode()
    except UnicodeDecodeError:
        return False
    return True
