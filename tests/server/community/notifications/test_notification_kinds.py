"""Notifications of replies, answers, followed things and reports, and texts without any."""

from typing import Any

import pytest

from tests.server.community.builders import add_post
from tests.server.community.letters.test_notification_choices import save_choices
from tests.server.community.notifications.test_notifications import notifications_of
from tests.server.community.reactions.test_answers import write_answer, write_question
from tests.server.community.reactions.test_replies import write_comment
from tests.server.community.relations.test_relations import hide, mute_topics
from tests.server.community.test_follows import FORM, LIST, follow, followed
from tests.server.members import Browser, Place
from tests.server.operations import grant_role

pytestmark = pytest.mark.anyio

# Fields of a post about the followed thing, by kind of follow.
THINGS = {
    "cultivar": {"tea_variety": "saemidori"},
    "prefecture": {"prefecture": "kyoto"},
    "tea-type": {"tea_type": "gyokuro"},
}


async def kinds(browser: Browser) -> list[str]:
    return [one["kind"] for one in await notifications_of(browser)]


async def has_unread_mark(browser: Browser) -> bool:
    """Returns whether the header has the mark of unread notifications."""
    state: bool = (await browser.get("/api/notifications/unread")).json()["has_unread"]
    return state


@pytest.fixture
async def third(place: Place) -> Any:
    """Yields the browser of a third member."""
    async with place.browser() as browser:
        await place.sign_in(browser, "development-nameless")
        yield browser


async def test_replies_on_a_post_are_one_notification(
    place: Place, hana: Browser, alex: Browser, third: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=third.member_id, title="水の温度")
    parent = await write_comment(hana, post_id)
    await write_comment(alex, post_id, parent=parent)
    await write_comment(alex, post_id, parent=parent)

    [one] = await notifications_of(hana)

    assert (one["kind"], one["post_id"], one["count"]) == ("reply", post_id, 2)
    assert (one["name"], one["text"], one["is_unread"]) == ("Alex Leaf", "水の温度", True)
    assert await has_unread_mark(hana)
    assert await kinds(third) == ["comment"]


