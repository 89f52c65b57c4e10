"""Timeouts and limits of one HTTP connection, against slow clients."""

import asyncio
import re

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from server.web.headers import connection_refusals
from server.web.websocket import is_handshake

HEAD_BYTES_MOST = 256 * 1024
# For workers, database, log and media.
DESCRIPTORS_RESERVED = 96

# Headers of a body; without one a request ends with its head.
BODY_HEADERS = frozenset({b"content-length", b"transfer-encoding"})

_ABSOLUTE_URL = re.compile(rb"([a-z][a-z0-9+.-]*)://([^/?#]*)", re.IGNORECASE)
_SCHEMES = (b"http", b"https")
_VERSIONS = ("1.0", "1.1")
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class Malformed(Exception):
    """Exception that stops the parser, because the bytes that follow may be no request."""


class SlowClientGuard(HttpToolsProtocol):
    """Uvicorn's protocol with timeouts for head, body and unread responses."""

    head_s = 10.0
    body_idle_s = 20.0
    body_total_s = 60.0
    # A client must read some of its response within this time.
    unread_s = 30.0
    connections_most = 10_000
    # The slowest accepted upload; only large bodies get more time.
    slowest_bytes_per_s = 24 * 1024
    body_bytes_most = 6 * 1024 * 1024
    refusals = connection_refusals(is_https=False)

    _head_timer: asyncio.TimerHandle | None = None
    _idle_timer: asyncio.TimerHandle | None = None
    _body_timer: asyncio.TimerHandle | None = None
    _reader_timer: asyncio.TimerHandle | None = None
    _head_bytes = 0
    _is_head_complete = False
    # Between two requests of a connection.
    _is_between = False
    # Parts of a body that were not yet passed on.
    _body_parts: list[bytes]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Starts the timer of the first head."""
        super().connection_made(transport)
        self._body_parts = []
        self._start_head_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops all timers."""
        self._stop_timers()
        self._stop_reader_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Feeds the parser, and starts the timer of a head that is not complete."""
        if self._is_between and not data.strip(b"\r\n"):
            # Empty lines between requests are ignored and do not reset a timer.
            return
        super().data_received(data)
        if self._body_parts:
            self._receive_body()
        # Most heads arrive at once and need no timer.
        if not self._is_head_complete and self._head_timer is None:
            self._start_head_timer()

    def on_message_begin(self) -> None:
        """Resets the count of a head's bytes for a new request."""
        self._head_bytes = 0
        self._is_head_complete = self._is_between = False
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Counts the header's bytes against the limit of a head; trailers are ignored."""
        self._count(len(name) + len(value))
        # Trailers are ignored: they were not validated as headers.
        if not self._is_head_complete:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Refuses an ambiguous head, or one connection too many; starts the timers of a body."""
        self._complete_head()
        if len(self.connections) > self.connections_most:
            self._refuse(self.refusals.busy)
            return
        if not self._is_unambiguous():
            raise Malformed
        if self._has_body():
            self._start_body_timers()
        before = self.cycle
        super().on_headers_complete()
        # The response's task has not started yet; an upgraded connection has none.
        if self.cycle is not before:
            self.cycle.transport = ResponseTransport(self.transport, self.loop)
            # Bytes after an upgrade request are not read as a request.
            self.cycle.keep_alive = self.cycle.keep_alive and not self.parser.should_upgrade()

    def on_body(self, body: bytes) -> None:
        """Collects the parts of a body, so that tiny parts are processed together."""
        self._body_parts.append(body)

    def _receive_body(self) -> None:
        """Hands the received bytes to the request and restarts the timer of an idle body."""
        body = b"".join(self._body_parts)
        self._body_parts.clear()
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = self._close_after(self.body_idle_s)
        # A refused connection has no request for the body.
        if self.cycle is not None:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Stops the timers: the connection is idle between two requests."""
        if self._body_parts:
            self._receive_body()
        self._stop_timers()
        self._is_between = True
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Starts the timer of unread responses: the client does not read."""
        super().pause_writing()
        self.watch_reader()

    def resume_writing(self) -> None:
        self._stop_reader_timer()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Closes an idle connection; closing waits for unread bytes, so a timer limits that."""
        super().timeout_keep_alive_handler()
        self.watch_reader()

    def watch_reader(self) -> None:
        """Starts the timer that aborts the connection if its response stays unread."""
        if self._reader_timer is None:
            self._schedule_check(self.transport.get_write_buffer_size())

    def _schedule_check(self, unread: int) -> None:
        """Checks later whether the client has read some of the `unread` bytes."""
        self._reader_timer = None
        if unread:
            self._reader_timer = self.loop.call_later(self.unread_s, self._check_reader, unread)

    def _check_reader(self, before: int) -> None:
        """Aborts the connection if the client has read nothing since the last check."""
        unread = self.transport.get_write_buffer_size()
        if unread and unread >= before:
            self.transport.abort()
        else:
            self._schedule_check(unread)

    def _stop_reader_timer(self) -> None:
        """Cancels the timer of unread responses."""
        if self._reader_timer is not None:
            self._reader_timer.cancel()
            self._reader_timer = None

    def _body_length(self) -> int:
        """Returns the announced length of the body in bytes, 0 without one, cut to the limit."""
        given = next((value for name, value in self.headers if name == b"content-length"), b"")
        return min(int(given), self.body_bytes_most) if re.fullmatch(rb"[0-9]{1,12}", given) else 0

    def _start_body_timers(self) -> None:
        """Starts the timers of pauses in a body, and of the whole body, by its length."""
        self._idle_timer = self._close_after(self.body_idle_s)
        more_s = self._body_length() / self.slowest_bytes_per_s
        self._body_timer = self._close_after(self.body_total_s + more_s)

    def _start_head_timer(self) -> None:
        self._head_timer = self._close_after(self.head_s)

    def _close_after(self, seconds: float) -> asyncio.TimerHandle:
        """Returns a timer that closes the connection after some seconds."""
        return self.loop.call_later(seconds, self.transport.close)

    def _complete_head(self) -> None:
        self._stop_timers()
        self._is_head_complete = True

    def _stop_timers(self) -> None:
        """Cancels the timers of head, body and pauses."""
        for timer in (self._head_timer, self._idle_timer, self._body_timer):
            if timer is not None:
                timer.cancel()
        self._head_timer = self._idle_timer = self._body_timer = None

    def _count(self, size: int) -> None:
        """Counts bytes of the head; above the limit refuses the request and raises Malformed."""
        self._head_bytes += size
        if self._head_bytes > HEAD_BYTES_MOST:
            self._refuse(self.refusals.too_large)
            raise Malformed

    def _is_unambiguous(self) -> bool:
        """Returns whether proxies read the same host and end of the request (request smuggling)."""
        if self.parser.get_http_version() not in _VERSIONS:
            return False
        codings = [value for name, value in self.headers if name == b"transfer-encoding"]
        if codings and [value.strip().lower() for value in codings] != [b"chunked"]:
            return False
        if not self.url.startswith(b"/") and not self._has_matching_host():
            return False
        if self._is_websocket():
            return is_handshake(self.parser, self.headers)
        # The parser stops at a possible upgrade and would read a body as the next request.
        return not (self.parser.should_upgrade() and self._has_body())

    def _has_body(self) -> bool:
        return not BODY_HEADERS.isdisjoint([name for name, _ in self.headers])

    def _has_matching_host(self) -> bool:
        """Returns whether an absolute address names the same host as the header."""
        named = _ABSOLUTE_URL.match(self.url)
        hosts = [value.lower() for name, value in self.headers if name == b"host"]
        return named is None or (named[1].lower() in _SCHEMES and hosts == [named[2].lower()])

    def _is_websocket(self) -> bool:
        return bool(self.parser.should_upgrade()) and self._should_upgrade()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        self._refuse(self.refusals.malformed)

    def _refuse(self, response: bytes) -> None:
        """Writes the response and closes the connection, unless it is closing."""
        if not self.transport.is_closing():
            self.transport.write(response)
            self.transport.close()


