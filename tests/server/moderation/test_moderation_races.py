"""Removals and suspensions during renders and writes: removed content does not stay visible."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine

import pytest

from tests.server.community.builders import value
from tests.server.members import Browser, Place
from tests.server.moderation.conftest import Moderator
from tests.server.pages.waiting_pool import Host, Scene, running_host

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.usefixtures("long_freshness"),
    pytest.mark.databases("sqlite", "postgresql"),
]

REMOVED_TEXT = "OldWordsOfHana"
# Time in which hosts, which poll the moderation log every second, purge their pages.
SOON_S = 2.0
# Time in which the event of a commit purges older pages.
PURGED_S = 0.3
# Comments that are sent while their author is suspended.
COMMENTS = 12

Prepare = Callable[[Scene], Coroutine[None, None, list[str]]]


@pytest.fixture
async def host(place: Place) -> AsyncIterator[Host]:
    """Yields a host whose renders a test can delay."""
    async with running_host(place) as one:
        yield one


@pytest.fixture
async def writer(host: Host) -> AsyncIterator[Browser]:
    """Yields the browser of a member of this host."""
    async with host.place.browser() as browser:
        await host.place.sign_in(browser, "development-hana")
        await host.place.make_established(browser)
        yield browser


async def write_comment(scene: Scene, words: str) -> int:
    """Writes a comment; returns its id, or 0 if it is refused."""
    path = f"/api/posts/{scene.post_id}/comments"
    answer = await scene.writer.change("POST", path, json={"content": words})
    return int(answer.json()["id"]) if answer.status_code == 201 else 0


async def prepare_post_removal(scene: Scene) -> list[str]:
    """Writes a post; returns the command that removes it."""
    await scene.post(content=REMOVED_TEXT)
    return ["remove-post", str(scene.post_id)]


async def prepare_comment_removal(scene: Scene) -> list[str]:
    """Writes a post and a comment; returns the command that removes the comment."""
    await scene.post()
    scene.comment_id = await write_comment(scene, REMOVED_TEXT)
    return ["remove-comment", str(scene.comment_id)]


@pytest.mark.parametrize("prepare", [prepare_post_removal, prepare_comment_removal])
@pytest.mark.fault
async def test_page_rendered_before_a_removal_is_not_cached_after_it(
    host: Host, writer: Browser, moderator: Moderator, prepare: Prepare
) -> None:
    scene = Scene(host, writer)
    command = await prepare(scene)
    await asyncio.sleep(PURGED_S)
    host.pool.is_holding = True

    before = [await host.begin(page) for page in scene.pages]
    assert (await moderator.run(*command)).code == 0
    await asyncio.sleep(SOON_S)
    after = [await host.begin(page) for page in scene.pages]

    assert not any([REMOVED_TEXT in await reading.finish() for reading in after])
    # Renders with the old text end last and are not cached.
    assert all([REMOVED_TEXT in await reading.finish() for reading in before])
    host.pool.is_holding = False
    assert not any([REMOVED_TEXT in await host.text(page) for page in scene.pages])


async def test_page_in_progress_at_a_suspension_is_the_members_last(
    host: Host, writer: Browser, moderator: Moderator
) -> None:
    host.pool.is_holding = True
    drawing = asyncio.create_task(writer.get("/profile"))
    async with asyncio.timeout(5):
        while not host.pool.held:
            await asyncio.sleep(0.005)

    result = await moderator.run("suspend", writer.member_id, "--days", "7")
    host.pool.is_holding = False
    host.pool.held[-1].set()

    assert result.code == 0
    last = await drawing
    assert (last.status_code, last.headers["cache-control"]) == (200, "private, no-store")
    assert (await writer.get("/profile")).status_code == 302


async def test_only_acknowledged_comments_are_stored_during_a_suspension(
    host: Host, writer: Browser, moderator: Moderator
) -> None:
    scene = Scene(host, writer)
    await scene.post()

    writing = [
        asyncio.create_task(write_comment(scene, f"{REMOVED_TEXT} {n}")) for n in range(COMMENTS)
    ]
    result = await moderator.run("suspend", writer.member_id, "--days", "7")
    written = [number for number in await asyncio.gather(*writing) if number]
    later = await write_comment(scene, REMOVED_TEXT)

    assert (result.code, later) == (0, 0)
    count = "SELECT count(*) FROM comments WHERE user_id = :id"
    assert await value(host.place.engine, count, id=writer.member_id) == len(written)
    shown = "SELECT comments_count FROM posts WHERE id = :id"
    held = await host.place.count("withheld_comments")
    assert await value(host.place.engine, shown, id=scene.post_id) == len(written) - held
