"""Retry of requests after a lost database connection: a read once, a change never."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from server.web.asgi import Message, Receive, Scope, Send
from server.web.read_retry import ReadRetry

pytestmark = pytest.mark.anyio


@dataclass
class Availability:
    """Stand-in for the database's availability, with losses counted by the test."""

    losses: int = 0
    comes_back: bool = True

    async def wait_until_back(self, *, within: float) -> bool:
        """Returns `comes_back` at once."""
        assert 0 < within <= 2.5
        return self.comes_back


@dataclass
class Site:
    """Site that responds with `statuses` in turn; 503 is a lost connection if `loses` is set."""

    availability: Availability
    statuses: list[int]
    loses: bool = True
    seen: list[dict[str, Any]] = field(default_factory=list)

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        self.seen.append(dict(scope))
        scope["user"], scope["path_template"] = "member", "/x"
        status = self.statuses[len(self.seen) - 1]
        if status == 503 and self.loses:
            self.availability.losses += 1
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": str(status).encode()})


async def response_to(site: Site, method: str = "GET", path: str = "/x") -> list[object]:
    """Sends a request through the middleware; returns status and body of the response."""
    scope: Scope = {"type": "http", "method": method, "path": path}
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    await ReadRetry(site, site.availability)(scope, receive, send)
    assert scope["path_template"] == "/x"
    return [message.get("status", message.get("body")) for message in sent]


async def test_read_is_retried_when_the_connection_is_back() -> None:
    site = Site(Availability(), [503, 200])

    assert await response_to(site) == [200, b"200"]
    assert "user" not in site.seen[1]


async def test_read_is_retried_only_once() -> None:
    assert await response_to(Site(Availability(), [503, 503, 200])) == [503, b"503"]


async def test_read_is_not_retried_when_the_connection_stays_lost() -> None:
    site = Site(Availability(comes_back=False), [503, 200])

    assert await response_to(site) == [503, b"503"]
    assert len(site.seen) == 1


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
async def test_change_is_never_retried(method: str) -> None:
    assert await response_to(Site(Availability(), [503, 200]), method) == [503, b"503"]


async def test_read_is_not_retried_when_no_connection_was_lost() -> None:
    assert await response_to(Site(Availability(), [503, 200], loses=False)) == [503, b"503"]


async def test_readiness_check_is_not_retried() -> None:
    assert await response_to(Site(Availability(), [503, 200]), path="/health/ready") == [
        503,
        b"503",
    ]
