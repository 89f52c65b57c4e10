"""Follows of a member: the feed, the list, its form, the export, and removed accounts."""

import io
import json
import zipfile
from typing import Any

import pytest
import sqlalchemy as sa

from server.community.follows.tables import Follow
from server.contracts.limits import LIMITS
from tests.server.community.builders import add_members, add_posts
from tests.server.community.relations.test_relations import hide, mute_topics
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

LIST = "/api/account/follows"
FORM = {
    "accept": "text/html",
    "content-type": "application/x-www-form-urlencoded",
    "x-csrf-token": "",
    "x-member-id": "",
}


async def follow(browser: Browser, subject: str) -> Any:
    return await browser.change("PUT", f"{LIST}/{subject}")


async def followed(browser: Browser) -> list[str]:
    """Returns what the member follows, as `kind:id`."""
    listed = (await browser.get(LIST)).json()["follows"]
    return [f"{one['kind']}:{one['id']}" for one in listed]


async def followed_feed(browser: Browser, query: str = "") -> list[int]:
    """Returns the ids of the posts in the feed of what the member follows."""
    page = (await browser.get(f"/api/posts?following=1{query}")).json()
    return [post["id"] for post in page["posts"]]


@pytest.fixture
async def posts(place: Place, hana: Browser, alex: Browser) -> dict[str, int]:
    """Inserts a post for each kind of follow, one that none finds, and one of Hana; returns ids."""
    rows = {
        "cultivar": {"tea_variety": "saemidori"},
        "member": {"user_id": alex.member_id},
        "prefecture": {"prefecture": "kyoto"},
        "tea-type": {"tea_type": "gyokuro"},
        "nothing": {"tea_variety": "yabukita", "prefecture": "mie", "tea_type": "sencha"},
        "own": {"user_id": hana.member_id},
    }
    return dict(zip(rows, await add_posts(place.engine, list(rows.values())), strict=True))


SUBJECTS = {
    "cultivar": "cultivar:saemidori",
    "prefecture": "prefecture:kyoto",
    "tea-type": "tea-type:gyokuro",
}


@pytest.mark.parametrize("kind", ["cultivar", "member", "prefecture", "tea-type"])
async def test_feed_has_the_posts_of_what_is_followed_and_no_others(
    hana: Browser, alex: Browser, posts: dict[str, int], kind: str
) -> None:
    subject = SUBJECTS.get(kind, f"member:{alex.member_id}")

    assert (await follow(hana, subject)).json() == {"is_followed": True}

    assert await followed_feed(hana) == [posts[kind]]
    assert await followed_feed(alex) == []


async def test_feed_of_several_follows_is_ordered_and_paged(
    hana: Browser, posts: dict[str, int]
) -> None:
    for subject in SUBJECTS.values():
        await follow(hana, subject)
    wanted = [posts["tea-type"], posts["prefecture"], posts["cultivar"]]

    first = (await hana.get("/api/posts?following=1&limit=2")).json()

    assert await followed_feed(hana) == wanted
    assert [post["id"] for post in first["posts"]] == wanted[:2]
    assert first["remaining"] == 1
    assert await followed_feed(hana, f"&after={first['next']}") == wanted[2:]


async def test_visitor_follows_nothing(visitor: Browser, posts: dict[str, int]) -> None:
    assert posts
    assert (await visitor.get("/api/posts?following=1")).json()["posts"] == []
    assert (await visitor.get(LIST)).status_code == 401


async def test_muted_words_and_blocks_hold_in_the_feed(
    place: Place, hana: Browser, alex: Browser
) -> None:
    await follow(hana, "cultivar:saemidori")
    plain, muted, blocked = await add_posts(
        place.engine,
        [
            {"tea_variety": "saemidori"},
            {"tea_variety": "saemidori", "content": "抹茶の話"},
            {"tea_variety": "saemidori", "user_id": alex.member_id},
        ],
    )
    assert await followed_feed(hana) == [blocked, muted, plain]

    await mute_topics(hana, ["抹茶"], [])
    await hide(hana, alex.member_id)

    assert await followed_feed(hana) == [plain]


async def test_following_and_unfollowing_twice_count_once(place: Place, hana: Browser) -> None:
    for _ in range(2):
        await follow(hana, "cultivar:saemidori")
    assert await place.count("follows") == 1
    path = f"{LIST}/cultivar:saemidori"
    assert (await hana.get(path)).json() == {"is_followed": True}

    for _ in range(2):
        assert (await hana.change("DELETE", path)).json() == {"is_followed": False}
    assert (await hana.get(path)).json() == {"is_followed": False}
    assert await place.count("follows") == 0


@pytest.mark.parametrize(
    "subject", ["cultivar:nothing", "prefecture:atlantis", "tea-type:x", "member:x", "post:1", "x"]
)
async def test_unknown_things_are_refused(place: Place, hana: Browser, subject: str) -> None:
    refused = await follow(hana, subject)

    assert (refused.status_code, refused.json()["code"]) == (404, "account.follows.errors.unknown")
    assert await place.count("follows") == 0


