"""A site whose pages do not age, and a moderator at work in a process of their own."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from server.app import create_app
from server.commands.arguments import read_arguments
from server.commands.moderating import moderate
from server.community.parts import Community
from server.database.engine import create_sessions
from server.edge.rates import MemoryRates
from server.moderation.tables import ModerationEntry
from server.settings import Settings
from server.storage.local import LocalStorage
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.members import Browser, Loopback, Moment, Place


@dataclass(frozen=True)
class Told:
    """What a command answered."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Moderator:
    """Says commands, each on a loop and a connection of its own, beside the running site."""

    place: Place
    read: Callable[[], tuple[str, str]]

    async def says(self, *words: str, reason: str = "advertising", by: str = "Mori") -> Told:
        given = ["moderate", *words]
        if words[0] != "log":
            given += ["--reason", reason, "--by", by]
        code = await asyncio.to_thread(moderate, self.place.settings, read_arguments(given))
        return Told(code, *self.read())

    async def record(self) -> list[ModerationEntry]:
        async with AsyncSession(self.place.engine) as session:
            select = sa.select(ModerationEntry).order_by(ModerationEntry.id)
            return list(await session.scalars(select))


@pytest.fixture
async def unaging(place: Place, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Place]:
    """Nothing here may be true only because a page grew old meanwhile."""
    monkeypatch.setattr("server.pages.keeping.LIVE_FRESH_S", 60.0)
    loopback = Loopback()
    app = create_app(place.settings, FakePool(), now=place.moment, outside=loopback)
    loopback.app = app
    async with running(app):
        yield replace(place, app=app)


@pytest.fixture
async def reader(unaging: Place) -> AsyncIterator[Browser]:
    async with unaging.browser() as browser:
        yield browser


@pytest.fixture
def community(database: AsyncEngine, settings: Settings, moment: Moment) -> Community:
    storage = LocalStorage(settings.data_dir / "media")
    return Community(create_sessions(database), storage, MemoryRates(), lambda _event: None, moment)


@pytest.fixture
def moderator(place: Place, capsys: pytest.CaptureFixture[str]) -> Moderator:
    def read() -> tuple[str, str]:
        captured = capsys.readouterr()
        # The site beside it writes its log to the same place.
        refused = [line for line in captured.err.splitlines() if line.startswith("Nothing was")]
        return captured.out, "\n".join(refused)

    return Moderator(place, read)
