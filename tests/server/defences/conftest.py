"""Fixtures: client of a site with an https origin; port of a site with the settings of `serve`."""

from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest

from server.app import create_app
from server.settings import Settings
from server.web.asgi import App
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.defences.raw_http import serving

HTTPS_ORIGIN = "https://tea.example"


@pytest.fixture
async def https_client(settings: Settings, pool: FakePool) -> AsyncIterator[httpx.AsyncClient]:
    """Yields a visitor's client of a site with an https origin."""
    app = create_app(replace(settings, origin=HTTPS_ORIGIN), pool)
    async with running(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=HTTPS_ORIGIN) as client:
            yield client


@pytest.fixture
async def port(app: App, settings: Settings) -> AsyncIterator[int]:
    """Yields the port of a running site with the settings of `serve`."""
    async with serving(app, settings) as number:
        yield number
