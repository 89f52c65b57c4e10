"""A page on its way out: ready bytes, which no framework has to look at again."""

from collections.abc import Mapping
from dataclasses import dataclass

from server.web.asgi import Header, Receive, Scope, Send

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """An ASGI application that says one thing."""

    status: int
    body: bytes
    headers: tuple[Header, ...]

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        start = {"type": "http.response.start", "status": self.status}
        await send({**start, "headers": list(self.headers)})
        await send({"type": "http.response.body", "body": self.body})

    def with_headers(self, headers: Mapping[str, str]) -> "PageAnswer":
        """The same with these instead of its own of their names."""
        changed = encoded(headers)
        names = {name for name, _ in changed}
        kept = [pair for pair in self.headers if pair[0] not in names]
        return PageAnswer(self.status, self.body, (*kept, *changed))


def encoded(headers: Mapping[str, str]) -> tuple[Header, ...]:
    return tuple((name.encode(), value.encode()) for name, value in headers.items())


def html_answer(status: int, html: bytes, headers: tuple[Header, ...]) -> PageAnswer:
    length = (b"content-length", b"%d" % len(html))
    return PageAnswer(status, html, (_HTML_TYPE, length, *headers))


def redirect(status: int, target: str, **headers: str) -> PageAnswer:
    fields = {"location": target, "content-type": "text/plain", "content-length": "0", **headers}
    return PageAnswer(status, b"", encoded(fields))


_HTML_TYPE: Header = (b"content-type", HTML.encode())
