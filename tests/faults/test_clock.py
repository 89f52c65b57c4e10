"""Fault 13: the host's clock jumps by an hour, or shows a critical date."""

import asyncio
import html
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.faults.members import Member, member_client
from tests.faults.provider import IdentityProvider, running_provider
from tests.running_site import RunningSite, running_site

FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)

pytestmark = [
    pytest.mark.fault,
    pytest.mark.anyio,
    pytest.mark.skipif(not FAKETIME, reason="there is no libfaketime here (Debian: faketime)"),
]

HOUR_S = 3600
# More than a second, because the payload contains the time in whole seconds.
OVER_A_SECOND_S = 1.1
STARTS_MOST = 20


@dataclass(frozen=True)
class Clock:
    """The host's wall clock; its monotonic clock is not changed."""

    file: Path
    provider: IdentityProvider

    def set(self, ahead_s: int) -> None:
        """Sets the host's clock ahead of the real time, or behind it."""
        self.file.write_text(f"{ahead_s:+d}\n")

    def set_to(self, moment: datetime) -> int:
        """Sets the clocks of host and provider; returns the seconds that they are ahead."""
        ahead_s = int(moment.timestamp() - time.time())
        self.provider.ahead_s = ahead_s
        self.set(ahead_s)
        return ahead_s


@dataclass(frozen=True)
class SiteWithClock:
    """Site in a time zone with summer time, and its clock."""

    site: RunningSite
    clock: Clock


@pytest.fixture
def clock_site(tmp_path: Path) -> Iterator[SiteWithClock]:
    file = tmp_path / "clock"
    with running_provider() as provider:
        clock = Clock(file, provider)
        clock.set(0)
        settings = {
            **provider.settings(),
            "LD_PRELOAD": str(FAKETIME),
            "FAKETIME_TIMESTAMP_FILE": str(file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "TZ": "America/Los_Angeles",
            "PAGE_CACHE_MB": "0",
        }
        with running_site(tmp_path, **settings) as site:  # type: ignore[arg-type]
            yield SiteWithClock(site, clock)


async def expect_session_to_work(member: Member) -> None:
    """Checks that the member can read and refresh the session, and make a change."""
    assert (await member.session())["member"]
    assert (await member.change("POST", "/api/session/refresh")).status_code == 200
    answer = await member.change("PUT", "/api/profiles/me/language", json={"language": "ja"})
    assert answer.status_code == 200, answer.text


async def ages_on(member: Member, path: str) -> list[str]:
    """Returns the texts of the `time` elements of a page, such as "1 hour ago"."""
    page = (await member.get(path)).text
    assert '<div id="root"></div>' not in page
    return [html.unescape(text) for text in re.findall(r"<time [^>]*>(.*?)</time>", page)]


async def test_session_and_post_ages_survive_a_clock_jump_of_an_hour(
    clock_site: SiteWithClock,
) -> None:
    for sign, subject in ((1, "hana"), (-1, "alex")):
        async with member_client(clock_site.site.origin) as member:
            await member.sign_in(subject)
            await jump_there_and_back(clock_site, member, sign)


async def jump_there_and_back(clock_site: SiteWithClock, hana: Member, sign: int) -> None:
    post = await hana.write("時計の前の一杯")
    clock_site.clock.set(sign * HOUR_S)
    await expect_session_to_work(hana)

    await asyncio.sleep(OVER_A_SECOND_S)
    # A post from the future is shown as new; no age is negative.
    expected = {1: ["1 hour ago", "1時間前"], -1: ["just now", "たった今"]}[sign]
    ages = [(await ages_on(hana, f"{prefix}/post/{post}"))[0] for prefix in ("", "/ja")]
    assert ages == expected
    written = await hana.write("時計の後の一杯")
    assert (await hana.get(f"/post/{written}")).status_code == 200
    feed = (await hana.get("/api/posts")).json()["posts"]
    assert {post, written} <= {each["id"] for each in feed}

    clock_site.clock.set(0)
    await expect_session_to_work(hana)


async def test_rate_limit_still_applies_after_a_clock_jump(clock_site: SiteWithClock) -> None:
    async with member_client(clock_site.site.origin) as visitor:
        errors = [(await visitor.begin_sign_in()).get("error") for _ in range(STARTS_MOST)]
        assert set(errors) == {None}

        for ahead_s in (0, HOUR_S, -HOUR_S):
            clock_site.clock.set(ahead_s)
            answer = await visitor.get("/api/auth/google")
            assert answer.status_code == 429
            assert 0 < int(answer.headers["retry-after"]) <= 600


MOMENTS = {
    "the last second of 32 bits": datetime(2038, 1, 19, 3, 14, 6, tzinfo=UTC),
    "the leap day begins": datetime(2028, 2, 28, 23, 59, 58, tzinfo=UTC),
    "the leap day ends": datetime(2028, 2, 29, 23, 59, 58, tzinfo=UTC),
    "summer time ends": datetime(2026, 11, 1, 8, 59, 58, tzinfo=UTC),
    "summer time begins": datetime(2027, 3, 14, 9, 59, 58, tzinfo=UTC),
}


async def test_sign_in_and_posts_work_at_critical_dates(clock_site: SiteWithClock) -> None:
    for moment in MOMENTS.values():
        async with member_client(clock_site.site.origin) as hana:
            ahead_s = clock_site.clock.set_to(moment)
            await hana.sign_in("hana")
            post = await hana.write("この日の一杯")
            clock_site.clock.set(ahead_s + 65)

            await expect_session_to_work(hana)
            assert (await ages_on(hana, f"/post/{post}"))[0] == "1 minute ago"
            shown = (await hana.get(f"/api/posts/{post}")).json()["created_at"]
            away = abs(datetime.fromisoformat(shown) - moment)
            assert away.total_seconds() < 30
