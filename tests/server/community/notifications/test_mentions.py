"""Mentions in comments: recognised names, notified members, and the completion of names."""

from typing import Any

import pytest

from server.community.mentions import MENTIONS_MOST, marks_in, utf16_length
from tests.server.community.builders import add_post, execute
from tests.server.community.letters.test_notification_choices import save_choices
from tests.server.community.notifications.test_notification_kinds import (
    has_unread_mark,
    kinds,
    third,
)
from tests.server.community.notifications.test_notifications import comment_on, notifications_of
from tests.server.community.reactions.test_replies import write_comment
from tests.server.community.relations.test_relations import hide
from tests.server.members import Browser, Place

__all__ = ["third"]

pytestmark = pytest.mark.anyio

NAMES = "/api/search/members"


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("@Alex Leaf thanks", "Alex Leaf"),
        ("thanks, @Alex Leaf!", "Alex Leaf"),
        ("＠ではなく @茶畑 はなさん、どうも", "茶畑 はな"),
        ("(@はな)", "はな"),
        ("一行目\n@はな\n三行目", "はな"),
    ],
)
def test_name_after_the_mark_is_among_the_candidates(content: str, name: str) -> None:
    [mark] = marks_in(content)

    assert name in mark.names


@pytest.mark.parametrize(
    "content",
    ["hana@example.com", "@ はな", "@@はな", "no mark", "https://a.b/@x", "https://a.b/?to=@x,@y"],
)
def test_other_marks_are_no_mention(content: str) -> None:
    found = [name for mark in marks_in(content) for name in mark.names]

    assert found == []


@pytest.mark.parametrize(
    ("content", "place", "name"),
    [
        ("🍵👩🏽‍🌾 @はな", 10, "はな"),
        ("＠全角　@Ａｌｅｘ　です", 4, "Ａｌｅｘ"),
        ("か\u3099 @Hana🍵!", 3, "Hana🍵"),
        ("https://a.b/@x @はな", 15, "はな"),
    ],
)
def test_position_of_a_mention_is_counted_in_utf16_units(
    content: str, place: int, name: str
) -> None:
    [mark] = marks_in(content)

    assert (utf16_length(content[: mark.at]), name in mark.names) == (place, True)


@pytest.mark.parametrize("rest", ["\u0332", "\ufe0f", "\u200d🌾", "🏽", "\U000e0100"])
def test_name_does_not_end_within_a_character(rest: str) -> None:
    [mark] = marks_in(f"@Hana👩{rest} です")

    assert "Hana👩" not in mark.names
    assert f"Hana👩{rest}" in mark.names


def test_mentions_of_one_comment_are_bounded() -> None:
    assert len(list(marks_in("@a " * 50))) == MENTIONS_MOST


async def offered_names(browser: Browser, name: str) -> list[str]:
    """Returns the names of members that are offered for the beginning of a name."""
    answer = await browser.get(f"{NAMES}?name={name}")
    return [one["display_name"] for one in answer.json()["members"]]


async def test_mentioned_member_is_notified_once_of_a_comment(
    place: Place, hana: Browser, alex: Browser, third: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=third.member_id, title="湯の温度")

    await comment_on(alex, post_id, "@茶畑 はな さん、@茶畑 はな！")

    [one] = await notifications_of(hana)
    assert (one["kind"], one["post_id"], one["count"]) == ("mention", post_id, 1)
    assert (one["name"], one["text"], await has_unread_mark(hana)) == (
        "Alex Leaf",
        "湯の温度",
        True,
    )
    assert await kinds(alex) == []


async def test_author_and_replied_member_get_one_notification_of_a_mention(
    place: Place, hana: Browser, alex: Browser, third: Browser
) -> None:
    own = await add_post(place.engine, user_id=hana.member_id)
    await comment_on(alex, own, "@茶畑 はな")
    assert await kinds(hana) == ["mention"]

    other = await add_post(place.engine, user_id=third.member_id)
    parent = await write_comment(hana, other)
    await write_comment(alex, other, "@茶畑 はな", parent)
    assert sorted(await kinds(hana)) == ["mention", "reply"]


async def test_name_of_two_members_is_plain_text(
    place: Place, hana: Browser, alex: Browser, third: Browser
) -> None:
    post_id = await add_post(place.engine)
    assert await offered_names(alex, "茶畑") == ["茶畑 はな"]
    rename = "UPDATE profiles SET display_name = :name WHERE id = :id"
    await execute(place.engine, rename, name="茶畑 はな", id=third.member_id)

    await comment_on(alex, post_id, "@茶畑 はな")

    assert [await kinds(one) for one in (hana, third)] == [[], []]
    assert await offered_names(alex, "茶畑") == []


@pytest.mark.parametrize("kind", ["mute", "block"])
async def test_hidden_members_neither_mention_nor_are_offered(
    place: Place, hana: Browser, alex: Browser, kind: str
) -> None:
    post_id = await add_post(place.engine)
    await comment_on(alex, post_id, "@茶畑 はな")
    await hide(hana, alex.member_id, kind)

    assert await notifications_of(hana) == []
    assert not await has_unread_mark(hana)
    assert await offered_names(hana, "Alex") == []
    assert await offered_names(alex, "茶畑") == ([] if kind == "block" else ["茶畑 はな"])


async def test_mentions_can_be_turned_off(place: Place, hana: Browser, alex: Browser) -> None:
    post_id = await add_post(place.engine)
    await comment_on(alex, post_id, "@茶畑 はな")
    channels: dict[str, Any] = {"mention": "off"}

    await save_choices(hana, **channels)

    assert await notifications_of(hana) == []
    assert not await has_unread_mark(hana)


async def test_names_with_this_beginning_are_offered_except_the_own_one(
    hana: Browser, alex: Browser, visitor: Browser
) -> None:
    assert alex.member_id
    assert await offered_names(hana, "alex") == ["Alex Leaf"]
    for begin in ("", "%25", "_", "Leaf", "茶畑"):
        assert await offered_names(hana, begin) == []
    assert (await visitor.get(f"{NAMES}?name=Alex")).status_code == 401
