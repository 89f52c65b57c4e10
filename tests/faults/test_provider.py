"""Fault 12: the identity provider is down, slow or broken; signed-in members are not affected."""

import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
import pytest

from tests.faults.members import Member, member_client
from tests.faults.provider import IdentityProvider, running_provider
from tests.faults.proxy import BLACKHOLE, PASS, REFUSE, RESET, Proxy, cut, latency, proxy_to, rate
from tests.running_site import RunningSite, running_site

pytestmark = [pytest.mark.fault, pytest.mark.anyio]

ANSWER_MOST_S = 10.0
FAILED = {"error": "auth_callback_failed"}
BEHAVIOURS = {
    "down": REFUSE,
    "resetting": RESET,
    "hung": BLACKHOLE,
    "slow": latency(6),
    "cut off": cut(30),
    "at a low rate": rate(20),
}


class ProxiedSite(NamedTuple):
    """Site, its identity provider, and the proxy between them."""

    site: RunningSite
    provider: IdentityProvider
    network: Proxy


@pytest.fixture
def proxied_site(tmp_path: Path) -> Iterator[ProxiedSite]:
    with running_provider() as provider, proxy_to(("127.0.0.1", provider.port)) as network:
        provider.issuer = f"http://127.0.0.1:{network.port}"
        with running_site(tmp_path, **provider.settings()) as site:  # type: ignore[arg-type]
            yield ProxiedSite(site, provider, network)


@pytest.fixture
async def hana(proxied_site: ProxiedSite) -> AsyncIterator[Member]:
    async with member_client(proxied_site.site.origin) as member:
        yield member


async def start_sign_in(proxied_site: ProxiedSite) -> httpx.Response:
    async with member_client(proxied_site.site.origin) as visitor:
        return await visitor.get("/api/auth/google")


async def finish_sign_in_timed(
    member: Member, started_sign_in: dict[str, str]
) -> tuple[dict[str, str], float]:
    started = time.monotonic()
    return await member.finish_sign_in(started_sign_in, "hana"), time.monotonic() - started


async def test_sign_in_fails_in_time_when_the_provider_fails(
    proxied_site: ProxiedSite, hana: Member
) -> None:
    await hana.sign_in("hana")
    for behaviour in BEHAVIOURS.values():
        async with member_client(proxied_site.site.origin) as alex:
            started_sign_in = await alex.begin_sign_in()
            proxied_site.network.behave(behaviour)

            result, seconds = await finish_sign_in_timed(alex, started_sign_in)

            assert result == FAILED
            assert seconds < ANSWER_MOST_S
            assert (await alex.session())["member"] is None
            await expect_session_to_work(hana)
            proxied_site.network.behave(PASS)
            await alex.sign_in("alex")


async def expect_session_to_work(member: Member) -> None:
    """Checks that a signed-in member can refresh the session and make changes."""
    assert (await member.session())["member"]
    assert (await member.change("POST", "/api/session/refresh")).status_code == 200
    await member.load_session()
    answer = await member.change("PUT", "/api/profiles/me/language", json={"language": "ja"})
    assert answer.status_code == 200


@pytest.mark.parametrize("name", ["down", "hung", "at a low rate"])
async def test_sign_in_start_fails_in_time_when_the_provider_never_responded(
    proxied_site: ProxiedSite, hana: Member, name: str
) -> None:
    proxied_site.network.behave(BEHAVIOURS[name])
    started = time.monotonic()
    answer = await start_sign_in(proxied_site)

    target = answer.headers["location"]
    assert time.monotonic() - started < ANSWER_MOST_S
    # The visitor gets the callback page with an error, not the unreachable provider's page.
    assert (answer.status_code, urlsplit(target).path) == (302, "/auth/callback")
    assert urlsplit(target).query == "error=auth_callback_failed"
    assert (await hana.get(target)).status_code == 200
    proxied_site.network.behave(PASS)
    await hana.sign_in("hana")


async def test_sign_in_fails_when_the_provider_answers_500(
    proxied_site: ProxiedSite, hana: Member
) -> None:
    proxied_site.provider.failures["/.well-known/openid-configuration"] = 500
    assert "error=auth_callback_failed" in (await start_sign_in(proxied_site)).headers["location"]
    proxied_site.provider.failures.clear()

    for path in ("/token", "/certs"):
        started_sign_in = await hana.begin_sign_in()
        proxied_site.provider.failures[path] = 500
        result, seconds = await finish_sign_in_timed(hana, started_sign_in)
        assert (result, seconds < ANSWER_MOST_S) == (FAILED, True)
        proxied_site.provider.failures.clear()

    await hana.sign_in("hana")