def slow_client_guard_for(descriptors: int, *, is_https: bool) -> type[SlowClientGuard]:
    """Returns the guard's class for a limit of open files, one of which each connection takes."""

    class Connection(SlowClientGuard):
        """The protocol with the limits of this process."""

        connections_most = max(DESCRIPTORS_RESERVED // 4, descriptors - DESCRIPTORS_RESERVED)
        refusals = connection_refusals(is_https=is_https)

    return Connection


class ResponseTransport(asyncio.Transport):
    """Transport of one response: sends its head together with the first part of its body.

    A kill between two writes would send half of a response.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._is_first = True
        self._head = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Holds the head back until the body's first part, so that both go out in one packet."""
        if self._transport.is_closing():
            # The client is gone; a delayed response does not know.
            return
        if self._is_first and data == _CONTINUE:
            self._transport.write(data)
        elif self._is_first:
            self._is_first = False
            self._head = bytes(data)
            # A missing body is not waited for.
            self._loop.call_soon(self._send_head)
        elif self._head:
            head, self._head = self._head, b""
            self._transport.writelines((head, data))
        else:
            self._transport.write(data)

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def close(self) -> None:
        self._send_head()
        self._transport.close()

    def _send_head(self) -> None:
        """Sends the held head, if there is one."""
        head, self._head = self._head, b""
        if head and not self._transport.is_closing():
            self._transport.write(head)
