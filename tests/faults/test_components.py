"""Fault 5: a component throws on a post; its page is an error page, other pages still work."""

import subprocess
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from server.app import create_app
from server.database.engine import create_engine
from server.database.migrate import migrate
from server.rendering.process import NODE
from server.settings import PROJECT, Settings
from tests.lifespan import running
from tests.server.members import Browser, Loopback, Moment, Place

pytestmark = [pytest.mark.fault, pytest.mark.anyio]

POST = {"category": "question", "language": "ja"}
HARMLESS, HARMFUL = "お湯の温度は？", "The kettle boils over."
TITLE = '<h1 class="fallback-screen-title">{}</h1>'
SCREENS = {
    "": (TITLE.format("An error occurred"), "Please reload the page and try again."),
    "/ja": (TITLE.format("エラーが発生しました"), "ページを更新してから再度お試しください。"),
}


@pytest.fixture
def throwing_build(tmp_path: Path) -> Path:
    """The real build, with a worker that throws on one post."""
    folder = tmp_path / "build"
    (folder / "ssr").mkdir(parents=True)
    for part in (PROJECT / "build").iterdir():
        if part.name != "ssr":
            (folder / part.name).symlink_to(part)
    outfile = folder / "ssr" / "worker.js"
    command = [str(NODE), "tests/faults/bundleThrowingWorker.mjs", str(outfile)]
    subprocess.run(command, cwd=PROJECT, check=True)
    return folder


@pytest.fixture
async def hana(settings: Settings, throwing_build: Path) -> AsyncIterator[Browser]:
    engine = create_engine(settings.database_url)
    await migrate(engine)
    chosen = replace(settings, build_dir=throwing_build, render_workers=1)
    loopback, moment = Loopback(), Moment(datetime.now(UTC))
    loopback.app = app = create_app(chosen, now=moment, provider_transport=loopback)
    async with running(app), Place(app, engine, chosen, moment).browser() as browser:
        await browser.sign_in("development-hana")
        yield browser
    await engine.dispose()


async def write(member: Browser, content: str) -> str:
    key = {"idempotency-key": content.encode().hex()[:32]}
    answer = await member.change(
        "POST", "/api/posts", json={**POST, "content": content}, headers=key
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@pytest.mark.parametrize("is_member", [True, False])
async def test_throwing_component_fails_only_the_page_of_its_post(
    hana: Browser, is_member: bool
) -> None:
    harmless, harmful = await write(hana, HARMLESS), await write(hana, HARMFUL)
    if not is_member:
        hana.http.cookies.clear()

    for prefix, (title, advice) in SCREENS.items():
        with capture_logs() as logs:
            broken = await hana.get(f"{prefix}/post/{harmful}")
        assert broken.status_code == 500
        assert title in broken.text
        assert advice in broken.text
        assert '<meta name="robots" content="noindex' in broken.text
        assert broken.headers["cache-control"] == "private, no-store"
        # The page shows no details of the error; the log has them.
        assert "kettle boils over" not in broken.text.partition('id="payload"')[0]
        assert any("the kettle boils over" in one.get("stack", "") for one in logs)

        for page in (f"/post/{harmless}", "/community", "/about"):
            answer = await hana.get(prefix + page)
            assert (answer.status_code, title in answer.text) == (200, False)
            assert '<div id="root"></div>' not in answer.text
