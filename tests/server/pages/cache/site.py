"""Site with one page handler behind the page cache; tests delay its renders or let them fail."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode

from server.pages.cache.entries import Entries
from server.pages.cache.middleware import CachedPages, PageCache
from server.pages.cache.policy import CachePolicy
from server.pages.cache.single_flight import SingleFlight
from server.web.asgi import App, Header, Message, Receive, Scope, Send
from server.web.logs import RequestLog
from server.web.outer_middleware import OuterMiddleware
from server.web.request_filter import RequestFilter

HOST = b"tea.example"
SESSION = b"__Host-session"
SECURITY: tuple[Header, ...] = ((b"x-content-type-options", b"nosniff"),)
PAGE: list[Header] = [
    (b"content-type", b"text/html; charset=utf-8"),
    (b"cache-control", b"no-cache"),
    (b"vary", b"cookie"),
]


@dataclass
class Clock:
    """Clock in seconds that tests advance."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class PageHandler:
    """Page handler that counts its renders; waits for `gate` and raises `error` if they are set."""

    renders: int = 0
    status: int = 200
    headers: list[Header] = field(default_factory=lambda: list(PAGE))
    text: str = ""
    error: Exception | None = None
    gate: asyncio.Event | None = None

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        self.renders += 1
        render, text, status = self.renders, self.text, self.status
        if self.gate is not None:
            await self.gate.wait()
        if self.error is not None:
            raise self.error
        request = repr((scope["path"], scope["query_string"], scope["headers"], scope["client"]))
        body = f"<!doctype html>{render} {text} {request}".ljust(2000).encode()
        length = (b"content-length", str(len(body)).encode())
        start = {"type": "http.response.start", "status": status}
        await send({**start, "headers": [*self.headers, length]})
        await send({"type": "http.response.body", "body": body})


@dataclass(frozen=True)
class Response:
    """Response of the site."""

    status: int
    headers: dict[str, str]
    body: bytes


@dataclass
class CachedSite:
    """Site with one page handler behind the page cache, with its clock and log lines."""

    app: App
    inner: PageHandler
    single_flight: SingleFlight
    clock: Clock
    lines: list[str]
    request_log: RequestLog

    async def get(
        self,
        path: str = "/tea",
        *,
        query: str = "",
        method: str = "GET",
        headers: Iterable[Header] = (),
    ) -> Response:
        """Sends a request and returns the response."""
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        all_headers = list(headers)
        if b"host" not in dict(all_headers):
            all_headers.insert(0, (b"host", HOST))
        scope: Scope = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": all_headers,
            "client": ("203.0.113.9", 1),
        }
        await self.app(scope, receive, send)
        start, *rest = sent
        named = {name.decode(): value.decode() for name, value in start["headers"]}
        body = b"".join(message["body"] for message in rest)
        return Response(start["status"], named, body)


def policy(path: bytes, query: bytes) -> CachePolicy | None:
    """Returns the cache policy of paths that begin with /tea; None for all others."""
    if not path.startswith(b"/tea"):
        return None
    read = [field for field in parse_qsl(query.decode()) if field[0] == "search"]
    tags = frozenset({"tea", f"tea:{path.decode()}"})
    bypass_cookie = b"language=ja" if path == b"/tea/home" else b""
    return CachePolicy(path, urlencode(read).encode(), 2.0, 10.0, tags, bypass_cookie)


def make_site(*, bytes_most: int = 10_000_000, entries_most: int = 1000) -> CachedSite:
    """Returns a site whose cache has these limits."""
    inner, clock, lines = PageHandler(), Clock(), list[str]()
    request_log = RequestLog(lines.append, is_json=True)
    single_flight = SingleFlight(Entries(bytes_most, entries_most), now=clock)
    cache = PageCache(inner, CachedPages(single_flight, policy, session_cookie=SESSION))
    app = OuterMiddleware(
        RequestFilter(cache, frozenset({HOST.decode()})), SECURITY, request_log=request_log
    )
    return CachedSite(app, inner, single_flight, clock, lines, request_log)
