"""Fault 17: changes on one host apply on the other, behind a proxy without sticky sessions."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest
import websockets

from server.accounts.sessions.endpoints.sign_in import STARTS
from server.media.storage.s3 import Account
from tests.faults.members import Member, member_client, post_body
from tests.faults.provider import running_provider
from tests.faults.replicas import PROXIES, Replicas, new_database, replicas, store_settings
from tests.redis_server import running_redis
from tests.server.media.uploads.upload_requests import addresses_of
from tests.server.stores import s3_account, s3_server

__all__ = ["s3_account", "s3_server"]

pytestmark = [pytest.mark.fault, pytest.mark.anyio]

SOON_S = 1.0
ONE, OTHER = "one", "other"


@pytest.fixture(params=PROXIES)
def both(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    postgresql: str,
    s3_account: Account,
) -> Iterator[Replicas]:
    """Two hosts that share PostgreSQL, Redis and an S3 store, behind each proxy."""
    shared = {"DATABASE_URL": new_database(postgresql), **store_settings(s3_account)}
    folder = tmp_path_factory.mktemp("both")
    with (
        running_provider() as provider,
        running_redis() as redis,
        replicas(
            folder, request.param, **shared, **provider.settings(), REDIS_URL=redis.url
        ) as both,
    ):
        yield both


@pytest.fixture
async def hana(both: Replicas) -> AsyncIterator[Member]:
    async with member_client(both.origin) as member:
        yield member


async def test_two_hosts_behave_as_one_site_for_a_member(both: Replicas, hana: Member) -> None:
    async with AsyncExitStack() as stack:
        alex = await stack.enter_async_context(member_client(both.origin))
        await sign_in_begun_on_one_host_ends_on_the_other(hana)
        await alex.sign_in("alex")
        await both_hosts_answer_for_the_session(both, hana)
        await csrf_token_of_one_host_is_valid_on_the_other(hana)
        post = await image_uploaded_to_one_host_is_shown_by_the_other(hana)
        await event_of_one_host_is_sent_by_the_other(both, alex, post)
        await name_changed_on_one_host_is_shown_by_the_other(hana)
        await post_removed_on_one_host_is_gone_on_the_other(hana, post)
        await sign_out_everywhere_applies_on_both_hosts(both, hana)
        await sign_in_rate_limit_is_shared_by_both_hosts(both)


async def sign_in_begun_on_one_host_ends_on_the_other(member: Member) -> None:
    started_sign_in = await member.begin_sign_in(ONE)

    assert await member.finish_sign_in(started_sign_in, "hana", OTHER) == {
        "signed_in": "1",
        "welcome": "1",
    }
    # Code and state of a sign-in are valid once, whichever host receives them.
    assert "error" in await member.finish_sign_in(started_sign_in, "hana", ONE)


async def both_hosts_answer_for_the_session(both: Replicas, member: Member) -> None:
    answers = [await member.get("/api/session") for _ in range(8)]

    assert {answer.headers["x-answered-by"] for answer in answers} == {
        f"127.0.0.1:{port}" for port in both.ports
    }
    assert {answer.json()["member"]["id"] for answer in answers} == {
        (await member.session())["member"]["id"]
    }


async def csrf_token_of_one_host_is_valid_on_the_other(member: Member) -> None:
    await member.load_session(ONE)
    language = {"language": "ja"}

    for via in (ONE, OTHER):
        answer = await member.change("PUT", "/api/profiles/me/language", via, json=language)
        assert answer.status_code == 200, answer.text
    refreshed = await member.change("POST", "/api/session/refresh", OTHER)
    assert refreshed.status_code == 200
    answer = await member.change("PUT", "/api/profiles/me/language", ONE, json=language)
    assert answer.status_code == 200


async def image_uploaded_to_one_host_is_shown_by_the_other(member: Member) -> int:
    sent = (await member.upload(ONE)).json()
    post = await member.write("一番茶の色です", OTHER, images=[sent["id"]])

    shown = (await member.get(f"/api/posts/{post}", ONE)).json()["images"]
    assert len(shown) == 1
    for address in addresses_of(sent["image"]):
        for via in (ONE, OTHER):
            assert (await member.get(address, via)).status_code == 200
    return post


async def event_of_one_host_is_sent_by_the_other(both: Replicas, member: Member, post: int) -> None:
    address = f"ws://localhost:{both.port}/api/live"
    wanted = {"x-wanted": ONE}
    async with websockets.connect(address, origin=both.origin, additional_headers=wanted) as page:  # type: ignore[arg-type]
        answer = await member.change("PUT", f"/api/posts/{post}/like", OTHER)
        assert answer.status_code < 300, answer.text

        async with asyncio.timeout(5):
            event: dict[str, Any] = msgspec.json.decode(await page.recv())
    assert (event["type"], event["id"], event["likes"]) == ("postChanged", post, 1)


async def name_changed_on_one_host_is_shown_by_the_other(member: Member) -> None:
    page = f"/members/{(await member.session())['member']['id']}"
    async with member_client(str(member.http.base_url)) as visitor:
        assert "Hana of Uji" not in (await visitor.get(page, OTHER)).text
        named = {"display_name": "Hana of Uji", "language": "ja"}
        await member.change("PUT", "/api/profiles/me", ONE, json=named)

        async def is_shown() -> bool:
            return "Hana of Uji" in (await visitor.get(page, OTHER)).text

        await expect_soon(is_shown)


async def post_removed_on_one_host_is_gone_on_the_other(member: Member, post: int) -> None:
    async with member_client(str(member.http.base_url)) as visitor:
        page = f"/post/{post}"
        for via in (ONE, OTHER):
            assert (await visitor.get(page, via)).status_code == 200
        assert (await member.change("DELETE", f"/api/posts/{post}", ONE)).status_code == 204

        async def is_gone() -> bool:
            return {(await visitor.get(page, via)).status_code for via in (ONE, OTHER)} == {410}

        await expect_soon(is_gone)


async def sign_out_everywhere_applies_on_both_hosts(both: Replicas, member: Member) -> None:
    async with member_client(both.origin) as other_browser:
        await other_browser.sign_in("hana")
        assert (await other_browser.session(OTHER))["member"]

        assert (await member.change("DELETE", "/api/sessions", ONE)).status_code == 204

        for via in (ONE, OTHER):
            assert (await other_browser.session(via))["member"] is None
        refused = await other_browser.change("POST", "/api/posts", OTHER, json=post_body("はい"))
        assert refused.status_code == 401


async def sign_in_rate_limit_is_shared_by_both_hosts(both: Replicas) -> None:
    async with member_client(both.origin) as visitor:
        answers = [await visitor.get("/api/auth/google") for _ in range(2 * STARTS.most)]

    statuses = [answer.status_code for answer in answers]
    assert 0 < statuses.count(302) < STARTS.most
    assert set(statuses) == {302, 429}
    # In the end both hosts refuse.
    assert len({answer.headers["x-answered-by"] for answer in answers[-8:]}) == 2


async def expect_soon(holds: Any) -> None:
    """Waits until a condition holds; fails after a second."""
    changed_at = time.monotonic()
    while not await holds():
        assert time.monotonic() - changed_at < SOON_S
        await asyncio.sleep(0.02)
