"""Read state of notifications: one post that was opened, or all; and the unread mark."""

import json

import pytest

from tests.fake_build import FakePool
from tests.server.community.builders import add_post
from tests.server.community.notifications.test_notification_kinds import has_unread_mark
from tests.server.community.notifications.test_notifications import (
    FORM,
    comment_on,
    notifications_of,
)
from tests.server.community.reactions.test_answers import write_question
from tests.server.community.reactions.test_replies import write_comment
from tests.server.community.relations.test_relations import hide
from tests.server.community.test_follows import follow
from tests.server.members import Browser, Moment, Place
from tests.server.moderation.test_cases import decide, list_cases, mori, report

pytestmark = pytest.mark.anyio

__all__ = ["mori"]

READ_FORM = "/api/notifications/read/form"


async def test_opened_post_is_read_and_others_stay_unread(
    place: Place, moment: Moment, hana: Browser, alex: Browser
) -> None:
    first, second = [await add_post(place.engine, user_id=hana.member_id) for _ in range(2)]
    for post_id in (first, second):
        await comment_on(alex, post_id)
    moment.advance(minutes=1)

    assert (await hana.change("PUT", f"/api/notifications/read/{first}")).status_code == 204

    state = {one["post_id"]: one["is_unread"] for one in await notifications_of(hana)}
    assert state == {first: False, second: True}
    assert await has_unread_mark(hana)
    assert (await hana.change("PUT", f"/api/notifications/read/{second}")).status_code == 204
    assert not await has_unread_mark(hana)
    moment.advance(minutes=1)
    await comment_on(alex, first)
    assert await has_unread_mark(hana)


async def test_page_of_the_post_marks_it_without_scripts(
    place: Place, hana: Browser, alex: Browser, pool: FakePool
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    await comment_on(alex, post_id)
    assert (await hana.get("/api/notifications/unread")).json() == {"has_unread": True}

    await alex.get(f"/post/{post_id}", headers={"accept": "text/html"})
    assert await has_unread_mark(hana)
    pool.payloads.clear()
    await hana.get(f"/post/{post_id}", headers={"accept": "text/html"})

    assert "has_unread" not in json.loads(pool.payloads[0])["viewer"]
    assert (await hana.get("/api/notifications/unread")).json() == {"has_unread": False}


async def test_marking_all_as_read_deletes_the_marks_of_posts(
    place: Place, hana: Browser, alex: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    await comment_on(alex, post_id)
    await hana.change("PUT", f"/api/notifications/read/{post_id}")
    assert await place.count("notification_reads") == 1

    await hana.change("PUT", "/api/notifications/read")

    assert await place.count("notification_reads") == 0
    assert (await hana.change("PUT", "/api/notifications/read/999999")).status_code == 204
    assert await place.count("notification_reads") == 0


async def commented_posts(place: Place, hana: Browser, alex: Browser) -> tuple[int, int]:
    """Adds two posts of Hana on which Alex comments, a minute apart; returns their ids."""
    first, second = [await add_post(place.engine, user_id=hana.member_id) for _ in range(2)]
    await comment_on(alex, first)
    place.moment.advance(minutes=1)
    await comment_on(alex, second)
    return first, second


async def test_form_marks_what_the_page_listed_and_nothing_newer(
    place: Place, moment: Moment, hana: Browser, alex: Browser
) -> None:
    first, second = await commented_posts(place, hana, alex)
    _, listed = await notifications_of(hana)
    moment.advance(minutes=1)

    body = f"member={hana.member_id}&language=ja&until={listed['at']}"
    without_scripts = FORM | {"x-csrf-token": "", "x-member-id": ""}
    for _ in range(2):
        answer = await hana.change("POST", READ_FORM, content=body, headers=without_scripts)
        assert answer.status_code == 303

    state = {one["post_id"]: one["is_unread"] for one in await notifications_of(hana)}
    assert state == {first: False, second: True}
    await hana.change("PUT", "/api/notifications/read")
    await hana.change("POST", READ_FORM, content=body, headers=without_scripts)
    assert not await has_unread_mark(hana)


@pytest.mark.parametrize("until", ["2026-11-21T04:00:30Z", "2026-11-21T04:00:30", "x", ""])
async def test_change_marks_nothing_newer_than_its_time_and_everything_without_a_valid_one(
    place: Place, hana: Browser, alex: Browser, until: str
) -> None:
    first, second = await commented_posts(place, hana, alex)

    answer = await hana.change("PUT", f"/api/notifications/read?until={until}")

    assert answer.status_code == 204
    state = {one["post_id"]: one["is_unread"] for one in await notifications_of(hana)}
    assert state == {first: False, second: until.endswith("Z")}


async def test_form_keeps_later_reads_and_marks_nothing_of_the_future(
    place: Place, moment: Moment, hana: Browser, alex: Browser
) -> None:
    first, second = await commented_posts(place, hana, alex)
    _, listed = await notifications_of(hana)
    moment.advance(minutes=1)
    await hana.change("PUT", f"/api/notifications/read/{second}")
    without_scripts = FORM | {"x-csrf-token": "", "x-member-id": ""}

    for until in (listed["at"], "2100-01-01T00:00:00Z"):
        body = f"member={hana.member_id}&language=ja&until={until}"
        await hana.change("POST", READ_FORM, content=body, headers=without_scripts)
        assert not await has_unread_mark(hana)

    moment.advance(minutes=1)
    await comment_on(alex, first)
    assert await has_unread_mark(hana)


async def test_mark_is_off_when_all_notifications_are_too_old_for_the_list(
    place: Place, moment: Moment, hana: Browser, alex: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    await write_comment(alex, post_id, parent=await write_comment(hana, post_id))
    await comment_on(alex, await add_post(place.engine, user_id=hana.member_id))
    await follow(hana, f"question:{(question := await write_question(alex))}")
    moment.advance(minutes=1)
    await write_comment(alex, question)
    await report(hana, f"post:{question}")
    assert await has_unread_mark(hana)

    moment.advance(days=100)
    await place.sign_in(hana, "development-hana")

    assert await notifications_of(hana) == []
    assert not await has_unread_mark(hana)


@pytest.mark.parametrize("subject", ["post", "comment"])
async def test_mark_is_off_when_a_followed_question_or_its_comment_is_hidden(
    moment: Moment, hana: Browser, alex: Browser, mori: Browser, subject: str
) -> None:
    await follow(hana, f"question:{(question := await write_question(alex))}")
    moment.advance(minutes=1)
    comment_id = await write_comment(alex, question)
    assert await has_unread_mark(hana)

    await report(mori, f"{subject}:{question if subject == 'post' else comment_id}")
    [case] = await list_cases(mori)
    assert (await decide(mori, case, "hide", rule="rude")).status_code == 201

    assert await notifications_of(hana) == []
    assert not await has_unread_mark(hana)


async def test_mark_is_off_when_the_author_of_a_followed_question_blocks(
    moment: Moment, hana: Browser, alex: Browser, mori: Browser
) -> None:
    await follow(hana, f"question:{(question := await write_question(alex))}")
    moment.advance(minutes=1)
    await write_comment(mori, question)
    assert await has_unread_mark(hana)

    await hide(alex, hana.member_id, kind="block")

    assert await notifications_of(hana) == []
    assert not await has_unread_mark(hana)
