"""What counts as read: one post that was opened, or all; on every page of the member."""

import json

import pytest

from tests.fake_build import FakePool
from tests.server.community.builders import add_post
from tests.server.community.notifications.test_notification_kinds import is_marked
from tests.server.community.notifications.test_notifications import comment, shown
from tests.server.community.reactions.test_answers import ask
from tests.server.community.reactions.test_replies import written
from tests.server.community.relations.test_relations import hide
from tests.server.community.test_follows import follow
from tests.server.members import Browser, Moment, Place
from tests.server.moderation.test_cases import decide, list_cases, mori, report

pytestmark = pytest.mark.anyio

__all__ = ["mori"]


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


async def test_mark_is_off_when_the_list_has_become_empty_with_time(
    place: Place, moment: Moment, hana: Browser, alex: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    await written(alex, post_id, parent=await written(hana, post_id))
    await comment(alex, await add_post(place.engine, user_id=hana.member_id))
    await follow(hana, f"question:{(question := await ask(alex))}")
    moment.advance(minutes=1)
    await written(alex, question)
    await report(hana, f"post:{question}")
    assert await is_marked(hana)

    moment.advance(days=100)
    await place.sign_in(hana, "development-hana")

    assert await shown(hana) == []
    assert not await is_marked(hana)


@pytest.mark.parametrize("subject", ["post", "comment"])
async def test_mark_is_off_when_a_followed_question_or_its_comment_is_hidden(
    moment: Moment, hana: Browser, alex: Browser, mori: Browser, subject: str
) -> None:
    await follow(hana, f"question:{(question := await ask(alex))}")
    moment.advance(minutes=1)
    comment_id = await written(alex, question)
    assert await is_marked(hana)

    await report(mori, f"{subject}:{question if subject == 'post' else comment_id}")
    [case] = await list_cases(mori)
    assert (await decide(mori, case, "hide", rule="rude")).status_code == 201

    assert await shown(hana) == []
    assert not await is_marked(hana)


async def test_mark_is_off_when_the_author_of_a_followed_question_blocks(
    moment: Moment, hana: Browser, alex: Browser, mori: Browser
) -> None:
    await follow(hana, f"question:{(question := await ask(alex))}")
    moment.advance(minutes=1)
    await written(mori, question)
    assert await is_marked(hana)

    await hide(alex, hana.member_id, kind="block")

    assert await shown(hana) == []
    assert not await is_marked(hana)
