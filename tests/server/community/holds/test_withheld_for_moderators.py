"""Moderators read hidden texts and the pages of members who block them, and decide again."""

import pytest

from tests.server.community.builders import add_post
from tests.server.members import Browser, Place
from tests.server.moderation.test_appeals import APPEALS, appeal, decisions
from tests.server.moderation.test_cases import decide, list_cases, mori, report

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

__all__ = ["mori"]


async def write_comment(browser: Browser, post_id: int, content: str) -> int:
    """Writes a comment and returns its id."""
    path = f"/api/posts/{post_id}/comments"
    return int((await browser.change("POST", path, json={"content": content})).json()["id"])


async def report_and_hide(moderator: Browser, reporter: Browser, subject: str) -> None:
    """Reports a thing as a member and hides it as a moderator."""
    await report(reporter, subject)
    [case] = await list_cases(moderator)
    assert (await decide(moderator, case, "hide")).status_code == 201


async def test_hidden_post_is_read_by_moderators_with_its_thread(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id, content="広告です")
    comment_id = await write_comment(hana, post_id, "本当に？")
    await report_and_hide(mori, hana, f"post:{post_id}")

    post = await mori.get(f"/api/posts/{post_id}")
    thread = await mori.get(f"/api/posts/{post_id}/comments")
    page = await mori.get(f"/ja/post/{post_id}")

    assert (post.status_code, post.json()["withheld"]) == (200, "hidden")
    assert [one["id"] for one in thread.json()["comments"]] == [comment_id]
    assert (page.status_code, "広告です" in page.text) == (200, True)
    for path in (f"/api/posts/{post_id}", f"/post/{post_id}"):
        assert (await hana.get(path)).status_code == 404
    # Lists show moderators what they show other members.
    assert (await mori.get("/api/posts")).json()["posts"] == []


async def test_hidden_comment_is_read_by_moderators_and_marked(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    post_id = await add_post(place.engine)
    comment_id = await write_comment(alex, post_id, "買え")
    await report_and_hide(mori, hana, f"comment:{comment_id}")
    path = f"/api/posts/{post_id}/comments"

    [read] = (await mori.get(path)).json()["comments"]

    assert (read["id"], read["content"], read["withheld"]) == (comment_id, "買え", "hidden")
    assert (await hana.get(path)).json()["comments"] == []
    assert (await mori.get(path)).json()["total"] == 0
    assert "買え" in (await mori.get(f"/ja/post/{post_id}")).text


async def test_deleted_post_is_read_by_no_moderator(
    place: Place, alex: Browser, mori: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id)

    await alex.change("DELETE", f"/api/posts/{post_id}")

    assert (await mori.get(f"/api/posts/{post_id}")).status_code == 410


async def test_block_does_not_hide_a_members_pages_from_moderators(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id, content="格安の茶")
    await write_comment(alex, post_id, "買え")
    for reader in (hana, mori):
        path = f"/api/account/hidden/members/{reader.member_id}"
        answer = await alex.change("PUT", path, json={"kind": "block"})
        assert answer.status_code == 200, answer.text
    paths = (
        f"/api/posts/{post_id}",
        f"/post/{post_id}",
        f"/api/profiles/{alex.member_id}",
        f"/members/{alex.member_id}",
    )

    assert [(await mori.get(path)).status_code for path in paths] == [200] * 4
    assert [(await hana.get(path)).status_code for path in paths] == [404] * 4
    thread = (await mori.get(f"/api/posts/{post_id}/comments")).json()
    assert [one["content"] for one in thread["comments"]] == ["買え"]
    posts = (await mori.get(f"/api/members/{alex.member_id}/posts")).json()["posts"]
    assert [one["id"] for one in posts] == [post_id]
    # To write to each other, the block would have to end.
    like = await mori.change("PUT", f"/api/posts/{post_id}/like")
    assert like.status_code == 404


async def test_appeal_has_the_text_that_it_is_about(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    post_id = await add_post(place.engine)
    comment_id = await write_comment(alex, post_id, "買え")
    await report_and_hide(mori, hana, f"comment:{comment_id}")
    [decision] = await decisions(alex)
    await appeal(alex, decision["id"])

    [listed] = (await mori.get(APPEALS)).json()["appeals"]

    assert listed["thing"]["subject"] == f"comment:{comment_id}"
    assert (listed["thing"]["text"], listed["thing"]["post_id"]) == ("買え", post_id)
    assert "買え" in (await mori.get("/ja/moderation")).text


async def test_hidden_post_is_removed_by_a_later_decision(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id)
    subject = f"post:{post_id}"
    await report_and_hide(mori, hana, subject)
    again = {"subject": subject, "reason": "spam"}

    assert (await hana.change("POST", "/api/reports", json=again)).status_code == 404
    assert (await hana.get(f"/api/reports/{subject}")).status_code == 404
    assert (await mori.get(f"/ja/report?subject={subject}")).status_code == 200
    await report(mori, subject)
    [case] = await list_cases(mori)
    assert (await decide(mori, case, "remove")).status_code == 201

    assert (await mori.get(f"/api/posts/{post_id}")).status_code == 410


async def test_log_offers_the_undo_of_each_act_however_old(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id)
    await report_and_hide(mori, hana, f"post:{post_id}")
    path = f"/api/moderation/entries?subject=post:{post_id}"
    [entry] = (await mori.get(path)).json()["entries"]
    assert entry["can_undo"]

    undo = f"/api/moderation/entries/{entry['id']}/undo"
    assert (await mori.change("POST", undo, json={"note": None})).status_code == 204

    entries = (await mori.get(path)).json()["entries"]
    assert [one["can_undo"] for one in entries] == [False, False]
