"""Notifications of the reporter about a case whose text was deleted before the decision."""

import pytest

from server.community.dependencies import CommunityDependencies
from tests.server.community.builders import value
from tests.server.members import Browser, Place
from tests.server.moderation.test_cases import decide, list_cases, mori
from tests.server.moderation.test_deleted_things import erase_deleted, write_report_and_delete

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

__all__ = ("mori",)


async def kinds(browser: Browser) -> list[str]:
    """Returns the kinds of the member's notifications."""
    listed = (await browser.get("/api/notifications")).json()["notifications"]
    return [one["kind"] for one in listed]


async def test_reporter_reads_that_a_deleted_text_no_longer_exists(
    place: Place, hana: Browser, alex: Browser, mori: Browser, community: CommunityDependencies
) -> None:
    for kind, decision in (("comment", "keep"), ("post", "remove")):
        await write_report_and_delete(place, alex, hana, kind)
        await erase_deleted(place, community)
        [case] = await list_cases(mori)

        assert (await decide(mori, case, decision)).status_code == 201

    assert await kinds(hana) == ["report-gone", "report-gone"]


async def test_reporter_reads_of_an_act_on_the_author_of_a_deleted_text(
    place: Place, hana: Browser, alex: Browser, mori: Browser, community: CommunityDependencies
) -> None:
    await write_report_and_delete(place, alex, hana)
    await erase_deleted(place, community)
    [case] = await list_cases(mori)

    await decide(mori, case, "warn")

    assert await kinds(hana) == ["report-acted"]
    assert await value(place.engine, "SELECT outcome FROM reports") == "warn"
