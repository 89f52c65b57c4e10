"""Rate limits of two hosts that share a Redis."""

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial

import httpx
import pytest

from server.app import create_app
from server.settings import Settings
from server.web.rate_limits.shared_rates import SharedRates
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.redis_server import RedisServer
from tests.server.community.builders import NEW
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


@pytest.fixture
def settings(settings: Settings, redis_server: RedisServer) -> Settings:
    """Returns settings with a Redis whose data was deleted."""
    with redis_server.client() as client:
        client.flushall()
    return replace(settings, redis_url=redis_server.url)


@pytest.fixture(autouse=True)
def long_redis_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raises the timeout of Redis: after one, a host counts without Redis for a while."""
    monkeypatch.setattr("server.parts.SharedRates", partial(SharedRates, timeout_s=20))


@pytest.fixture
async def second_host(place: Place) -> AsyncIterator[Place]:
    """Yields a second host of the same site."""
    app = create_app(place.settings, FakePool(), now=place.moment)
    async with running(app):
        yield replace(place, app=app)


async def test_post_limit_of_a_member_is_shared_by_two_hosts(
    place: Place, second_host: Place, hana: Browser
) -> None:
    await place.make_established(hana)
    async with second_host.browser() as there:
        there.http.cookies.update(hana.http.cookies)
        there.csrf, there.member_id = hana.csrf, hana.member_id

        answers = [
            await browser.change("POST", "/api/posts", json=NEW)
            for _ in range(10)
            for browser in (hana, there)
        ]

    statuses = [answer.status_code for answer in answers]
    assert statuses.count(201) == 10
    assert statuses.count(429) == len(statuses) - statuses.count(201)
    assert await place.count("posts") == statuses.count(201)


async def test_sign_in_limit_is_shared_and_ignores_untrusted_forwarded_addresses(
    place: Place, second_host: Place
) -> None:
    statuses = []
    for number in range(25):
        headers = {"x-forwarded-for": f"192.0.2.{number}", "x-real-ip": f"192.0.2.{number}"}
        for host in (place, second_host):
            async with host.browser("203.0.113.50") as browser:
                answer = await browser.get("/api/auth/google", headers=headers)
                statuses.append(answer.status_code)

    assert 10 <= statuses.count(302) <= 20
    assert statuses.count(429) == 50 - statuses.count(302)


async def test_host_limits_sign_ins_and_is_live_without_redis(settings: Settings) -> None:
    app = create_app(replace(settings, redis_url="redis://:secret@127.0.0.1:1"), FakePool())
    async with running(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
            started = [await client.get("/api/auth/google") for _ in range(12)]
            live = await client.get("/health/live")

    assert [answer.status_code for answer in started[:10]] == [302] * 10
    assert {answer.status_code for answer in started[10:]} == {429}
    assert live.status_code == 200
