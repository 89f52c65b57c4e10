"""Clients that stop reading a sitemap hold no database connection."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import pytest
from litestar import Litestar
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.engine import Sessions, create_sessions
from server.discovery.endpoints.discovery import DiscoveryDependencies, discovery_handlers
from server.pages.schemas import Names
from server.web.asgi import App, Message, Scope
from tests.conftest import ORIGIN
from tests.server.community.builders import add_members
from tests.server.conftest import START
from tests.server.discovery.posts import add_posts

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

CLIENTS = 4


def scope_of(path: str) -> Scope:
    return {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [],
    }


class SlowClient:
    """Client that reads nothing after the first chunk, and disconnects when the test says so."""

    def __init__(self) -> None:
        self.has_chunk, self._has_left = asyncio.Event(), asyncio.Event()

    async def open(self, site: App, path: str) -> None:
        await site(scope_of(path), self.receive, self.send)

    def disconnect(self) -> None:
        self._has_left.set()

    async def receive(self) -> Message:
        await self._has_left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.body":
            self.has_chunk.set()
            await asyncio.Future()


@asynccontextmanager
async def unread_sitemaps(sessions: Sessions, path: str) -> AsyncIterator[None]:
    """Sends a sitemap to slow clients, which disconnect at the end of the block."""
    handlers = discovery_handlers(
        DiscoveryDependencies(
            origin=ORIGIN,
            names=Names("Tea", "茶"),
            email=None,
            database=sessions,
            now=lambda: START,
            lists=(),
            diagrams=(),
        )
    )
    site = cast("App", Litestar(handlers, openapi_config=None))
    clients = [SlowClient() for _ in range(CLIENTS)]
    async with asyncio.timeout(30), asyncio.TaskGroup() as group:
        for client in clients:
            group.create_task(client.open(site, path))
        for client in clients:
            await client.has_chunk.wait()
        yield
        for client in clients:
            client.disconnect()


@pytest.mark.parametrize("kind", ["posts", "members"])
async def test_unread_sitemap_holds_no_database_connection(
    database: AsyncEngine, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr("server.discovery.endpoints.discovery.CHUNK_CHARACTERS", 500)
    [writer] = await add_members(database, 1)
    await add_posts(database, *({"id": id, "user_id": writer.id} for id in range(1, 20)))
    sessions = create_sessions(database)
    part = {"posts": "0", "members": writer.id[0]}[kind]

    async with unread_sitemaps(sessions, f"/sitemaps/{kind}-{part}.xml"):
        held = sessions.metrics()["database_connections_used"]

    assert held == 0
    assert sessions.metrics()["database_connections_used"] == 0
