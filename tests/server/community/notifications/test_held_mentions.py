"""Mentions in held and edited texts: which members are notified, and when."""

import io
import json
import zipfile

import pytest

from tests.server.community.builders import add_post
from tests.server.community.holds.held_things import list_word
from tests.server.community.notifications.test_mention_links import mentions_of, write_comment
from tests.server.community.notifications.test_notification_kinds import has_unread_mark, kinds
from tests.server.members import Browser, Place
from tests.server.moderation.test_cases import decide, list_cases, mori

__all__ = ["mori"]

pytestmark = pytest.mark.anyio

HANA = "quittenwort @茶畑 はな"


async def edit(author: Browser, comment_id: int, content: str) -> None:
    """Changes the text of a comment."""
    path = f"/api/comments/{comment_id}"
    answer = await author.change("PUT", path, json={"content": content})
    assert answer.status_code == 200, answer.text


async def release(place: Place, moderator: Browser) -> None:
    """Publishes the only held text as a moderator, five minutes later."""
    place.moment.advance(minutes=5)
    [case] = await list_cases(moderator)
    answer = await decide(moderator, case, "keep")
    assert answer.status_code == 201, answer.text


async def test_mention_of_a_held_comment_is_announced_once_at_its_release(
    place: Place, hana: Browser, alex: Browser, mori: Browser, visitor: Browser
) -> None:
    post_id = await add_post(place.engine)
    await list_word(place.engine)
    comment = await write_comment(alex, post_id, HANA)
    expected = [{"id": hana.member_id, "at": 12, "length": 6}]

    assert (comment["withheld"], comment["mentions"]) == ("word", expected)
    assert (await kinds(hana), await has_unread_mark(hana)) == ([], False)
    await release(place, mori)

    assert (await kinds(hana), await has_unread_mark(hana)) == (["mention"], True)
    assert (await mentions_of(visitor, post_id))[-1] == expected


@pytest.mark.parametrize("is_added", [True, False], ids=["adds it", "takes it out"])
async def test_edit_of_a_held_comment_decides_which_members_its_release_notifies(
    place: Place, hana: Browser, alex: Browser, mori: Browser, *, is_added: bool
) -> None:
    post_id = await add_post(place.engine)
    await list_word(place.engine)
    texts = ("quittenwort", HANA) if is_added else (HANA, "quittenwort!")
    comment = await write_comment(alex, post_id, texts[0])
    place.moment.advance(minutes=1)

    await edit(alex, comment["id"], texts[1])
    assert await kinds(hana) == []
    await release(place, mori)

    assert await kinds(hana) == (["mention"] if is_added else [])


async def test_held_edit_announces_no_new_mention_and_withdraws_a_removed_one(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    post_id = await add_post(place.engine)
    comment = await write_comment(alex, post_id, "煎茶")
    await list_word(place.engine)
    place.moment.advance(minutes=1)
    for text in ("quittenwort", HANA):
        await edit(alex, comment["id"], text)
    await release(place, mori)
    assert await kinds(hana) == []

    other = await write_comment(alex, post_id, "@茶畑 はな")
    assert await kinds(hana) == ["mention"]
    await edit(alex, other["id"], "煎茶を")
    assert (await kinds(hana), await has_unread_mark(hana)) == ([], False)


async def test_export_names_public_texts_that_mention_the_member(
    place: Place, hana: Browser, alex: Browser
) -> None:
    post_id = await add_post(place.engine)
    comment = await write_comment(alex, post_id, "@茶畑 はな、@茶畑 はな")
    await list_word(place.engine)
    await write_comment(alex, post_id, HANA)
    archive = zipfile.ZipFile(io.BytesIO((await hana.get("/api/account/export")).content))

    [mention] = json.loads(archive.read("data.json"))["mentions"]
    assert (mention["post_id"], mention["comment_id"]) == (post_id, comment["id"])
    assert "あなたの名前を挙げた投稿とコメント" in archive.read("index.html").decode()
