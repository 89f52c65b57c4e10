"""Fixtures: a whole site with its built-in identity provider, and browsers of its members."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partialmethod

import pytest
from joserfc.jwk import RSAKey
from sqlalchemy.ext.asyncio import AsyncEngine

from server.accounts.sessions.development_provider import DevelopmentProvider
from server.settings import Settings
from server.web.rate_limits.rates import MemoryRates
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.encoded_images import unshared_images
from tests.server.members import Browser, Loopback, Moment, Place
from tests.server.sites import patient_site
from tests.server.stores import redis_server, s3_account, s3_server
from tests.statements import SharedStatements

__all__ = ["redis_server", "s3_account", "s3_server", "unshared_images"]

START = datetime(2026, 11, 21, 4, 0, tzinfo=UTC)


@pytest.fixture(scope="session", autouse=True)
def shared_provider_key() -> Iterator[None]:
    """Shares one RSA key between all identity providers, since generating one is slow."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DevelopmentProvider, "key", RSAKey.generate_key(2048, auto_kid=True))
        yield


@pytest.fixture(scope="session", autouse=True)
def shared_statements() -> Iterator[None]:
    """Compiles each statement once for all engines of the tests."""
    with SharedStatements().installed():
        yield


@pytest.fixture
def stopped_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stops the clock of the rate limits at 30 s, so that waits do not depend on the time."""
    monkeypatch.setattr(MemoryRates, "__init__", partialmethod(MemoryRates.__init__, lambda: 30.0))


@pytest.fixture
def moment() -> Moment:
    """Returns the clock of a site, stopped at START."""
    return Moment(START)


@pytest.fixture
def has_background_tasks() -> bool:
    """Returns whether `live` runs the background tasks of a host; a file may override it."""
    return False


@pytest.fixture
async def place(
    settings: Settings, pool: FakePool, database: AsyncEngine, moment: Moment
) -> AsyncIterator[Place]:
    """Yields a running site with an empty database of a kind that `tests/variants.py` chooses.

    Its requests to the identity provider go to the site itself, which contains that provider.
    """
    address = database.url.render_as_string(hide_password=False)
    loopback = Loopback()
    chosen = replace(settings, database_url=address)
    app = patient_site(chosen, pool, now=moment, provider_transport=loopback)
    loopback.app = app
    async with running(app):
        yield Place(app, database, chosen, moment)


@pytest.fixture
async def hana(place: Place) -> AsyncIterator[Browser]:
    """Yields a browser in which the member Hana is signed in."""
    async with place.browser() as browser:
        await place.sign_in(browser, "development-hana")
        yield browser


@pytest.fixture
async def alex(place: Place) -> AsyncIterator[Browser]:
    """Yields a browser in which the member Alex is signed in."""
    async with place.browser() as browser:
        await place.sign_in(browser, "development-alex")
        yield browser


@pytest.fixture
async def visitor(place: Place) -> AsyncIterator[Browser]:
    """Yields a browser without a session."""
    async with place.browser() as browser:
        yield browser


@pytest.fixture
def long_freshness(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets the freshness of cached pages to 60 s, so that no test passes because one expired."""
    monkeypatch.setattr("server.pages.cache.policy.LIVE_FRESH_S", 60.0)


@pytest.fixture
async def place_with_long_freshness(long_freshness: None, place: Place) -> AsyncIterator[Place]:
    """Yields a second application on the database of `place`.

    It runs background tasks, and its cached pages stay fresh for 60 s.
    """
    loopback = Loopback()
    app = patient_site(
        place.settings,
        FakePool(),
        now=place.moment,
        provider_transport=loopback,
        has_background_tasks=True,
    )
    loopback.app = app
    async with running(app):
        yield replace(place, app=app)


@pytest.fixture
async def reader(place_with_long_freshness: Place) -> AsyncIterator[Browser]:
    """Yields a visitor's browser of `place_with_long_freshness`."""
    async with place_with_long_freshness.browser() as browser:
        yield browser
