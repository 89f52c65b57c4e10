"""Fixtures: a site that signs in through a fake of Google's identity provider."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from shutil import copyfile

import pytest

from server.database.engine import create_engine
from server.setting_groups import SignInSettings
from server.settings import Settings
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.accounts.sessions.fake_google import CLIENT, FakeGoogle
from tests.server.conftest import START
from tests.server.members import Browser, Moment, Place
from tests.server.sites import patient_site


@pytest.fixture
def google() -> FakeGoogle:
    """Returns the fake of Google, whose responses a test changes."""
    return FakeGoogle()


@pytest.fixture
async def google_place(
    settings: Settings, pool: FakePool, google: FakeGoogle, migrated_file: Path
) -> AsyncIterator[Place]:
    """Yields a running site that signs in through the fake of Google."""
    engine = create_engine(settings.database_url)
    copyfile(migrated_file, str(engine.url.database))
    moment = Moment(START)
    chosen = replace(settings, sign_in=SignInSettings(CLIENT, "client-secret"))
    app = patient_site(chosen, pool, now=moment, provider_transport=google)
    async with running(app):
        yield Place(app, engine, chosen, moment)
    await engine.dispose()


@pytest.fixture
async def google_browser(google_place: Place) -> AsyncIterator[Browser]:
    """Yields a browser of `google_place` that is not signed in."""
    async with google_place.browser() as browser:
        yield browser
