"""Timeouts and limits of one HTTP connection, against slow clients."""

import asyncio
import re
from dataclasses import dataclass

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from server.web.asgi import Header
from server.web.handshake import is_handshake
from server.web.headers import security_headers
from server.web.together import Together

HEAD_BYTES_MOST = 256 * 1024
# Reserved for workers, database, log and media.
DESCRIPTORS_KEPT = 96


@dataclass(frozen=True)
class LastWords:
    """Fixed responses for refused connections, prepared once."""

    busy: bytes
    malformed: bytes
    too_large: bytes


def last_words(*, is_https: bool) -> LastWords:
    """Responses with the usual security headers."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        *security_headers(inline_script="", is_https=is_https),
        (b"connection", b"close"),
    ]
    return LastWords(
        busy=_word("503 Service Unavailable", (b"retry-after", b"2"), *headers),
        malformed=_word("400 Bad Request", *headers),
        too_large=_word("431 Request Header Fields Too Large", *headers),
    )


def _word(status: str, *headers: Header) -> bytes:
    said = f"{status}\n".encode()
    length = (b"content-length", str(len(said)).encode())
    lines = (b": ".join(header) for header in (length, *headers))
    return b"\r\n".join((f"HTTP/1.1 {status}".encode(), *lines, b"", said))


# Headers of a body; without one a request ends with its head.
BODILY = frozenset({b"content-length", b"transfer-encoding"})

_NAMED_HOST = re.compile(rb"([a-z][a-z0-9+.-]*)://([^/?#]*)", re.IGNORECASE)
_SCHEMES = (b"http", b"https")
_VERSIONS = ("1.0", "1.1")


class Malformed(Exception):
    """Stops the parser: what follows cannot be trusted to be a request."""


class SlowClientGuard(HttpToolsProtocol):
    """Uvicorn's protocol with timeouts for head, body and unread responses."""

    head_s = 10.0
    body_idle_s = 20.0
    body_whole_s = 60.0
    # A client must read some of its response within this time.
    unread_s = 30.0
    connections_most = 10_000
    # The slowest accepted upload; only large bodies get more time.
    slowest_bytes_per_s = 24 * 1024
    body_bytes_most = 6 * 1024 * 1024
    words = last_words(is_https=False)

    _head_timer: asyncio.TimerHandle | None = None
    _idle_timer: asyncio.TimerHandle | None = None
    _body_timer: asyncio.TimerHandle | None = None
    _reader_timer: asyncio.TimerHandle | None = None
    _head_bytes = 0
    _is_head_whole = False
    # Between two requests of a connection.
    _is_between = False
    # Parts of a body that arrived since the last look.
    _pieces: list[bytes]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._pieces = []
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._stop_watching()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_between and not data.strip(b"\r\n"):
            # Empty lines between requests are ignored and do not reset a timer.
            return
        super().data_received(data)
        if self._pieces:
            self._take_pieces()
        # Most heads arrive at once and need no timer.
        if not self._is_head_whole and self._head_timer is None:
            self._await_head()

    def on_message_begin(self) -> None:
        self._head_bytes = 0
        self._is_head_whole = self._is_between = False
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(len(name) + len(value))
        # Trailers are ignored: they were not validated as headers.
        if not self._is_head_whole:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._end_head()
        if len(self.connections) > self.connections_most:
            self._part(self.words.busy)
            return
        if not self._means_one_thing():
            raise Malformed
        if self._has_body():
            self._await_body()
        before = self.cycle
        super().on_headers_complete()
        # The response's task has not started yet; an upgraded connection has none.
        if self.cycle is not before:
            self.cycle.transport = Together(self.transport, self.loop)
            # Bytes after an upgrade request are not read as a request.
            self.cycle.keep_alive = self.cycle.keep_alive and not self.parser.should_upgrade()

    def on_body(self, body: bytes) -> None:
        """Collects the parts of a body, so that tiny parts are not processed one by one."""
        self._pieces.append(body)

    def _take_pieces(self) -> None:
        body = b"".join(self._pieces)
        self._pieces.clear()
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = self._close_after(self.body_idle_s)
        # A refused connection has no request for the body.
        if self.cycle is not None:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if self._pieces:
            self._take_pieces()
        self._stop_waiting()
        self._is_between = True
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Starts to watch a client that does not read."""
        super().pause_writing()
        self.watch_reader()

    def resume_writing(self) -> None:
        self._stop_watching()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.watch_reader()

    def watch_reader(self) -> None:
        """Aborts a connection whose response stays unread."""
        if self._reader_timer is None:
            self._look_again(self.transport.get_write_buffer_size())

    def _look_again(self, unread: int) -> None:
        self._reader_timer = None
        if unread:
            self._reader_timer = self.loop.call_later(self.unread_s, self._look_at_reader, unread)

    def _look_at_reader(self, before: int) -> None:
        unread = self.transport.get_write_buffer_size()
        if unread and unread >= before:
            self.transport.abort()
        else:
            self._look_again(unread)

    def _stop_watching(self) -> None:
        if self._reader_timer is not None:
            self._reader_timer.cancel()
            self._reader_timer = None

    def _length(self) -> int:
        """The announced length of the body, up to the largest that this site accepts."""
        given = next((value for name, value in self.headers if name == b"content-length"), b"")
        return min(int(given), self.body_bytes_most) if re.fullmatch(rb"[0-9]{1,12}", given) else 0

    def _await_body(self) -> None:
        self._idle_timer = self._close_after(self.body_idle_s)
        more_s = self._length() / self.slowest_bytes_per_s
        self._body_timer = self._close_after(self.body_whole_s + more_s)

    def _await_head(self) -> None:
        self._head_timer = self._close_after(self.head_s)

    def _close_after(self, seconds: float) -> asyncio.TimerHandle:
        return self.loop.call_later(seconds, self.transport.close)

    def _end_head(self) -> None:
        self._stop_waiting()
        self._is_head_whole = True

    def _stop_waiting(self) -> None:
        for timer in (self._head_timer, self._idle_timer, self._body_timer):
            if timer is not None:
                timer.cancel()
        self._head_timer = self._idle_timer = self._body_timer = None

    def _count(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > HEAD_BYTES_MOST:
            self._part(self.words.too_large)
            raise Malformed

    def _means_one_thing(self) -> bool:
        """Returns whether host and end of the request are unambiguous, also for proxies."""
        if self.parser.get_http_version() not in _VERSIONS:
            return False
        codings = [value for name, value in self.headers if name == b"transfer-encoding"]
        if codings and [value.strip().lower() for value in codings] != [b"chunked"]:
            return False
        if not self.url.startswith(b"/") and not self._names_its_host():
            return False
        if self._wants_socket():
            return is_handshake(self.parser, self.headers)
        # The parser stops at a possible upgrade and would read a body as the next request.
        return not (self.parser.should_upgrade() and self._has_body())

    def _has_body(self) -> bool:
        return not BODILY.isdisjoint([name for name, _ in self.headers])

    def _names_its_host(self) -> bool:
        """Returns whether an absolute address names the same host as the header."""
        named = _NAMED_HOST.match(self.url)
        hosts = [value.lower() for name, value in self.headers if name == b"host"]
        return named is None or (named[1].lower() in _SCHEMES and hosts == [named[2].lower()])

    def _wants_socket(self) -> bool:
        return bool(self.parser.should_upgrade()) and self._should_upgrade()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        self._part(self.words.malformed)

    def _part(self, word: bytes) -> None:
        """Writes the response once and closes."""
        if not self.transport.is_closing():
            self.transport.write(word)
            self.transport.close()


def guard_with(descriptors: int, *, is_https: bool) -> type[SlowClientGuard]:
    """The class for this process: as many connections as its descriptor limit allows."""

    class Connection(SlowClientGuard):
        """The protocol with the limits of this process."""

        connections_most = max(DESCRIPTORS_KEPT // 4, descriptors - DESCRIPTORS_KEPT)
        words = last_words(is_https=is_https)

    return Connection
