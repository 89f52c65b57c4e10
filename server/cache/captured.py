"""A whole response of the site, captured so that several requests can share it."""

from dataclasses import dataclass

from server.cache.policy import CachePolicy
from server.web.asgi import App, Header, Message, Scope

HTML = b"text/html"
# Requests that wait for the same missing page share its 404, but it is never cached.
SHARED = (200, 404, 410)


@dataclass(frozen=True, slots=True)
class CapturedResponse:
    """Status, headers and body of a response."""

    status: int
    headers: tuple[Header, ...]
    body: bytes

    @property
    def is_shared(self) -> bool:
        """Whether all requests that wait for this page may get it."""
        names = {name for name, _ in self.headers}
        is_page = self._value(b"content-type").startswith(HTML)
        return is_page and self.status in SHARED and b"set-cookie" not in names

    @property
    def is_cacheable(self) -> bool:
        cautions = (self._value(b"cache-control") + b"," + self._value(b"vary")).lower()
        is_public = not any(word in cautions for word in (b"private", b"no-store", b"*"))
        return self.is_shared and self.status == 200 and is_public

    @property
    def is_failure(self) -> bool:
        """Whether an older copy is better than this response."""
        return self.status >= 500 or (self.status == 200 and not self.is_cacheable)

    def _value(self, name: bytes) -> bytes:
        return b",".join(value for key, value in self.headers if key == name)


async def capture(app: App, scope: Scope) -> CapturedResponse:
    received: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        received.append(message)

    await app(scope, receive, send)
    start, *rest = received
    return CapturedResponse(
        status=start["status"],
        headers=tuple((name.lower(), value) for name, value in start["headers"]),
        body=b"".join(message.get("body", b"") for message in rest),
    )


def shared_scope(scope: Scope, policy: CachePolicy) -> Scope:
    """The request reduced to what its cache key holds, so that nothing else can enter the page."""
    host = [pair for pair in scope["headers"] if pair[0] == b"host"]
    reduced: Scope = {**scope, "query_string": policy.query, "headers": host}
    return {**reduced, "client": None, "state": {}}
