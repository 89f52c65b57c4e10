"""Search for members by name: results, their order, hidden members, and the index of names."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.accounts.profiles.actions import index_rows
from server.accounts.profiles.name_sweep import index_missing_names
from server.accounts.profiles.names import suffixes_of
from server.accounts.profiles.tables import MemberName, Profile
from server.accounts.sessions.tables import Account
from server.community.members.queries import PAGE
from server.database.engine import create_sessions
from server.web.viewer import Member
from tests.server.community.builders import add_members, add_posts
from tests.server.community.relations.test_relations import hide
from tests.server.community.test_follows import follow
from tests.server.conftest import START
from tests.server.members import Browser, Place

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

PATH = "/api/search/profiles"
# Expected names in their order, by search.
FOUND = {
    "tea": ["Tea Lover", "Green Tea"],
    "ＴＥＡ": ["Tea Lover", "Green Tea"],
    "lover tea": ["Tea Lover"],
    "ea": [],
    "太郎": ["山田太郎"],
    "山田　太郎": ["山田太郎"],
    "まっ": ["マッチャ好き"],
    "ﾏｯﾁｬ": ["マッチャ好き"],
    "cafe": ["Café 茶"],
    "茶": ["Café 茶"],
    "%": [],
    "_": [],
    "\0": [],
    " ": [],
}


async def add_named(place: Place, *names: str | None, **values: Any) -> list[str]:
    """Inserts members with profiles and has the host index their names; returns the ids."""
    members = await add_members(place.engine, len(names))
    now = place.moment()
    rows = [
        {"id": one.id, "display_name": name, "language": "ja", "created_at": now, "updated_at": now}
        | values
        for one, name in zip(members, names, strict=True)
    ]
    async with place.engine.begin() as connection:
        await connection.execute(sa.insert(Profile), rows)
    await index_missing_names(create_sessions(place.engine), asyncio.Event())
    return [one.id for one in members]


async def add_indexed(engine: AsyncEngine, names: Sequence[str]) -> list[Member]:
    """Inserts members with profiles and index rows, with one statement for each table."""
    members = await add_members(engine, len(names))
    times = {"language": "ja", "created_at": START, "updated_at": START}
    named = list(zip(members, names, strict=True))
    profiles = [
        {"id": one.id, "display_name": name, "indexed_name": name, **times} for one, name in named
    ]
    suffixes = [row for one, name in named for row in index_rows(one.id, name)]
    async with engine.begin() as connection:
        await connection.execute(sa.insert(Profile), profiles)
        await connection.execute(sa.insert(MemberName), suffixes)
    return members


async def names_found(browser: Browser, search: str) -> list[str]:
    """Returns the names of the members on all pages of a search."""
    names: list[str] = []
    after = ""
    while after is not None:
        params = {"q": search, **({"after": after} if after else {})}
        page = (await browser.get(PATH, params=params)).json()
        names += [card["member"]["display_name"] for card in page["members"]]
        after = page["next"]
    return names


@pytest.mark.parametrize(
    ("name", "suffixes"),
    [
        ("Tea Lover", ["tea lover", "lover"]),
        ("山田太郎", ["山田太郎", "田太郎", "太郎", "郎"]),
        ("ﾏｯﾁｬ好き", ["まっちゃ好き", "っちゃ好き", "ちゃ好き", "ゃ好き", "好き", "き"]),
        ("Café茶", ["cafe茶", "茶"]),
        ("葛\U000e0100城", ["葛城", "城"]),
        ("", []),
    ],
)
def test_suffixes_begin_at_words_and_east_asian_signs(name: str, suffixes: list[str]) -> None:
    assert suffixes_of(name) == suffixes


async def test_names_are_found_by_the_beginnings_of_their_words(
    place: Place, visitor: Browser
) -> None:
    await add_named(place, "Green Tea", "Tea Lover", "山田太郎", "マッチャ好き", "Café 茶", None)

    for search, names in FOUND.items():
        assert await names_found(visitor, search) == names, search


async def test_pages_have_each_member_once(place: Place, visitor: Browser) -> None:
    names = [f"茶茶 {n:03}" for n in range(2 * PAGE + 3)]
    await add_indexed(place.engine, [*reversed(names), "お茶"])

    first = (await visitor.get(PATH, params={"q": "茶"})).json()

    assert len(first["members"]) == PAGE
    assert await names_found(visitor, "茶") == [*names, "お茶"]
    broken = (await visitor.get(PATH, params={"q": "茶", "after": "x"})).json()
    assert broken == first


async def test_first_page_has_the_members_with_two_common_words(
    place: Place, visitor: Browser
) -> None:
    both = [f"zen tea {n}" for n in range(3)]
    await add_indexed(place.engine, [f"tea {n:04}" for n in range(1_100)])
    await add_named(place, *both, *("zen a", "zen b"))

    page = (await visitor.get(PATH, params={"q": "tea zen"})).json()

    assert [card["member"]["display_name"] for card in page["members"]] == both
    assert page["next"] is None


async def test_search_beyond_the_limit_of_entries_names_where_to_continue(
    place: Place, visitor: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.community.members.queries.BATCHES", (2, 4))
    await add_named(place, *(f"tea {n}" for n in range(6)), "tea zen")

    first = (await visitor.get(PATH, params={"q": "tea zen"})).json()

    assert first["members"] == []
    rest = (await visitor.get(PATH, params={"q": "tea zen", "after": first["next"]})).json()
    assert [card["member"]["display_name"] for card in rest["members"]] == ["tea zen"]
    assert rest["next"] is None


async def test_card_has_what_the_member_shares_and_the_number_of_posts(
    place: Place, visitor: Browser
) -> None:
    favourites = {"favorite_tea_type": "gyokuro", "favorite_tea_variety": "saemidori"}
    [id] = await add_named(place, "茶々", bio="一行目\n" + "あ" * 200, **favourites)
    await add_posts(place.engine, [{"user_id": id}, {"user_id": id}])

    [card] = (await visitor.get(PATH, params={"q": "茶々"})).json()["members"]
    assert card["posts_count"] == 2
    assert card["bio"].startswith("一行目 あ")
    assert card["bio"].endswith("…")
    assert (card["favorite_tea_type"], card["favorite_tea_variety"]) == ("gyokuro", "saemidori")
    assert "email" not in str(card)
    async with place.engine.begin() as connection:
        await connection.execute(sa.update(Profile).values(shares_favourites=False))
    [card] = (await visitor.get(PATH, params={"q": "茶々"})).json()["members"]
    assert (card["favorite_tea_type"], card["favorite_tea_variety"]) == (None, None)


async def test_card_shows_only_its_reader_that_they_follow_the_member(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    [id] = await add_named(place, "茶々")
    await follow(hana, f"member:{id}")

    for reader, is_followed in ((hana, True), (alex, False), (visitor, False)):
        [card] = (await reader.get(PATH, params={"q": "茶々"})).json()["members"]
        assert card["is_followed"] is is_followed


async def test_new_name_replaces_the_old_one(place: Place, hana: Browser) -> None:
    for name in ("Matcha", "Sencha"):
        await hana.change("PUT", "/api/profiles/me", json={"display_name": name, "language": "ja"})

    assert await names_found(hana, "matcha") == []
    assert await names_found(hana, "sencha") == ["Sencha"]


@pytest.mark.parametrize("kind", ["block", "mute"])
async def test_hidden_members_are_not_found(
    place: Place, hana: Browser, alex: Browser, visitor: Browser, kind: str
) -> None:
    await hana.change("PUT", "/api/profiles/me", json={"display_name": "Hana", "language": "ja"})
    await alex.change("PUT", "/api/profiles/me", json={"display_name": "Alex", "language": "ja"})
    await hide(hana, alex.member_id, kind)

    assert await names_found(hana, "alex") == []
    assert await names_found(alex, "hana") == ([] if kind == "block" else ["Hana"])
    assert await names_found(visitor, "alex") == ["Alex"]


async def test_suspended_and_removed_members_are_not_found(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    profile = (await hana.get("/api/profiles/me")).json()
    [other] = await add_named(place, "茶々")
    async with place.engine.begin() as connection:
        which = sa.update(Account).where(Account.id == other)
        await connection.execute(which.values(suspended_at=place.moment()))
    assert await names_found(visitor, "茶々") == []
    name = profile["display_name"]
    assert await names_found(visitor, name) == [name]

    removal = {"confirmation": name, "posts": "remove"}
    assert (await hana.change("DELETE", "/api/account", json=removal)).status_code == 204
    assert await names_found(visitor, name) == []
