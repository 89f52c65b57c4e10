"""Mentions of posts and comments are links to the member that had the name when it was written."""

from typing import Any

import pytest

from tests.server.community.builders import NEW, add_post
from tests.server.community.relations.test_relations import hide
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

TEXT = "🍵 @Alex Leaf さん、@nobody と a@Alex Leaf"
# Position and length of the mention in UTF-16 units, of which the cup has two.
AT, LENGTH = 3, len("@Alex Leaf")
# Not the same text, which the site would hold as a repeat of the post.
COMMENT = f"{TEXT} とみなさん"


async def write_post(browser: Browser, content: str = TEXT) -> dict[str, Any]:
    """Writes a post and returns it."""
    answer = await browser.change("POST", "/api/posts", json={**NEW, "content": content})
    assert answer.status_code == 201, answer.text
    post: dict[str, Any] = answer.json()
    return post


async def write_comment(browser: Browser, post_id: int, content: str = COMMENT) -> dict[str, Any]:
    """Writes a comment and returns it."""
    path = f"/api/posts/{post_id}/comments"
    answer = await browser.change("POST", path, json={"content": content})
    assert answer.status_code == 201, answer.text
    comment: dict[str, Any] = answer.json()
    return comment


async def mentions_of(reader: Browser, post_id: int) -> list[Any]:
    """Returns the mentions of a post on its page, in the feed, and of its first comment."""
    post = (await reader.get(f"/api/posts/{post_id}")).json()
    feed = (await reader.get("/api/posts")).json()["posts"]
    [listed] = [one for one in feed if one["id"] == post_id]
    comments = (await reader.get(f"/api/posts/{post_id}/comments")).json()["comments"]
    return [one.get("mentions") for one in (post, listed, comments[0])]


async def test_mention_is_a_link_for_visitors_members_and_after_a_new_name(
    visitor: Browser, hana: Browser, alex: Browser
) -> None:
    expected = [{"id": alex.member_id, "at": AT, "length": LENGTH}]
    post = await write_post(hana)
    comment = await write_comment(hana, post["id"])
    assert post["mentions"] == comment["mentions"] == expected

    profile = {"display_name": "Sasha", "language": "ja"}
    assert (await alex.change("PUT", "/api/profiles/me", json=profile)).status_code == 200

    for reader in (visitor, hana, alex):
        assert await mentions_of(reader, post["id"]) == [expected] * 3


async def test_edit_stores_the_mentions_of_the_new_text(hana: Browser, alex: Browser) -> None:
    post = await write_post(hana)
    comment = await write_comment(hana, post["id"])

    path = f"/api/posts/{post['id']}"
    edited = await hana.change("PUT", path, json={"content": "@Alex Leaf", "category": "review"})
    plain = await hana.change("PUT", f"/api/comments/{comment['id']}", json={"content": "はい"})

    assert edited.json()["mentions"] == [{"id": alex.member_id, "at": 0, "length": LENGTH}]
    assert "mentions" not in plain.json()
    assert await mentions_of(alex, post["id"]) == [edited.json()["mentions"]] * 2 + [None]


@pytest.mark.parametrize("is_reader", [False, True], ids=["member blocks", "reader blocks"])
async def test_blocked_reader_reads_plain_text_and_others_a_link(
    place: Place, hana: Browser, alex: Browser, visitor: Browser, *, is_reader: bool
) -> None:
    async with place.browser() as author:
        await place.sign_in(author, "development-nameless")
        await place.make_established(author)
        post = await write_post(author)
        await write_comment(author, post["id"])
        blocker, other = (hana, alex) if is_reader else (alex, hana)
        await hide(blocker, other.member_id)

        assert await mentions_of(hana, post["id"]) == [None] * 3
        assert None not in await mentions_of(visitor, post["id"])


async def test_mention_out_of_reach_is_plain_text_for_all(
    hana: Browser, alex: Browser, visitor: Browser
) -> None:
    await hide(alex, hana.member_id)
    post = await write_post(hana)
    await write_comment(hana, post["id"])

    assert await mentions_of(visitor, post["id"]) == [None] * 3


async def test_mention_of_a_removed_member_is_plain_text(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post = await write_post(hana)
    await write_comment(hana, post["id"])
    removal = {"confirmation": "Alex Leaf", "posts": "keep"}

    assert (await alex.change("DELETE", "/api/account", json=removal)).status_code == 204

    assert await mentions_of(visitor, post["id"]) == [None] * 3
    assert [await place.count(f"{one}_mentions") for one in ("post", "comment")] == [0, 0]


async def test_shared_name_and_old_text_have_no_mention(
    place: Place, hana: Browser, alex: Browser
) -> None:
    old = await add_post(place.engine, content=TEXT)
    same = {"display_name": "Alex Leaf", "language": "ja"}
    await hana.change("PUT", "/api/profiles/me", json=same)
    post = await write_post(hana)

    for id in (old, post["id"]):
        assert "mentions" not in (await alex.get(f"/api/posts/{id}")).json()
