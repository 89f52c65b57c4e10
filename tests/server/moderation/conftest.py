"""Fixtures: moderation commands, run by the operator beside the running site."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from server.commands.arguments import read_arguments
from server.commands.moderate import moderate
from server.community.dependencies import CommunityDependencies
from server.database.engine import create_sessions
from server.media.storage.local import LocalStorage
from server.moderation.tables import ModerationEntry
from server.settings import Settings
from server.web.rate_limits.rates import MemoryRates
from tests.server.members import Moment, Place


@dataclass(frozen=True)
class CommandResult:
    """Exit code and output of a command."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Moderator:
    """Runner of `moderate` commands, each on an event loop and a connection of its own."""

    place: Place
    # Returns the output of the last command, and the refusal in its errors.
    read: Callable[[], tuple[str, str]]

    async def run(
        self, *words: str, reason: str = "advertising", by: str = "Mori"
    ) -> CommandResult:
        """Runs `moderate` with these arguments, plus reason and name if the command needs them."""
        given = ["moderate", *words]
        if words[0] not in {"log", "cases"} and words[:2] != ("words", "list"):
            given += ["--reason", reason, "--by", by]
        code = await asyncio.to_thread(moderate, self.place.settings, read_arguments(given))
        return CommandResult(code, *self.read())

    async def record(self) -> list[ModerationEntry]:
        """Returns all entries of the moderation log."""
        async with AsyncSession(self.place.engine) as session:
            select = sa.select(ModerationEntry).order_by(ModerationEntry.id)
            return list(await session.scalars(select))


@pytest.fixture
def community(database: AsyncEngine, settings: Settings, moment: Moment) -> CommunityDependencies:
    """Returns the community's dependencies with the database of the site."""
    storage = LocalStorage(settings.data_dir / "media")
    return CommunityDependencies(create_sessions(database), storage, MemoryRates(), moment)


@pytest.fixture
def moderator(place: Place, capsys: pytest.CaptureFixture[str]) -> Moderator:
    """Returns a runner of `moderate` commands on the database of the site."""

    def read() -> tuple[str, str]:
        """Returns the output of the last command, and the refusal in its errors."""
        captured = capsys.readouterr()
        # The site writes its log to the same stream as the command its errors.
        refused = [line for line in captured.err.splitlines() if line.startswith("Nothing was")]
        return captured.out, "\n".join(refused)

    return Moderator(place, read)
