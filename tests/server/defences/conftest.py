"""Sites as strangers find them: over https, and behind the settings that the real server has."""

from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest

from server.app import create_app
from server.settings import Settings
from server.web.asgi import App
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.defences.wire import serving

PUBLIC = "https://tea.example"


@pytest.fixture
async def public(settings: Settings, pool: FakePool) -> AsyncIterator[httpx.AsyncClient]:
    """A visitor of a site that is spoken to over https."""
    app = create_app(replace(settings, origin=PUBLIC), pool)
    async with running(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=PUBLIC) as client:
            yield client


@pytest.fixture
async def port(app: App, settings: Settings) -> AsyncIterator[int]:
    async with serving(app, settings) as number:
        yield number
