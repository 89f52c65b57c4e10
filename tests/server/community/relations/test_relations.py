"""Mute, block and muted topics through the API: what is stored, refused, exported and removed."""

import io
import json
import zipfile
from typing import Any

import pytest
import sqlalchemy as sa

from server.community.relations.tables import MemberRelation
from server.contracts.limits import LIMITS
from server.contracts.reference import POST_CATEGORIES
from tests.server.community.builders import add_members, add_posts
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

# The list of members and topics that a member hides.
LIST = "/api/account/hidden"
# Categories in which new posts may be written.
OFFERED = [name for name, one in POST_CATEGORIES.items() if one.offered]


async def hide(browser: Browser, other: str, kind: str = "block") -> Any:
    """Blocks or mutes the member with the id `other`; returns the response."""
    return await browser.change("PUT", f"{LIST}/members/{other}", json={"kind": kind})


async def mute_topics(browser: Browser, words: list[str], categories: list[str]) -> Any:
    """Replaces the member's muted words and categories."""
    body = {"words": words, "categories": categories}
    return await browser.change("PUT", f"{LIST}/topics", json=body)


async def test_visitor_has_no_list(visitor: Browser) -> None:
    assert (await visitor.get(LIST)).status_code == 401


async def test_later_choice_replaces_the_earlier_and_ends_on_request(
    hana: Browser, alex: Browser
) -> None:
    await hide(hana, alex.member_id, "mute")
    blocked = (await hide(hana, alex.member_id, "block")).json()
    again = (await hana.get(LIST)).json()
    gone = (await hana.change("DELETE", f"{LIST}/members/{alex.member_id}")).json()

    assert blocked == again
    assert [(one["member"]["id"], one["kind"]) for one in again["members"]] == [
        (alex.member_id, "block")
    ]
    assert gone["members"] == []
    assert (await alex.get(LIST)).json() == {
        "members": [],
        "words": [],
        "categories": [],
        "asked": None,
    }


async def test_hidden_member_is_not_notified(hana: Browser, alex: Browser) -> None:
    before = (await alex.get(LIST)).json()

    await hide(hana, alex.member_id)

    assert (await alex.get(LIST)).json() == before


async def test_unknown_member_and_oneself_are_refused(hana: Browser) -> None:
    unknown = await hide(hana, "nobody")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "hidden.errors.gone")
    assert (await hide(hana, "x" * 37)).status_code == 404
    assert (await hide(hana, hana.member_id)).json()["code"] == "hidden.errors.self"


async def test_number_of_hidden_members_is_limited(place: Place, hana: Browser) -> None:
    others = await add_members(place.engine, LIMITS.hidden_members + 1)
    rows = [
        {
            "member_id": hana.member_id,
            "other_id": other.id,
            "kind": "mute",
            "created_at": place.moment(),
        }
        for other in others[1:]
    ]
    async with place.engine.begin() as connection:
        await connection.execute(sa.insert(MemberRelation), rows)

    refused = await hide(hana, others[0].id)

    assert refused.status_code == 422
    assert refused.json()["code"] == "hidden.errors.manyMembers"
    assert len((await hana.get(LIST)).json()["members"]) == LIMITS.hidden_members


async def test_words_are_kept_as_written_and_compared_folded(hana: Browser) -> None:
    stored = (
        await mute_topics(hana, ["ヤブキタ", "やぶきた", " Iced  Tea ", ""], ["question"])
    ).json()

    assert stored["words"] == ["Iced Tea", "ヤブキタ"]
    assert stored["categories"] == ["question"]


@pytest.mark.parametrize(
    ("words", "categories", "code"),
    [
        (["a"], [], "shortWord"),
        (["茶" * (LIMITS.muted_word_characters + 1)], [], "longWord"),
        ([f"茶{n}" for n in range(LIMITS.muted_words + 1)], [], "manyWords"),
        ([], ["tea"], "unknownCategory"),
        ([], list(OFFERED), "allCategories"),
    ],
)
async def test_topics_that_cannot_be_muted_are_refused(
    hana: Browser, words: list[str], categories: list[str], code: str
) -> None:
    refused = await mute_topics(hana, words, categories)

    assert (refused.status_code, refused.json()["code"]) == (422, f"hidden.errors.{code}")


async def test_export_contains_the_own_list_alone(hana: Browser, alex: Browser) -> None:
    await hide(hana, alex.member_id, "block")
    await mute_topics(hana, ["抹茶"], ["question"])

    data = {}
    for browser in (hana, alex):
        answer = await browser.get("/api/account/export")
        archive = zipfile.ZipFile(io.BytesIO(answer.content))
        data[browser.member_id] = json.loads(archive.read("data.json"))["hidden"]
        assert archive.read("index.html")

    mine = {(one["action"], one["title"]) for one in data[hana.member_id]}
    assert mine == {
        ("block", "Alex Leaf"),
        ("mute word", "抹茶"),
        ("mute category", "question"),
    }
    assert data[alex.member_id] == []


@pytest.mark.parametrize("leaver", ["hana", "alex"])
async def test_relations_end_with_either_account(
    place: Place, hana: Browser, alex: Browser, leaver: str
) -> None:
    await hide(hana, alex.member_id)
    await mute_topics(hana, ["抹茶"], [])
    await add_posts(place.engine, [{"user_id": alex.member_id}])
    names = {"hana": "茶畑 はな", "alex": "Alex Leaf"}
    browser = {"hana": hana, "alex": alex}[leaver]

    removal = {"confirmation": names[leaver], "posts": "keep"}
    assert (await browser.change("DELETE", "/api/account", json=removal)).status_code == 204

    assert await place.count("member_relations") == 0
    assert await place.count("muted_topics") == (0 if leaver == "hana" else 1)
