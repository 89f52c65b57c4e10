"""Mentions in posts: notified members, edits, holds, deletions, and removed accounts."""

import io
import json
import zipfile
from typing import Any

import pytest

from tests.server.community.builders import add_post
from tests.server.community.holds.held_things import list_word
from tests.server.community.letters.test_notification_choices import save_choices
from tests.server.community.notifications.test_held_mentions import release
from tests.server.community.notifications.test_mention_links import write_comment, write_post
from tests.server.community.notifications.test_notification_kinds import (
    has_unread_mark,
    kinds,
    third,
)
from tests.server.community.notifications.test_notifications import notifications_of
from tests.server.community.relations.test_relations import hide
from tests.server.community.test_follows import follow
from tests.server.members import Browser, Place
from tests.server.moderation.test_cases import mori

__all__ = ["mori", "third"]

pytestmark = pytest.mark.anyio

HANA = "@茶畑 はな さんと飲みました"
HELD = f"quittenwort {HANA}"


async def edit(author: Browser, post_id: int, content: str) -> None:
    """Changes the text of a post."""
    body = {"content": content, "category": "review"}
    answer = await author.change("PUT", f"/api/posts/{post_id}", json=body)
    assert answer.status_code == 200, answer.text


async def test_mentioned_member_is_notified_once_of_a_post_and_its_author_never(
    hana: Browser, alex: Browser
) -> None:
    post = await write_post(alex, f"{HANA}、@茶畑 はな、@Alex Leaf")

    [one] = await notifications_of(hana)

    assert (one["kind"], one["post_id"], one["count"]) == ("mention", post["id"], 1)
    assert (one["name"], one["text"]) == ("Alex Leaf", post["content"])
    assert (one["is_of_post"], one["is_unread"], await has_unread_mark(hana)) == (True, True, True)
    assert (await kinds(alex), await has_unread_mark(alex)) == ([], False)
    await hana.change("PUT", f"/api/notifications/read/{post['id']}")
    assert ((await notifications_of(hana))[0]["is_unread"], await has_unread_mark(hana)) == (
        False,
        False,
    )


async def test_mentions_of_a_post_and_its_comments_are_one_notification(
    place: Place, hana: Browser, alex: Browser, third: Browser
) -> None:
    assert third.member_id
    post = await write_post(alex, HANA)
    place.moment.advance(minutes=1)
    await write_comment(third, post["id"], "@茶畑 はな さん、どうですか")

    [one] = await notifications_of(hana)

    assert (one["kind"], one["count"], one["is_of_post"]) == ("mention", 2, False)


@pytest.mark.parametrize("kind", ["mute", "block"])
async def test_hidden_author_never_notifies(hana: Browser, alex: Browser, kind: str) -> None:
    await write_post(alex, HANA)
    assert await kinds(hana) == ["mention"]

    await hide(hana, alex.member_id, kind)
    await write_post(alex, f"また {HANA}")

    assert (await kinds(hana), await has_unread_mark(hana)) == ([], False)


async def test_kind_that_is_off_is_neither_listed_nor_marked(hana: Browser, alex: Browser) -> None:
    await write_post(alex, HANA)
    channels: dict[str, Any] = {"mention": "off"}

    await save_choices(hana, **channels)

    assert (await kinds(hana), await has_unread_mark(hana)) == ([], False)


@pytest.mark.parametrize("is_on", [True, False], ids=["mentions on", "mentions off"])
async def test_post_of_a_followed_member_that_mentions_the_reader_is_listed_once(
    place: Place, hana: Browser, alex: Browser, *, is_on: bool
) -> None:
    await follow(hana, f"member:{alex.member_id}")
    place.moment.advance(minutes=1)
    await write_post(alex, HANA)
    channels: dict[str, Any] = {"mention": "on" if is_on else "off"}
    await save_choices(hana, **channels)

    assert await kinds(hana) == ["mention" if is_on else "follow-member"]


