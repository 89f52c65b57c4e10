"""Notifications of comments, likes and decisions, and when they count as read."""

import json
from typing import Any

import pytest

from tests.fake_build import FakePool
from tests.server.community.builders import add_post
from tests.server.community.relations.test_relations import hide
from tests.server.members import Browser, Moment, Place
from tests.server.operations import grant_role

pytestmark = pytest.mark.anyio

LIST = "/api/notifications"
READ = "/api/notifications/read"
FORM = {"content-type": "application/x-www-form-urlencoded", "accept": "text/html"}


@pytest.fixture
async def post_id(place: Place, hana: Browser) -> int:
    return await add_post(place.engine, user_id=hana.member_id, title="新茶の香り")


async def comment_on(browser: Browser, post_id: int, content: str = "いいですね") -> None:
    """Writes a comment on a post."""
    body = {"content": content}
    answer = await browser.change("POST", f"/api/posts/{post_id}/comments", json=body)
    assert answer.status_code == 201, answer.text


async def like_post(browser: Browser, post_id: int) -> None:
    assert (await browser.change("PUT", f"/api/posts/{post_id}/like")).is_success


async def notifications_of(browser: Browser) -> list[dict[str, Any]]:
    """Returns the member's notifications."""
    listed: list[dict[str, Any]] = (await browser.get(LIST)).json()["notifications"]
    return listed


async def has_mark(browser: Browser, pool: FakePool) -> bool:
    """Requests a page; returns whether its header has the mark of unread notifications."""
    pool.payloads.clear()
    await browser.get("/about", headers={"accept": "text/html"})
    [payload] = pool.payloads
    return bool(json.loads(payload)["viewer"].get("has_unread", False))


async def test_comments_of_a_post_are_one_notification_with_the_newest_author(
    place: Place, moment: Moment, hana: Browser, alex: Browser, post_id: int
) -> None:
    async with place.browser() as third:
        await place.sign_in(third, "development-nameless")
        await comment_on(third, post_id)
        moment.advance(minutes=1)
        await comment_on(alex, post_id)

    [one] = await notifications_of(hana)

    assert (one["kind"], one["post_id"], one["count"]) == ("comment", post_id, 2)
    assert (one["name"], one["text"], one["is_unread"]) == ("Alex Leaf", "新茶の香り", True)


async def test_author_without_a_name_is_not_shown_as_a_former_member(
    place: Place, hana: Browser, alex: Browser, post_id: int
) -> None:
    async with place.browser() as third:
        await place.sign_in(third, "development-nameless")
        await comment_on(third, post_id)
        others = await add_post(place.engine, user_id=alex.member_id)
        await comment_on(hana, others)
        [parent] = (await hana.get(f"/api/posts/{others}/comments")).json()["comments"]
        reply = {"content": "はい", "parent": parent["id"]}
        await third.change("POST", f"/api/posts/{others}/comments", json=reply)

        names = {one["kind"]: one["name"] for one in await notifications_of(hana)}

    assert names == {"comment": "未設定", "reply": "未設定"}


async def test_own_comments_and_likes_are_not_shown(
    hana: Browser, post_id: int, pool: FakePool
) -> None:
    await comment_on(hana, post_id)
    await like_post(hana, post_id)

    assert await notifications_of(hana) == []
    assert not await has_mark(hana, pool)


async def test_only_the_author_of_the_post_is_notified(
    hana: Browser, alex: Browser, post_id: int, pool: FakePool
) -> None:
    await comment_on(alex, post_id)

    assert await notifications_of(alex) == []
    assert [await has_mark(reader, pool) for reader in (hana, alex)] == [True, False]


async def test_like_is_listed_without_a_name_and_sets_no_mark(
    hana: Browser, alex: Browser, post_id: int, pool: FakePool
) -> None:
    await like_post(alex, post_id)

    [one] = await notifications_of(hana)

    assert (one["kind"], one["count"], one["name"]) == ("like", 1, None)
    assert not await has_mark(hana, pool)


@pytest.mark.parametrize("kind", ["mute", "block"])
async def test_hidden_members_are_not_in_notifications(
    hana: Browser, alex: Browser, post_id: int, pool: FakePool, kind: str
) -> None:
    await comment_on(alex, post_id)
    await like_post(alex, post_id)

    await hide(hana, alex.member_id, kind)

    assert await notifications_of(hana) == []
    assert not await has_mark(hana, pool)


async def test_reading_ends_the_mark_until_the_next_comment(
    moment: Moment, hana: Browser, alex: Browser, post_id: int, pool: FakePool
) -> None:
    await comment_on(alex, post_id)

    moment.advance(minutes=1)
    assert (await hana.change("PUT", READ)).status_code == 204

    assert [one["is_unread"] for one in await notifications_of(hana)] == [False]
    assert not await has_mark(hana, pool)
    moment.advance(minutes=1)
    await comment_on(alex, post_id, "もう一言")
    assert [(one["count"], one["is_unread"]) for one in await notifications_of(hana)] == [(2, True)]
    assert await has_mark(hana, pool)


async def test_form_marks_all_as_read_for_the_member_of_its_page_only(
    moment: Moment, hana: Browser, alex: Browser, post_id: int
) -> None:
    await comment_on(alex, post_id)
    moment.advance(minutes=1)
    without_scripts = FORM | {"x-csrf-token": "", "x-member-id": ""}

    async def send(member_id: str) -> tuple[int, str]:
        body = f"member={member_id}&language=ja"
        answer = await hana.change("POST", f"{READ}/form", content=body, headers=without_scripts)
        return answer.status_code, answer.headers.get("location", "")

    assert await send(alex.member_id) == (303, "/ja/notifications?read=refused")
    assert [one["is_unread"] for one in await notifications_of(hana)] == [True]
    assert await send(hana.member_id) == (303, "/ja/notifications")
    assert [one["is_unread"] for one in await notifications_of(hana)] == [False]


async def test_removed_post_is_announced_to_its_author(
    place: Place, hana: Browser, alex: Browser, post_id: int, pool: FakePool
) -> None:
    await comment_on(alex, post_id)
    await grant_role(place, alex)
    given = {"subject": f"post:{post_id}", "reason": "spam"}
    await alex.change("POST", "/api/reports", json=given)
    [case] = (await alex.get("/api/moderation/cases")).json()["cases"]

    given = {"subject": case["subject"], "seen": case["seen"], "decision": "remove", "rule": "spam"}
    answer = await alex.change("POST", "/api/moderation/decisions", json=given)
    assert answer.status_code == 201, answer.text

    [one] = await notifications_of(hana)
    assert (one["kind"], one["post_id"], one["is_unread"]) == ("remove-post", None, True)
    assert await has_mark(hana, pool)


async def test_notifications_older_than_90_days_are_left_out(
    place: Place, moment: Moment, hana: Browser, alex: Browser, post_id: int
) -> None:
    await comment_on(alex, post_id)

    moment.advance(days=91)
    await place.sign_in(hana, "development-hana")

    assert await notifications_of(hana) == []


async def test_page_is_sent_without_the_mark_when_notifications_cannot_be_read(
    hana: Browser, alex: Browser, post_id: int, pool: FakePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await comment_on(alex, post_id)
    monkeypatch.setattr("server.community.page_reads.PageReads.has_unread", _fail, raising=True)

    assert not await has_mark(hana, pool)


async def _fail(*_: object) -> bool:
    raise OSError("the database is away")