async def test_follow_of_oneself_and_follows_above_the_limit_are_refused(
    place: Place, hana: Browser
) -> None:
    others = await add_members(place.engine, LIMITS.follows)
    rows = [
        {
            "member_id": hana.member_id,
            "kind": "member",
            "value": one.id,
            "created_at": place.moment(),
        }
        for one in others
    ]
    async with place.engine.begin() as connection:
        await connection.execute(sa.insert(Follow), rows)

    own = await follow(hana, f"member:{hana.member_id}")
    more = await follow(hana, "cultivar:saemidori")

    assert (own.status_code, own.json()["code"]) == (422, "account.follows.errors.self")
    assert (more.status_code, more.json()["code"]) == (422, "account.follows.errors.many")
    assert await place.count("follows") == LIMITS.follows


@pytest.mark.parametrize("is_follower", [True, False], ids=["follower blocks", "followed blocks"])
async def test_block_ends_the_follow_and_refuses_another(
    hana: Browser, alex: Browser, *, is_follower: bool
) -> None:
    await follow(hana, f"member:{alex.member_id}")
    blocker, other = (hana, alex) if is_follower else (alex, hana)

    await hide(blocker, other.member_id)

    assert await followed(hana) == []
    assert (await follow(hana, f"member:{alex.member_id}")).status_code == 404
    asked = (await hana.get(f"{LIST}?follow=member:{alex.member_id}")).json()["asked"]
    assert asked is None


async def test_mute_keeps_the_follow_and_hides_the_posts(
    hana: Browser, alex: Browser, posts: dict[str, int]
) -> None:
    await follow(hana, f"member:{alex.member_id}")
    assert await followed_feed(hana) == [posts["member"]]

    await hide(hana, alex.member_id, "mute")

    assert await followed(hana) == [f"member:{alex.member_id}"]
    assert await followed_feed(hana) == []


async def test_followed_member_learns_nothing(hana: Browser, alex: Browser) -> None:
    before = (await alex.get("/api/notifications")).json(), (await alex.get(LIST)).json()

    await follow(hana, f"member:{alex.member_id}")

    after = (await alex.get("/api/notifications")).json(), (await alex.get(LIST)).json()
    assert after == before


async def test_list_names_members_and_what_the_address_asks_for(
    hana: Browser, alex: Browser
) -> None:
    await follow(hana, f"member:{alex.member_id}")

    listed = (await hana.get(f"{LIST}?follow=cultivar:saemidori")).json()

    [one] = listed["follows"]
    assert (one["kind"], one["name"]) == ("member", "Alex Leaf")
    assert listed["asked"] == {"kind": "cultivar", "id": "saemidori", "name": None}
    named = (await hana.get(f"{LIST}?follow=member:{alex.member_id}")).json()["asked"]
    assert named["name"] == "Alex Leaf"
    assert (await hana.get(f"{LIST}?follow=cultivar:x")).json()["asked"] is None


async def test_export_has_what_the_member_follows(hana: Browser, alex: Browser) -> None:
    await follow(hana, f"member:{alex.member_id}")
    await follow(hana, "cultivar:saemidori")

    answer = await hana.get("/api/account/export")
    data = json.loads(zipfile.ZipFile(io.BytesIO(answer.content)).read("data.json"))

    assert {(one["action"], one["title"]) for one in data["follows"]} == {
        ("follow member", "Alex Leaf"),
        ("follow cultivar", "saemidori"),
    }


@pytest.mark.parametrize("leaver", ["hana", "alex"])
async def test_follow_ends_with_either_account(
    place: Place, hana: Browser, alex: Browser, leaver: str
) -> None:
    await follow(hana, f"member:{alex.member_id}")
    names = {"hana": "茶畑 はな", "alex": "Alex Leaf"}
    browser = {"hana": hana, "alex": alex}[leaver]

    removal = {"confirmation": names[leaver], "posts": "keep"}
    assert (await browser.change("DELETE", "/api/account", json=removal)).status_code == 204

    assert await place.count("follows") == 0


async def send_form(browser: Browser, body: str, language: str = "ja") -> tuple[int, str]:
    path = f"{LIST}/form?language={language}"
    answer = await browser.change("POST", path, content=body, headers=FORM)
    return answer.status_code, answer.headers.get("location", "")


async def test_form_follows_and_unfollows(hana: Browser) -> None:
    member = f"member={hana.member_id}"

    saved = await send_form(hana, f"{member}&follow=cultivar:saemidori")

    assert saved == (303, "/ja/account?follows=saved#following")
    assert await followed(hana) == ["cultivar:saemidori"]
    ended = await send_form(hana, f"{member}&unfollow=cultivar:saemidori", "en")
    assert ended == (303, "/account?follows=saved#following")
    assert await followed(hana) == []


async def test_form_leads_back_with_the_reason_of_a_refusal(
    visitor: Browser, hana: Browser, alex: Browser
) -> None:
    member = f"member={hana.member_id}"

    unknown = await send_form(hana, f"{member}&follow=cultivar:x")
    other = await send_form(hana, f"member={alex.member_id}&follow=cultivar:saemidori")

    assert unknown == (303, "/ja/account?follows=unknown&follow=cultivar%3Ax#following")
    assert other == (303, "/ja/account?follows=anotherMember#following")
    status, login = await send_form(visitor, f"{member}&follow=cultivar:saemidori")
    assert (status, login.partition("?")[0]) == (303, "/ja/login")
    assert await followed(hana) == []
