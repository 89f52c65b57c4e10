"""Notifications without a post, which are marked as read by group: by the page they lead to."""

import json

import pytest

from server.contracts.catalogue import CULTIVARS
from tests.fake_build import FakePool
from tests.server.community.builders import add_post
from tests.server.community.notifications.test_notification_kinds import has_unread_mark
from tests.server.community.notifications.test_notifications import comment_on, notifications_of
from tests.server.community.test_member_data import REMOVAL
from tests.server.members import Browser, Moment, Place
from tests.server.moderation.test_cases import decide, list_cases, mori, report

pytestmark = pytest.mark.anyio

__all__ = ["mori"]

GROUPS = ["decisions", "reports", "cultivar:saemidori", "cultivar:yabukita"]


async def mark_as_read(browser: Browser, group: str) -> int:
    """Marks the notifications of a group as read; returns the status."""
    return (await browser.change("PUT", f"/api/notifications/read/groups/{group}")).status_code


async def unread_groups(browser: Browser) -> set[str]:
    """Returns the groups with an unread notification; checks that the unread mark agrees."""
    found = {one["group"] for one in await notifications_of(browser) if one["is_unread"]}
    assert await has_unread_mark(browser) == bool(found)
    return found


async def correct_record(hana: Browser, mori: Browser, cultivar: str) -> None:
    """Has Hana report an error in a record and Mori accept the correction."""
    given = {"subject": f"cultivar:{cultivar}", "reason": "wrongFact", "note": "1990年の登録です"}
    assert (await hana.change("POST", "/api/reports", json=given)).status_code == 201
    [case] = await list_cases(mori)
    assert (await decide(mori, case, "accept", rule="wrongFact")).status_code == 201


async def hide_post(place: Place, alex: Browser, hana: Browser, mori: Browser) -> None:
    """Has Alex report a post of Hana and Mori hide it."""
    post_id = await add_post(place.engine, user_id=hana.member_id)
    await report(alex, f"post:{post_id}")
    [case] = await list_cases(mori)
    assert (await decide(mori, case, "hide")).status_code == 201


@pytest.fixture
async def notified_in_each_group(place: Place, hana: Browser, alex: Browser, mori: Browser) -> None:
    """Gives Hana an unread notification in each group."""
    await hide_post(place, alex, hana, mori)
    await report(hana, f"post:{await add_post(place.engine)}")
    [case] = await list_cases(mori)
    assert (await decide(mori, case, "keep")).status_code == 201
    await correct_record(hana, mori, "saemidori")
    await correct_record(hana, mori, "yabukita")


@pytest.mark.usefixtures("notified_in_each_group")
async def test_groups_are_read_one_by_one_and_the_last_removes_the_mark(
    moment: Moment, hana: Browser, visitor: Browser
) -> None:
    assert await mark_as_read(visitor, "decisions") == 401
    assert await unread_groups(hana) == set(GROUPS)
    moment.advance(minutes=1)

    for read, group in enumerate(GROUPS, start=1):
        assert await mark_as_read(hana, group) == 204
        assert await unread_groups(hana) == set(GROUPS[read:])


@pytest.mark.usefixtures("notified_in_each_group")
async def test_later_notification_of_a_read_group_is_unread(
    place: Place, moment: Moment, hana: Browser, alex: Browser, mori: Browser
) -> None:
    for group in GROUPS:
        await mark_as_read(hana, group)
    moment.advance(minutes=1)

    await hide_post(place, alex, hana, mori)
    assert await unread_groups(hana) == {"decisions"}
    await correct_record(hana, mori, "saemidori")
    assert await unread_groups(hana) == {"decisions", "cultivar:saemidori"}
    moment.advance(minutes=1)
    await mark_as_read(hana, "decisions")

    assert await unread_groups(hana) == {"cultivar:saemidori"}


@pytest.mark.usefixtures("notified_in_each_group")
async def test_reading_a_group_leaves_posts_unread_and_other_members_alone(
    place: Place, hana: Browser, alex: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    await comment_on(alex, post_id)
    for group in GROUPS:
        await mark_as_read(hana, group)

    assert [one["post_id"] for one in await notifications_of(hana) if one["is_unread"]] == [post_id]
    assert await has_unread_mark(hana)
    assert await unread_groups(alex) == {"reports"}


@pytest.mark.usefixtures("notified_in_each_group")
async def test_marking_all_deletes_the_marks_of_groups(place: Place, hana: Browser) -> None:
    for group in GROUPS:
        await mark_as_read(hana, group)
    assert await place.count("notification_group_reads") == len(GROUPS)

    await hana.change("PUT", "/api/notifications/read")

    assert await place.count("notification_group_reads") == 0
    assert await unread_groups(hana) == set()


@pytest.mark.usefixtures("notified_in_each_group")
async def test_record_that_left_the_catalogue_is_read_under_its_former_id(
    hana: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = {id: record for id, record in CULTIVARS.items() if id != "saemidori"}
    monkeypatch.setattr("server.community.queries.notifications.CULTIVARS", left)
    [kind] = [
        one["kind"] for one in await notifications_of(hana) if one["group"] == "cultivar:saemidori"
    ]
    assert kind == "report-acted"

    await mark_as_read(hana, "cultivar:saemidori")

    assert await unread_groups(hana) == set(GROUPS) - {"cultivar:saemidori"}


@pytest.mark.usefixtures("notified_in_each_group")
async def test_account_page_marks_decisions_alone_without_scripts(
    place: Place, hana: Browser, alex: Browser, mori: Browser, pool: FakePool
) -> None:
    html = {"accept": "text/html"}
    for page in ("/guidelines", "/cultivars/saemidori", "/notifications"):
        await hana.get(page, headers=html)
    assert await unread_groups(hana) == set(GROUPS)

    await hana.get("/ja/account", headers=html)
    assert await unread_groups(hana) == set(GROUPS) - {"decisions"}
    for group in GROUPS[1:]:
        await mark_as_read(hana, group)
    place.moment.advance(minutes=1)
    await hide_post(place, alex, hana, mori)
    assert await unread_groups(hana) == {"decisions"}
    pool.payloads.clear()
    await hana.get("/account", headers=html)

    assert "has_unread" not in json.loads(pool.payloads[0])["viewer"]
    assert await unread_groups(hana) == set()


async def test_unknown_group_and_a_record_that_was_not_reported_store_nothing(
    place: Place, hana: Browser
) -> None:
    for group in ("post:1", "cultivar:", "cultivar:Saemidori", "others", "x" * 60):
        assert await mark_as_read(hana, group) == 404
    assert await mark_as_read(hana, "cultivar:saemidori") == 204

    assert await place.count("notification_group_reads") == 0


async def test_marks_are_deleted_after_the_notifications_and_with_the_account(
    place: Place, moment: Moment, hana: Browser
) -> None:
    await mark_as_read(hana, "reports")
    moment.advance(days=100)
    await place.sign_in(hana, "development-hana")

    await mark_as_read(hana, "decisions")
    assert await place.count("notification_group_reads") == 1
    assert (await hana.change("DELETE", "/api/account", json=REMOVAL)).status_code == 204

    assert await place.count("notification_group_reads") == 0
