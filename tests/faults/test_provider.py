"""Fault 12: the identity provider is down, slow or broken; signed-in members are not affected."""

import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
import pytest

from tests.faults.members import Member, browsing
from tests.faults.provider import IdentityProvider, providing
from tests.faults.proxy import BLACKHOLE, PASS, REFUSE, RESET, Proxy, cut, latency, proxy_to, rate
from tests.running_site import RunningSite, running_site

pytestmark = [pytest.mark.fault, pytest.mark.anyio]

ANSWER_MOST_S = 10.0
FAILED = {"error": "auth_callback_failed"}
MANNERS = {
    "down": REFUSE,
    "resetting": RESET,
    "hung": BLACKHOLE,
    "slow": latency(6),
    "cut off": cut(30),
    "on a thin line": rate(20),
}


class Scene(NamedTuple):
    """A site, its provider, and the proxy between them."""

    site: RunningSite
    provider: IdentityProvider
    line: Proxy


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with providing() as provider, proxy_to(("127.0.0.1", provider.port)) as line:
        provider.issuer = f"http://127.0.0.1:{line.port}"
        with running_site(tmp_path, **provider.settings()) as site:  # type: ignore[arg-type]
            yield Scene(site, provider, line)


@pytest.fixture
async def hana(scene: Scene) -> AsyncIterator[Member]:
    async with browsing(scene.site.origin) as member:
        yield member


async def leave(scene: Scene) -> httpx.Response:
    async with browsing(scene.site.origin) as visitor:
        return await visitor.get("/api/auth/google")


async def timed_return(
    member: Member, started_sign_in: dict[str, str]
) -> tuple[dict[str, str], float]:
    started = time.monotonic()
    return await member.come_back(started_sign_in, "hana"), time.monotonic() - started


async def test_sign_in_fails_in_time_when_the_provider_fails(scene: Scene, hana: Member) -> None:
    await hana.sign_in("hana")
    for manner in MANNERS.values():
        async with browsing(scene.site.origin) as alex:
            started_sign_in = await alex.leave()
            scene.line.behave(manner)

            result, seconds = await timed_return(alex, started_sign_in)

            assert result == FAILED
            assert seconds < ANSWER_MOST_S
            assert (await alex.session())["member"] is None
            await expect_session_to_work(hana)
            scene.line.behave(PASS)
            await alex.sign_in("alex")


async def expect_session_to_work(member: Member) -> None:
    """Expect that a signed-in member can refresh the session and make changes."""
    assert (await member.session())["member"]
    assert (await member.change("POST", "/api/session/refresh")).status_code == 200
    await member.look()
    answer = await member.change("PUT", "/api/profiles/me/language", json={"language": "ja"})
    assert answer.status_code == 200


@pytest.mark.parametrize("name", ["down", "hung", "on a thin line"])
async def test_sign_in_start_fails_in_time_when_the_provider_never_responded(
    scene: Scene, hana: Member, name: str
) -> None:
    scene.line.behave(MANNERS[name])
    started = time.monotonic()
    answer = await leave(scene)

    target = answer.headers["location"]
    assert time.monotonic() - started < ANSWER_MOST_S
    # The callback page with the error, instead of the page of the unreachable provider.
    assert (answer.status_code, urlsplit(target).path) == (302, "/auth/callback")
    assert urlsplit(target).query == "error=auth_callback_failed"
    assert (await hana.get(target)).status_code == 200
    scene.line.behave(PASS)
    await hana.sign_in("hana")


async def test_sign_in_fails_when_the_provider_answers_500(scene: Scene, hana: Member) -> None:
    scene.provider.broken["/.well-known/openid-configuration"] = 500
    assert "error=auth_callback_failed" in (await leave(scene)).headers["location"]
    scene.provider.broken.clear()

    for path in ("/token", "/certs"):
        started_sign_in = await hana.leave()
        scene.provider.broken[path] = 500
        result, seconds = await timed_return(hana, started_sign_in)
        assert (result, seconds < ANSWER_MOST_S) == (FAILED, True)
        scene.provider.broken.clear()

    await hana.sign_in("hana")
