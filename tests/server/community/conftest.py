"""Fixtures: the community without its endpoints, on each database, and its events."""

from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.dependencies import CommunityDependencies
from server.database.engine import create_sessions
from server.media.storage.local import LocalStorage
from server.realtime.events import Event
from server.web.rate_limits.rates import MemoryRates
from tests.server.members import Moment


@pytest.fixture
def events() -> list[Event]:
    """Returns the list to which published events are added."""
    return []


@pytest.fixture
def community(
    database: AsyncEngine, tmp_path: Path, moment: Moment, events: list[Event]
) -> CommunityDependencies:
    """Returns the community's dependencies; events of a commit are added to `events`."""
    storage, sessions = LocalStorage(tmp_path / "pictures"), create_sessions(database)
    sessions.on_commit(
        lambda commit: events.extend(one for one in commit.events if isinstance(one, Event))
    )
    return CommunityDependencies(sessions, storage, MemoryRates(), moment)