async def test_mention_of_a_held_post_is_announced_at_its_release(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    await list_word(place.engine)
    post = await write_post(alex, HELD)
    assert (post["withheld"], await kinds(hana), await has_unread_mark(hana)) == ("word", [], False)
    place.moment.advance(minutes=5)
    await hana.change("PUT", "/api/notifications/read")

    await release(place, mori)

    [one] = await notifications_of(hana)
    assert (one["kind"], one["is_unread"], await has_unread_mark(hana)) == ("mention", True, True)
    assert one["at"] > post["created_at"]


@pytest.mark.parametrize("is_added", [True, False], ids=["adds it", "takes it out"])
async def test_edit_of_a_held_post_decides_which_members_its_release_notifies(
    place: Place, hana: Browser, alex: Browser, mori: Browser, *, is_added: bool
) -> None:
    await list_word(place.engine)
    texts = ("quittenwort", HELD) if is_added else (HELD, "quittenwort!")
    post = await write_post(alex, texts[0])
    place.moment.advance(minutes=1)

    await edit(alex, post["id"], texts[1])
    await release(place, mori)

    assert await kinds(hana) == (["mention"] if is_added else [])


async def test_edit_announces_no_new_mention_and_withdraws_a_removed_one(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    post = await write_post(alex, "煎茶")
    await edit(alex, post["id"], HANA)
    assert await kinds(hana) == []
    await list_word(place.engine)
    place.moment.advance(minutes=1)
    for text in ("quittenwort", HELD):
        await edit(alex, post["id"], text)
    await release(place, mori)
    assert await kinds(hana) == []

    other = await write_post(alex, f"もう一度 {HANA}")
    assert await kinds(hana) == ["mention"]
    await edit(alex, other["id"], f"直しました {HANA}")
    assert await kinds(hana) == ["mention"]
    await edit(alex, other["id"], "ほうじ茶")
    assert (await kinds(hana), await has_unread_mark(hana)) == ([], False)


async def test_deletion_of_a_post_removes_its_notification_and_the_undo_restores_it(
    hana: Browser, alex: Browser
) -> None:
    post = await write_post(alex, HANA)
    path = f"/api/posts/{post['id']}"

    assert (await alex.change("DELETE", path)).status_code == 204
    assert (await kinds(hana), await has_unread_mark(hana)) == ([], False)

    assert (await alex.change("POST", f"{path}/undo")).status_code == 200
    assert (await kinds(hana), await has_unread_mark(hana)) == (["mention"], True)


async def test_export_names_a_post_that_mentions_the_member(hana: Browser, alex: Browser) -> None:
    post = await write_post(alex, HANA)
    archive = zipfile.ZipFile(io.BytesIO((await hana.get("/api/account/export")).content))

    [mention] = json.loads(archive.read("data.json"))["mentions"]

    assert mention["post_id"] == post["id"]


@pytest.mark.parametrize("leaver", ["author", "mentioned"])
async def test_notification_is_deleted_with_the_account_and_names_no_former_author(
    place: Place, hana: Browser, alex: Browser, leaver: str
) -> None:
    await write_post(alex, HANA)
    one, name = (alex, "Alex Leaf") if leaver == "author" else (hana, "茶畑 はな")
    removal = {"confirmation": name, "posts": "keep"}

    assert (await one.change("DELETE", "/api/account", json=removal)).status_code == 204

    if leaver == "author":
        assert [(it["kind"], it["name"]) for it in await notifications_of(hana)] == [
            ("mention", None)
        ]
    else:
        assert await place.count("post_notices") == 0


async def test_name_in_a_post_without_a_stored_mention_notifies_nobody(
    place: Place, hana: Browser, alex: Browser
) -> None:
    await add_post(place.engine, user_id=alex.member_id, content=HANA)

    assert (await kinds(hana), await place.count("post_notices")) == ([], 0)
