"""Members see a change on a host that its event has not reached."""

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
from tests.server.community.test_reader_specific_posts import read
from tests.server.members import Browser, Loopback, Place

pytestmark = [pytest.mark.anyio, pytest.mark.databases("postgresql")]

PATIENCE_S = 30.0
# What the connection that carries a host's events last said, and no other of a site at rest.
CARRIERS = sa.text("""SELECT pid FROM pg_stat_activity WHERE datname = current_database()
    AND (query LIKE 'LISTEN %' OR query IN ('SELECT 1;', 'SELECT pg_notify($1, $2)'))""")


async def another_carrier(engine: AsyncEngine, known: set[int]) -> set[int]:
    """Waits until one stands that is not known: the processes that serve them."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            async with engine.connect() as connection:
                found = set((await connection.scalars(CARRIERS)).all())
            if found - known:
                return found - known
            await asyncio.sleep(0.01)


@pytest.fixture
async def deaf(place: Place) -> AsyncIterator[Place]:
    """A second host on the same database, which no event reaches."""
    here = await another_carrier(place.engine, set())
    loopback = Loopback()
    app = create_app(place.settings, FakePool(), now=place.moment, outside=loopback)
    loopback.app = app
    async with running(app):
        [carrier] = await another_carrier(place.engine, here)
        os.kill(carrier, signal.SIGSTOP)
        try:
            yield replace(place, app=app)
        finally:
            os.kill(carrier, signal.SIGCONT)


async def test_member_sees_own_changes_on_a_host_that_receives_no_events(
    place: Place, deaf: Place, hana: Browser, alex: Browser
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
    unheard = 0
    async with deaf.browser() as mine, deaf.browser() as others, deaf.browser() as visitor:
        mine.http.cookies, others.http.cookies = hana.http.cookies, alex.http.cookies
        for verb, path, body in changes:
            before = [await read(mine, page) for page in pages]
            shared, cached = await read(others, "/community"), await read(visitor, "/community")

            assert (await hana.change(verb, path, json=body)).is_success
            unheard += await read(visitor, "/community") == cached
            after = [await read(mine, page) for page in pages]
            assert await read(others, "/community") != shared

            assert [one == other for one, other in zip(before, after, strict=True)] == [False] * 3
            here = [await read(hana, page) for page in pages]
            assert after == here
    # Visitors were sent a cached page, unless it had just expired.
    assert unheard > 0
