"""The short way: what is ready is sent from where the request was read, without a task."""

import asyncio

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

from server.web.connection import PatientConnection, connections_with
from server.web.drain import AtOnce


class PromptConnection(PatientConnection):
    """Asks for an answer at once; without one everything goes its usual way."""

    at_once: AtOnce | None = None

    _is_answered = False
    _rests_since = 0.0
    _rest_timer: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self._rest_timer is not None:
            self._rest_timer.cancel()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        self._rests_since = 0.0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        answer = self._find() if type(self).at_once and self._is_plain() else None
        if answer is None:
            super().on_headers_complete()
            return
        status, lines, body = answer
        self._end_head()
        own = b"".join([b"%b: %b\r\n" % pair for pair in self.server_state.default_headers])
        self.transport.write(b"".join((STATUS_LINE[status], own, lines, b"\r\n", body)))
        self.server_state.total_requests += 1
        self._is_answered = True

    def on_message_complete(self) -> None:
        if not self._is_answered:
            super().on_message_complete()
            return
        self._is_answered = False
        self._is_between = True
        self._rests_since = self.loop.time()
        if self._rest_timer is None:
            self._rest_timer = self.loop.call_later(self.timeout_keep_alive, self._look)

    def _is_plain(self) -> bool:
        """Nothing before it is still to be answered, and the connection stays open after it."""
        cycle: RequestResponseCycle | None = self.cycle
        is_free = cycle is None or cycle.response_complete
        is_roomy = not self.flow.write_paused and len(self.connections) <= self.connections_most
        if not (is_free and is_roomy and self.url.startswith(b"/") and b"#" not in self.url):
            return False
        parser = self.parser
        return (
            parser.get_http_version() == "1.1"
            and bool(parser.should_keep_alive())
            and not parser.should_upgrade()
            and not self.transport.is_closing()
        )

    def _find(self) -> tuple[int, bytes, bytes] | None:
        ask = type(self).at_once
        if ask is None:
            return None
        path, _, query = self.url.partition(b"?")
        return ask(
            {
                "type": "http",
                "method": self.parser.get_method().decode("ascii"),
                "raw_path": path,
                "query_string": query,
                "headers": self.headers,
            }
        )

    def _look(self) -> None:
        """One timer for many answers: it closes what has rested for long enough, or looks again."""
        self._rest_timer = None
        if not self._rests_since:
            return
        left = self._rests_since + self.timeout_keep_alive - self.loop.time()
        if left > 0:
            self._rest_timer = self.loop.call_later(left, self._look)
        else:
            self.transport.close()
            self.watch_reader()


def prompt_connections_with(
    descriptors: int, ask: AtOnce, *, is_https: bool
) -> type[PromptConnection]:
    """Connections of one host, which know what it has ready."""
    plain = connections_with(descriptors, is_https=is_https)

    class Connection(PromptConnection):
        """One of so many."""

        connections_most = plain.connections_most
        words = plain.words
        at_once = staticmethod(ask)

    return Connection
