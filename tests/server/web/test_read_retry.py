"""A page that failed for a lost connection is made once more; a change never is."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from server.web.asgi import Message, Receive, Scope, Send
from server.web.read_retry import ReadRetry

pytestmark = pytest.mark.anyio


@dataclass
class Availability:
    """Something that can be lost."""

    losses: int = 0
    comes_back: bool = True

    async def wait_until_back(self, *, within: float) -> bool:
        assert 0 < within <= 2.5
        return self.comes_back


@dataclass
class Site:
    """Answers with one status after the other; with 503 it may have lost something."""

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


async def told(site: Site, method: str = "GET", path: str = "/x") -> list[object]:
    scope: Scope = {"type": "http", "method": method, "path": path}
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    await ReadRetry(site, site.availability)(scope, receive, send)
    assert scope["path_template"] == "/x"
    return [message.get("status", message.get("body")) for message in sent]


async def test_what_wait_until_back_is_asked_again() -> None:
    site = Site(Availability(), [503, 200])

    assert await told(site) == [200, b"200"]
    assert "user" not in site.seen[1]


async def test_it_is_asked_again_once_and_not_for_ever() -> None:
    assert await told(Site(Availability(), [503, 503, 200])) == [503, b"503"]


async def test_what_stays_away_is_not_asked_again() -> None:
    site = Site(Availability(comes_back=False), [503, 200])

    assert await told(site) == [503, b"503"]
    assert len(site.seen) == 1


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
async def test_a_change_is_never_made_twice(method: str) -> None:
    assert await told(Site(Availability(), [503, 200]), method) == [503, b"503"]


async def test_a_no_for_another_reason_stands() -> None:
    assert await told(Site(Availability(), [503, 200], loses=False)) == [503, b"503"]


async def test_whoever_asks_how_it_stands_is_told_so_at_once() -> None:
    assert await told(Site(Availability(), [503, 200]), path="/health/ready") == [503, b"503"]
