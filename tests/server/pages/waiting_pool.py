"""Hosts whose renders can wait, so that tests change data during a render."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx

from server.app import create_app
from server.rendering.protocol import RenderedPage
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.community.builders import NEW
from tests.server.members import Browser, Loopback, Place


class HeldPool(FakePool):
    """Pool whose renders wait for an event while `is_holding` is set, after reading their data."""

    def __init__(self) -> None:
        super().__init__()
        self.is_holding = False
        self.held: list[asyncio.Event] = []

    async def render(self, payload: bytes) -> RenderedPage:
        """Renders a page, and waits for the event of this render if the pool is holding."""
        page = await super().render(payload)
        if self.is_holding:
            self.held.append(asyncio.Event())
            await self.held[-1].wait()
        return page


@dataclass(frozen=True)
class HeldRequest:
    """Request whose data has been read and whose render waits for `gate`."""

    text: asyncio.Task[str]
    gate: asyncio.Event

    async def finish(self) -> str:
        """Lets the render end and returns the page."""
        self.gate.set()
        return await self.text


@dataclass(frozen=True)
class Host:
    """Host with a pool whose renders can wait, and a visitor's client of it."""

    visitor: httpx.AsyncClient
    place: Place
    pool: HeldPool

    async def text(self, path: str) -> str:
        """Requests a page and returns its text."""
        return (await self.visitor.get(path)).text

    async def begin(self, path: str) -> HeldRequest:
        """Requests a page and returns once its render waits."""
        held = self.pool.held
        count = len(held)
        text = asyncio.create_task(self.text(path))
        async with asyncio.timeout(5):
            while len(held) == count:
                await asyncio.sleep(0.005)
        return HeldRequest(text, held[-1])


@asynccontextmanager
async def running_host(place: Place) -> AsyncIterator[Host]:
    """Runs another host of the same site and yields it."""
    pool, loopback = HeldPool(), Loopback()
    app = create_app(place.settings, pool, now=place.moment, provider_transport=loopback)
    loopback.app = app
    transport = httpx.ASGITransport(app)
    async with (
        running(app),
        httpx.AsyncClient(transport=transport, base_url=ORIGIN) as visitor,
    ):
        yield Host(visitor, Place(app, place.engine, place.settings, place.moment), pool)


@dataclass
class Scene:
    """Member (`writer`) of a host, their post or comment, and the pages that show it."""

    host: Host
    writer: Browser
    post_id: int = 0
    comment_id: int = 0

    async def change(self, method: str, path: str, **body: object) -> int:
        """Sends a changing request of the member and returns the status."""
        options = {"json": body} if body else {}
        return (await self.writer.change(method, path, **options)).status_code

    async def post(self, **values: object) -> None:
        """Writes a post of the member and stores its id."""
        answer = await self.writer.change("POST", "/api/posts", json=NEW | values)
        self.post_id = answer.json()["id"]

    @property
    def pages(self) -> tuple[str, ...]:
        """Returns the pages that show the post, or the one page that shows the comment."""
        post = f"/post/{self.post_id}"
        return (post,) if self.comment_id else (post, "/ja/community")