async def test_reply_to_the_author_of_the_post_and_to_oneself_is_no_second_notification(
    place: Place, hana: Browser, alex: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    parent = await write_comment(hana, post_id)
    await write_comment(hana, post_id, parent=parent)
    await write_comment(alex, post_id, parent=parent)

    assert await kinds(hana) == ["reply"]


async def test_chosen_answer_is_announced_and_withdrawn_with_the_choice(
    hana: Browser, alex: Browser
) -> None:
    post_id = await write_question(hana)
    first, second = [await write_answer(alex, post_id) for _ in range(2)]

    for comment_id in (first, second, second):
        await hana.change("PUT", f"/api/comments/{comment_id}/answer")

    [one] = await notifications_of(alex)
    assert (one["kind"], one["post_id"], one["count"]) == ("answer", post_id, 1)
    assert await has_unread_mark(alex)
    await hana.change("DELETE", f"/api/comments/{second}/answer")
    assert await notifications_of(alex) == []


async def test_deletion_of_a_comment_removes_its_notification(
    place: Place, hana: Browser, alex: Browser, third: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=third.member_id)
    reply = await write_comment(alex, post_id, parent=await write_comment(hana, post_id))

    await alex.change("DELETE", f"/api/comments/{reply}")

    assert await notifications_of(hana) == []


@pytest.mark.parametrize("kind", ["mute", "block"])
async def test_hidden_members_never_notify(
    place: Place, hana: Browser, alex: Browser, third: Browser, kind: str
) -> None:
    post_id = await write_question(third)
    await follow(hana, f"question:{post_id}")
    await follow(hana, "cultivar:saemidori")
    place.moment.advance(minutes=1)
    await write_comment(alex, post_id, parent=await write_comment(hana, post_id))
    await write_comment(alex, post_id)
    own = await write_question(alex)
    place.moment.advance(minutes=1)
    await alex.change("PUT", f"/api/comments/{await write_answer(hana, own)}/answer")
    await add_post(
        place.engine,
        user_id=alex.member_id,
        tea_variety="saemidori",
        created_at=place.moment(),
    )
    wanted = {"answer", "reply", "question", "follow-cultivar"}
    assert set(await kinds(hana)) == wanted

    await hide(hana, alex.member_id, kind)

    assert await kinds(hana) == []
    assert not await has_unread_mark(hana)


@pytest.mark.parametrize("kind", ["cultivar", "member", "prefecture", "tea-type"])
async def test_newest_post_about_a_followed_thing_is_listed_without_a_mark(
    place: Place, hana: Browser, alex: Browser, kind: str
) -> None:
    values = THINGS.get(kind, {}) | {"user_id": alex.member_id}
    ids = {"cultivar": "saemidori", "prefecture": "kyoto", "tea-type": "gyokuro"}
    await add_post(place.engine, **values)
    await follow(hana, f"{kind}:{ids.get(kind, alex.member_id)}")
    assert await notifications_of(hana) == []

    for minutes in (1, 2):
        place.moment.advance(minutes=1)
        newest = await add_post(
            place.engine, **values, title=f"{minutes}", created_at=place.moment()
        )

    [one] = await notifications_of(hana)
    assert (one["kind"], one["post_id"], one["text"]) == (f"follow-{kind}", newest, "2")
    assert (one["name"], await has_unread_mark(hana)) == ("Alex Leaf", False)


async def test_post_about_several_followed_things_is_listed_once_unless_it_is_muted(
    place: Place, hana: Browser
) -> None:
    for kind, id in (("cultivar", "saemidori"), ("prefecture", "kyoto"), ("tea-type", "gyokuro")):
        await follow(hana, f"{kind}:{id}")
    place.moment.advance(minutes=1)
    values = THINGS["cultivar"] | THINGS["prefecture"] | THINGS["tea-type"]
    await add_post(place.engine, **values, content="抹茶の話", created_at=place.moment())

    assert await kinds(hana) == ["follow-cultivar"]
    await mute_topics(hana, ["抹茶"], [])
    assert await kinds(hana) == []


async def test_comments_on_a_followed_question_notify_but_not_own_ones_and_replies(
    place: Place, hana: Browser, alex: Browser, third: Browser
) -> None:
    post_id = await write_question(alex, title="湯の温度は？")
    await write_comment(third, post_id)
    await follow(hana, f"question:{post_id}")
    place.moment.advance(minutes=1)
    parent = await write_comment(hana, post_id)
    assert await notifications_of(hana) == []

    await write_comment(alex, post_id, parent=parent)
    assert await kinds(hana) == ["reply"]
    place.moment.advance(minutes=1)
    await write_comment(third, post_id)

    first = (await notifications_of(hana))[0]
    assert (first["kind"], first["post_id"], first["text"]) == ("question", post_id, "湯の温度は？")
    assert await has_unread_mark(hana)


async def test_only_questions_within_reach_can_be_followed(
    place: Place, hana: Browser, alex: Browser
) -> None:
    review = await add_post(place.engine, user_id=alex.member_id)
    question = await write_question(alex)

    for subject in (f"question:{review}", "question:999999", "question:x", "question:-1"):
        assert (await follow(hana, subject)).status_code == 404
    assert (await follow(hana, f"question:00{question}")).status_code == 200
    assert await followed(hana) == [f"question:{question}"]

    await hide(hana, alex.member_id)
    assert await followed(hana) == []
    assert (await follow(hana, f"question:{question}")).status_code == 404


async def test_follow_of_a_question_ends_with_the_question(hana: Browser, alex: Browser) -> None:
    question = await write_question(alex, title="何度？")
    await follow(hana, f"question:{question}")
    [listed] = (await hana.get(LIST)).json()["follows"]
    assert listed["name"] == "何度？"

    await alex.change("DELETE", f"/api/posts/{question}")

    assert await followed(hana) == []


async def test_question_is_followed_by_the_form_without_scripts(
    hana: Browser, alex: Browser
) -> None:
    question = await write_question(alex, title="何度？")
    asked = (await hana.get(f"{LIST}?follow=question:{question}")).json()["asked"]
    assert asked == {"kind": "question", "id": str(question), "name": "何度？"}

    body = f"member={hana.member_id}&follow=question:{question}"
    await hana.change("POST", f"{LIST}/form?language=ja", content=body, headers=FORM)

    assert await followed(hana) == [f"question:{question}"]


@pytest.mark.parametrize(("decision", "kind"), [("keep", "kept"), ("remove", "acted")])
async def test_member_who_reported_is_notified_of_the_outcome(
    place: Place, hana: Browser, alex: Browser, decision: str, kind: str
) -> None:
    post_id = await add_post(place.engine, user_id=None)
    given = {"subject": f"post:{post_id}", "reason": "spam"}
    await hana.change("POST", "/api/reports", json=given)
    assert await notifications_of(hana) == []
    await grant_role(place, alex)
    [case] = (await alex.get("/api/moderation/cases")).json()["cases"]

    body = {"subject": case["subject"], "seen": case["seen"], "decision": decision, "rule": "spam"}
    decided = await alex.change("POST", "/api/moderation/decisions", json=body)

    assert decided.status_code == 201, decided.text
    assert await kinds(hana) == [f"report-{kind}"]
    assert await has_unread_mark(hana)


@pytest.mark.parametrize("kind", ["reply", "question", "follow"])
async def test_kind_that_is_off_is_neither_listed_nor_marked(
    place: Place, hana: Browser, alex: Browser, third: Browser, kind: str
) -> None:
    post_id = await write_question(third)
    for subject in (f"question:{post_id}", f"member:{alex.member_id}"):
        await follow(hana, subject)
    place.moment.advance(minutes=1)
    await write_comment(alex, post_id, parent=await write_comment(hana, post_id))
    await write_comment(alex, post_id)
    await add_post(place.engine, user_id=alex.member_id, created_at=place.moment())
    every = {"reply", "question", "follow-member"}
    assert set(await kinds(hana)) == every

    channels: dict[str, Any] = {kind: "off"}
    await save_choices(hana, **channels)

    assert {one.split("-")[0] for one in await kinds(hana)} == {"reply", "question", "follow"} - {
        kind
    }
    assert await has_unread_mark(hana)
    await save_choices(hana, reply="off", question="off")
    assert not await has_unread_mark(hana)


@pytest.mark.databases("sqlite")
async def test_comment_of_several_kinds_is_listed_once_as_the_first_kind_that_is_on(
    place: Place, hana: Browser, alex: Browser
) -> None:
    post_id = await write_question(hana)
    await follow(hana, f"question:{post_id}")
    place.moment.advance(minutes=1)
    await write_comment(alex, post_id, "@茶畑 はな", await write_comment(hana, post_id))

    off: dict[str, Any] = {}
    for kind in ("reply", "mention", "comment", "question"):
        assert (await kinds(hana), await has_unread_mark(hana)) == ([kind], True)
        off[kind] = "off"
        await save_choices(hana, **off)

    assert (await kinds(hana), await has_unread_mark(hana)) == ([], False)
