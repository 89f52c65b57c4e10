"""Changes whose event is lost: members see them on a host that did not receive it."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.app import create_app
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.community.builders import add_posts
from tests.server.community.test_reader_specific_posts import preloaded_data
from tests.server.members import Browser, Loopback, Place

pytestmark = [pytest.mark.anyio, pytest.mark.databases("postgresql")]

WAIT_S = 30.0
# Connections on which hosts LISTEN for events; recognised by their last statement.
LISTENERS = sa.text("""SELECT pid FROM pg_stat_activity WHERE datname = current_database()
    AND (query LIKE 'LISTEN %' OR query IN ('SELECT 1;', 'SELECT pg_notify($1, $2)'))""")


async def wait_for_listener(engine: AsyncEngine, known: set[int]) -> set[int]:
    """Waits for a new listening connection; returns the ids of its server processes."""
    async with asyncio.timeout(WAIT_S):
        while True:
            async with engine.connect() as connection:
                found = set((await connection.scalars(LISTENERS)).all())
            if found - known:
                return found - known
            await asyncio.sleep(0.01)


@pytest.fixture
async def host_without_events(place: Place) -> AsyncIterator[Place]:
    """Yields a second host on the same database whose listening connection is stopped."""
    here = await wait_for_listener(place.engine, set())
    loopback = Loopback()
    app = create_app(place.settings, FakePool(), now=place.moment, provider_transport=loopback)
    loopback.app = app
    async with running(app):
        [listener] = await wait_for_listener(place.engine, here)
        os.kill(listener, signal.SIGSTOP)
        try:
            yield replace(place, app=app)
        finally:
            os.kill(listener, signal.SIGCONT)


async def test_member_sees_own_changes_on_a_host_that_receives_no_events(
    place: Place, host_without_events: Place, hana: Browser, alex: Browser
) -> None:
    [post_id] = await add_posts(place.engine, [{"user_id": hana.member_id}])
    changes: list[tuple[str, str, dict[str, Any] | None]] = [
        ("PUT", f"/api/posts/{post_id}/like", None),
        ("POST", f"/api/posts/{post_id}/comments", {"content": "一"}),
        ("PUT", f"/api/posts/{post_id}", {"content": "新しい"}),
        ("PUT", "/api/profiles/me", {"display_name": "Hana of Uji", "language": "ja"}),
        ("DELETE", f"/api/posts/{post_id}/like", None),
    ]
    pages = ("/community", f"/post/{post_id}", f"/members/{hana.member_id}")
    stale_reads = 0
    async with (
        host_without_events.browser() as mine,
        host_without_events.browser() as others,
        host_without_events.browser() as visitor,
    ):
        mine.http.cookies, others.http.cookies = hana.http.cookies, alex.http.cookies
        for verb, path, body in changes:
            before = [await preloaded_data(mine, page) for page in pages]
            shared, cached = (
                await preloaded_data(others, "/community"),
                await preloaded_data(visitor, "/community"),
            )

            assert (await hana.change(verb, path, json=body)).is_success
            stale_reads += await preloaded_data(visitor, "/community") == cached
            after = [await preloaded_data(mine, page) for page in pages]
            assert await preloaded_data(others, "/community") != shared

            assert [one == other for one, other in zip(before, after, strict=True)] == [False] * 3
            here = [await preloaded_data(hana, page) for page in pages]
            assert after == here
    # Visitors were sent a cached page, unless it had just expired.
    assert stale_reads > 0
