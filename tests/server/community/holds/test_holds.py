"""Posts and comments held for review: their readers, their case, their release and its undo."""

from typing import Any

import pytest

from server.contracts.limits import LIMITS
from tests.server.community.builders import NEW, add_post
from tests.server.community.holds.held_things import (
    LONG,
    RULES,
    hold_comment,
    hold_post,
    list_word,
    write_comment,
    write_post,
)
from tests.server.members import Browser, Place
from tests.server.moderation.test_cases import decide, list_cases, mori
from tests.server.moderation.test_undone_acts import acts_of, own_actions, undo_act

pytestmark = pytest.mark.anyio

__all__ = ("mori",)


async def state_of(reader: Browser, path: str) -> tuple[int, Any]:
    """Returns the status of a response, and the reason for which the post in it is withheld."""
    answer = await reader.get(path)
    return answer.status_code, answer.json().get("withheld")


async def log_counts(reader: Browser) -> dict[tuple[str, str | None], int]:
    """Returns the counts of the public moderation log by action and rule."""
    counts = (await reader.get("/api/moderation/log")).json()
    return {(one["action"], one["rule"]): one["count"] for one in counts}


@pytest.mark.parametrize("rule", RULES)
async def test_held_post_is_seen_by_author_and_moderators_until_one_publishes_it(
    place: Place, alex: Browser, mori: Browser, visitor: Browser, rule: str
) -> None:
    post = await hold_post(place.engine, alex, rule)
    path = f"/api/posts/{post['id']}"
    lists = ("/api/posts", f"/api/members/{alex.member_id}/posts")

    assert (await state_of(visitor, path))[0] == 404
    assert await state_of(mori, path) == (200, rule)
    for reader in (visitor, mori):
        assert all(["Zopfname" not in (await reader.get(one)).text for one in lists])
    assert await state_of(alex, path) == (200, rule)
    for one in (*lists, "/api/profiles/me/posts"):
        assert "Zopfname" in (await alex.get(one)).text
    [case] = await list_cases(mori)
    assert case["reports"][0]["reason"] == case["thing"]["held"] == rule
    assert "Zopfname" in case["thing"]["text"]
    assert await log_counts(visitor) == {("hold-post", rule): 1}
    assert await own_actions(alex) == []

    place.moment.advance(minutes=5)
    assert (await decide(mori, case, "keep")).status_code == 201

    assert await state_of(visitor, path) == (200, None)
    shown = (await visitor.get("/api/posts")).json()["posts"][0]
    assert (shown["id"], shown["created_at"] > post["created_at"]) == (post["id"], True)
    [own_decision] = (await alex.get("/api/profiles/me/decisions")).json()
    assert (own_decision["action"], own_decision["rule"]) == ("release-post", rule)
    assert (await alex.get("/api/notifications/unread")).json() == {"has_unread": True}
    assert await log_counts(visitor) == {("hold-post", rule): 1, ("release-post", rule): 1}


