"""Fault 23: the network to the database is slow, has a low rate, or loses connections."""

import time
from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest

from tests.faults.databases import UNCACHED, ProxiedSite, set_language
from tests.faults.members import Member, member_client, post_body
from tests.faults.proxy import PASS, cut, latency, rate

pytestmark = [pytest.mark.fault, pytest.mark.anyio]

# A request runs a few statements in a row, each with a timeout of three seconds.
ANSWER_MOST_S = 10.0
RECOVERY_MOST_S = 5.0
STATIC = ("/", "/ja/about", "/cultivars", "/ja/cultivars/saemidori")
BEHAVIOURS = {
    "far": latency(0.1),
    "slow": latency(0.4),
    "low rate": rate(4_000),
    "cut now and then": cut(6_000),
    "cut all the time": cut(300),
}


@pytest.fixture
async def hana(proxied_site: ProxiedSite) -> AsyncIterator[Member]:
    async with member_client(proxied_site.site.origin) as hana:
        await hana.sign_in("hana")
        yield hana


async def test_poor_network_to_the_database_duplicates_no_post(
    proxied_site: ProxiedSite, hana: Member
) -> None:
    keys = []
    async with httpx.AsyncClient(base_url=proxied_site.site.origin, timeout=30) as visitor:
        for name, behaviour in BEHAVIOURS.items():
            proxied_site.network.behave(behaviour)
            statuses = await statuses_of_requests(hana, name)
            # Pages without database access still work.
            for path in STATIC:
                assert (await visitor.get(path)).status_code == 200
            if name in ("low rate", "cut now and then"):
                keys.append(str(uuid4()))
                await write(hana, keys[-1])

            print(f"\nthe network is {name}: {sorted(statuses)}")
            assert statuses <= {200, 503}
            assert name != "far" or statuses == {200}
            proxied_site.network.behave(PASS)
            assert await proxied_site.seconds_until_recovery(hana) <= RECOVERY_MOST_S

    # A retry of each failed post writes it once.
    for key in keys:
        assert (await write(hana, key)).status_code == 201
    rows = await proxied_site.query("SELECT content FROM posts")
    assert sorted(row.content for row in rows) == sorted(f"wish {key}" for key in keys)


async def statuses_of_requests(member: Member, name: str) -> set[int]:
    """Requests a list, a page and a change three times; returns the statuses."""
    statuses = set()
    for request in (read_list, read_page, set_language) * 3:
        started = time.monotonic()
        statuses.add((await request(member)).status_code)
        assert time.monotonic() - started < ANSWER_MOST_S, name
    return statuses


async def read_list(member: Member) -> httpx.Response:
    return await member.get(UNCACHED)


async def read_page(member: Member) -> httpx.Response:
    return await member.get("/ja/community?category=shop")


async def write(member: Member, key: str) -> httpx.Response:
    answer = await member.change("POST", "/api/posts", key=key, json=post_body(f"wish {key}"))
    assert answer.status_code in (201, 503), answer.text
    return answer
