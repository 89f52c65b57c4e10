"""Draws a page for nobody in particular: asked by the cache itself, with nothing of any reader."""

from collections.abc import Mapping
from dataclasses import dataclass

from server.cache.plan import Plan
from server.web.asgi import App, Header, Message

HTML = b"text/html"
# A page that is not there is the same for all who wait for it, but it is never kept.
SHARED = (200, 404, 410)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A whole answer as the site gave it."""

    status: int
    headers: tuple[Header, ...]
    body: bytes

    @property
    def is_shared(self) -> bool:
        """Whether those who wait may all have it."""
        names = {name for name, _ in self.headers}
        is_page = self._value(b"content-type").startswith(HTML)
        return is_page and self.status in SHARED and b"set-cookie" not in names

    @property
    def is_kept(self) -> bool:
        cautions = (self._value(b"cache-control") + b"," + self._value(b"vary")).lower()
        is_public = not any(word in cautions for word in (b"private", b"no-store", b"*"))
        return self.is_shared and self.status == 200 and is_public

    @property
    def is_failure(self) -> bool:
        """Something is wrong for now; what was kept before is better than this."""
        return self.status >= 500 or (self.status == 200 and not self.is_kept)

    def _value(self, name: bytes) -> bytes:
        return b",".join(value for key, value in self.headers if key == name)


async def draw(site: App, plan: Plan, *, host: bytes) -> Drawn:
    received: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        received.append(message)

    await site(_request(plan, host), receive, send)
    start, *rest = received
    return Drawn(
        status=start["status"],
        headers=tuple((name.lower(), value) for name, value in start["headers"]),
        body=b"".join(message.get("body", b"") for message in rest),
    )


def _request(plan: Plan, host: bytes) -> dict[str, object]:
    state: Mapping[str, str] = {}
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": plan.path.decode("ascii"),
        "raw_path": plan.path,
        "query_string": plan.query,
        "root_path": "",
        "headers": [(b"host", host)],
        "client": None,
        "server": None,
        "state": dict(state),
    }
