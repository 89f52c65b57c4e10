"""Web manifests, readiness and liveness checks, and the operator's data."""

from dataclasses import replace

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.app import create_app
from server.setting_groups import OperatorSettings
from server.settings import Settings
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.lifespan import running

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(("path", "start"), [("", "/"), ("/ja", "/ja")])
async def test_each_language_has_a_web_manifest(
    client: httpx.AsyncClient, path: str, start: str
) -> None:
    answer = await client.get(f"{path}/manifest.webmanifest")
    page = await client.get(path or "/")

    assert answer.headers["content-type"] == "application/manifest+json"
    assert answer.json()["start_url"] == start
    assert f'<link rel="manifest" href="{path}/manifest.webmanifest">' in page.text


async def test_operator_is_returned_by_the_api(settings: Settings, pool: FakePool) -> None:
    operator = OperatorSettings(name="Tea", email="hello@tea.example", hours_ja="平日")
    app = create_app(replace(settings, operator=operator), pool)
    async with (
        running(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN) as client,
    ):
        answer = await client.get("/api/operator")
        page = await client.get("/legal")

    assert answer.json() == {
        "name": "Tea",
        "representative": None,
        "address": None,
        "email": "hello@tea.example",
        "phone": None,
        "hours": {"en": None, "ja": "平日"},
    }
    assert "hello@tea.example" in page.text


async def test_readiness_follows_the_database(
    settings: Settings, pool: FakePool, database: AsyncEngine
) -> None:
    address = database.url.render_as_string(hide_password=False)
    absent = "postgresql+asyncpg://nobody@/nothing?host=/nonexistent"
    answers = []
    for url in (address, absent):
        app = create_app(replace(settings, database_url=url), pool)
        async with (
            running(app),
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN) as client,
        ):
            answers.append(await client.get("/health/ready"))
            assert (await client.get("/health/live")).json() == {"status": "live"}

    ready, waiting = answers
    assert (ready.status_code, ready.json()["checks"]) == (200, {"open": "ok", "database": "ok"})
    assert (waiting.status_code, waiting.json()["checks"]) == (
        503,
        {"open": "ok", "database": "failing"},
    )