@pytest.mark.parametrize("rule", RULES)
async def test_held_comment_is_not_counted_and_notifies_nobody_before_its_release(
    place: Place, hana: Browser, alex: Browser, mori: Browser, rule: str
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    comment = await hold_comment(place.engine, alex, post_id, rule)
    thread = f"/api/posts/{post_id}/comments"

    async def seen(reader: Browser) -> tuple[int, list[str | None]]:
        """Returns the total of a thread and why each comment in it is withheld."""
        page = (await reader.get(thread)).json()
        return page["total"], [one["withheld"] for one in page["comments"]]

    assert [await seen(one) for one in (mori, hana, alex)] == [(0, [rule]), (0, []), (0, [rule])]
    assert (await hana.get("/api/notifications/unread")).json() == {"has_unread": False}
    place.moment.advance(minutes=5)
    [case] = await list_cases(mori)
    assert (await decide(mori, case, "keep")).status_code == 201

    assert [await seen(one) for one in (mori, hana, alex)] == [(1, [None])] * 3
    assert (await hana.get("/api/notifications/unread")).json() == {"has_unread": True}
    assert (await write_comment(hana, post_id, "はい")).status_code == 201
    assert comment["content"] in (await mori.get(thread)).text


async def test_post_whose_edit_adds_a_word_is_hidden_until_it_is_published(
    place: Place, alex: Browser, mori: Browser, visitor: Browser
) -> None:
    post = (await write_post(alex, "煎茶")).json()
    path = f"/api/posts/{post['id']}"
    await list_word(place.engine)
    place.moment.advance(minutes=5)

    edited = await alex.change("PUT", path, json={"content": "quittenwort"})

    assert (edited.status_code, edited.json()["withheld"]) == (200, "word")
    assert (await visitor.get(path)).status_code == 404
    [case] = await list_cases(mori)
    assert (await decide(mori, case, "keep")).status_code == 201
    shown = (await visitor.get(path)).json()
    assert (shown["content"], shown["created_at"]) == ("quittenwort", post["created_at"])


async def test_edited_comment_is_held_and_counted_again_after_its_release(
    place: Place, alex: Browser, mori: Browser, visitor: Browser
) -> None:
    post_id = await add_post(place.engine)
    comment = (await write_comment(alex, post_id, "煎茶")).json()
    await list_word(place.engine)
    path = f"/api/comments/{comment['id']}"

    edited = await alex.change("PUT", path, json={"content": "quittenwort"})

    assert edited.json()["withheld"] == "word"
    assert (await visitor.get(f"/api/posts/{post_id}")).json()["commentsCount"] == 0
    [case] = await list_cases(mori)
    await decide(mori, case, "keep")
    assert (await visitor.get(f"/api/posts/{post_id}")).json()["commentsCount"] == 1


async def test_decision_on_a_text_that_was_edited_since_is_refused(
    place: Place, alex: Browser, mori: Browser, visitor: Browser
) -> None:
    post = await hold_post(place.engine, alex)
    [read] = await list_cases(mori)
    await alex.change("PUT", f"/api/posts/{post['id']}", json={"content": "別の文"})

    late = await decide(mori, read, "keep")

    assert (late.status_code, (await list_cases(mori))[0]["thing"]["text"]) == (409, "別の文")
    assert (await visitor.get(f"/api/posts/{post['id']}")).status_code == 404


@pytest.mark.parametrize("decision", ["warn", "lock", "move", "sign-out"])
async def test_held_post_is_published_hidden_or_removed_only(
    place: Place, alex: Browser, mori: Browser, decision: str
) -> None:
    await hold_post(place.engine, alex)
    [case] = await list_cases(mori)

    answer = await decide(mori, case, decision, category="culture")

    assert answer.status_code == 422
    assert len(await list_cases(mori)) == 1


async def test_undone_release_holds_again_and_opens_the_case(
    place: Place, alex: Browser, mori: Browser, visitor: Browser
) -> None:
    post = await hold_post(place.engine, alex)
    path = f"/api/posts/{post['id']}"
    await decide(mori, (await list_cases(mori))[0], "keep")
    [act] = await acts_of(mori)

    assert await undo_act(mori, act) == 204

    assert (await visitor.get(path)).status_code == 404
    assert await state_of(alex, path) == (200, "word")
    [case] = await list_cases(mori)
    assert (await decide(mori, case, "keep")).status_code == 201
    assert (await visitor.get(path)).status_code == 200


async def test_undone_hiding_of_a_held_post_publishes_it(
    place: Place, alex: Browser, mori: Browser, visitor: Browser
) -> None:
    post = await hold_post(place.engine, alex)
    path = f"/api/posts/{post['id']}"
    await decide(mori, (await list_cases(mori))[0], "hide", note="宣伝です")
    assert await state_of(alex, path) == (200, "hidden")
    assert await list_cases(mori) == []
    [act] = await acts_of(mori)

    assert await undo_act(mori, act) == 204

    assert await state_of(visitor, path) == (200, None)
    assert await own_actions(alex) == ["restore-post", "hide-post"]


async def test_removed_held_post_is_gone_and_its_author_reads_why(
    place: Place, alex: Browser, mori: Browser
) -> None:
    post = await hold_post(place.engine, alex)
    await decide(mori, (await list_cases(mori))[0], "remove")

    assert (await alex.get(f"/api/posts/{post['id']}")).status_code == 410
    [own_decision] = (await alex.get("/api/profiles/me/decisions")).json()
    assert (own_decision["action"], own_decision["rule"]) == ("remove-post", "spam")


async def test_author_deletes_a_held_post_and_undoes_the_deletion(
    place: Place, alex: Browser, mori: Browser
) -> None:
    post = await hold_post(place.engine, alex)
    path = f"/api/posts/{post['id']}"
    await alex.change("DELETE", path)
    [gone] = await list_cases(mori)
    assert gone["thing"]["held"] == "word"
    await decide(mori, gone, "keep")

    await alex.change("POST", f"{path}/undo")

    assert await state_of(alex, path) == (200, "word")
    [case] = await list_cases(mori)
    assert case["thing"]["held"] == "word"


async def test_members_with_a_role_are_not_held(place: Place, mori: Browser) -> None:
    await list_word(place.engine)

    assert (await write_post(mori, LONG)).json()["withheld"] is None


async def test_request_repeated_with_its_idempotency_key_is_not_held_as_a_repeat(
    place: Place, alex: Browser
) -> None:
    key = {"idempotency-key": "0f8fad5b-d9cb-469f-a165-70867728950e"}
    body = {**NEW, "content": LONG}

    twice = [await alex.change("POST", "/api/posts", json=body, headers=key) for _ in range(2)]

    assert twice[0].json() == twice[1].json()
    assert twice[0].json()["withheld"] is None


async def test_title_that_is_sent_again_is_held_and_the_name_of_a_shop_is_not(
    alex: Browser,
) -> None:
    first = await write_post(alex, "よい", shop_name=f"{LONG}店", title=LONG)
    shop = await write_post(alex, "うまい", shop_name=f"{LONG}店")
    title = await write_post(alex, "すき", title=f"☆{LONG}")
    content = await write_post(alex, LONG)

    withheld = [one.json()["withheld"] for one in (first, shop, title, content)]
    assert withheld == [None, None, "repeat", "repeat"]


@pytest.mark.databases("sqlite")
async def test_unchanged_title_of_an_edit_is_not_held_as_a_repeat(alex: Browser) -> None:
    post = (await write_post(alex, "よい", title=LONG)).json()

    change = {"content": "うまい", "title": LONG}
    edited = await alex.change("PUT", f"/api/posts/{post['id']}", json=change)

    assert (edited.json()["title"], edited.json()["withheld"]) == (LONG, None)


@pytest.mark.databases("sqlite")
async def test_post_with_a_title_counts_once_for_the_burst(alex: Browser) -> None:
    for number in range(LIMITS.burst_things // 2):
        post = await write_post(alex, f"{LONG}{number}", title=f"{LONG}の題{number}")

    comment = await write_comment(alex, post.json()["id"], "おいしい")

    assert comment.json()["withheld"] is None
