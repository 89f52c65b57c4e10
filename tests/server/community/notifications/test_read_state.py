"""What counts as read: one post that was opened, or all; on every page of the member."""

import json

import pytest

from tests.fake_build import FakePool
from tests.server.community.builders import add_post
from tests.server.community.notifications.test_notification_kinds import is_marked
from tests.server.community.notifications.test_notifications import comment, shown
from tests.server.members import Browser, Moment, Place

pytestmark = pytest.mark.anyio


async def test_opened_post_is_read_and_others_stay_unread(
    place: Place, moment: Moment, hana: Browser, alex: Browser
) -> None:
    first, second = [await add_post(place.engine, user_id=hana.member_id) for _ in range(2)]
    for post_id in (first, second):
        await comment(alex, post_id)
    moment.advance(minutes=1)

    assert (await hana.change("PUT", f"/api/notifications/read/{first}")).status_code == 204

    state = {one["post_id"]: one["is_unread"] for one in await shown(hana)}
    assert state == {first: False, second: True}
    assert await is_marked(hana)
    assert (await hana.change("PUT", f"/api/notifications/read/{second}")).status_code == 204
    assert not await is_marked(hana)
    moment.advance(minutes=1)
    await comment(alex, first)
    assert await is_marked(hana)


async def test_page_of_the_post_marks_it_without_scripts(
    place: Place, hana: Browser, alex: Browser, pool: FakePool
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    await comment(alex, post_id)
    assert (await hana.get("/api/notifications/unread")).json() == {"has_unread": True}

    await alex.get(f"/post/{post_id}", headers={"accept": "text/html"})
    assert await is_marked(hana)
    pool.payloads.clear()
    await hana.get(f"/post/{post_id}", headers={"accept": "text/html"})

    assert "has_unread" not in json.loads(pool.payloads[0])["viewer"]
    assert (await hana.get("/api/notifications/unread")).json() == {"has_unread": False}


async def test_marking_all_forgets_what_was_opened_before(
    place: Place, hana: Browser, alex: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    await comment(alex, post_id)
    await hana.change("PUT", f"/api/notifications/read/{post_id}")
    assert await place.count("notification_reads") == 1

    await hana.change("PUT", "/api/notifications/read")

    assert await place.count("notification_reads") == 0
    assert (await hana.change("PUT", "/api/notifications/read/999999")).status_code == 204
    assert await place.count("notification_reads") == 0
