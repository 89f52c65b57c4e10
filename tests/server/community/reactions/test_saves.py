"""Saved posts: one list a member, newest save first, seen by that member alone."""

import io
import json
import zipfile
from typing import Any

import pytest

from server.community.actions.deletions import finish_deletions
from server.community.dependencies import CommunityDependencies
from server.contracts.limits import LIMITS
from tests.server.community.builders import add_post, add_posts
from tests.server.community.relations.test_relations import hide
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

LIST = "/api/profiles/me/saved"


async def save_post(browser: Browser, post_id: int) -> None:
    """Saves a post."""
    answer = await browser.change("PUT", f"/api/posts/{post_id}/saved")
    assert answer.json() == {"is_saved": True}


async def saved_posts(browser: Browser, query: str = "") -> tuple[list[int], str | None]:
    """Returns the ids of the saved posts on a page, and the cursor of the next page."""
    page: dict[str, Any] = (await browser.get(f"{LIST}{query}")).json()
    return [post["id"] for post in page["posts"]], page["next"]


async def test_newest_save_comes_first_and_pages_follow(place: Place, hana: Browser) -> None:
    first, second, third = await add_posts(place.engine, [{}, {}, {}])
    for post_id in (second, third, first, second):
        await save_post(hana, post_id)

    shown, after = await saved_posts(hana, "?limit=2")

    assert shown == [first, third]
    assert await saved_posts(hana, f"?limit=2&after={after}") == ([second], None)


async def test_saving_twice_and_unsaving_twice_count_once(place: Place, hana: Browser) -> None:
    post_id = await add_post(place.engine)
    path = f"/api/posts/{post_id}/saved"
    await save_post(hana, post_id)
    await save_post(hana, post_id)
    assert await place.count("saved_posts") == 1

    for _ in range(2):
        assert (await hana.change("DELETE", path)).json() == {"is_saved": False}
    assert (await hana.get(path)).json() == {"is_saved": False}
    assert await saved_posts(hana) == ([], None)


async def test_save_is_seen_by_its_member_alone_and_likes_nothing(
    place: Place, hana: Browser, alex: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id)
    await save_post(hana, post_id)

    assert (await hana.get(f"/api/posts/{post_id}/saved")).json() == {"is_saved": True}
    assert (await alex.get(f"/api/posts/{post_id}/saved")).json() == {"is_saved": False}
    assert await saved_posts(alex) == ([], None)
    assert (await hana.get(f"/api/posts/{post_id}")).json()["likes"] == 0
    assert (await alex.get("/api/notifications")).json()["notifications"] == []


async def test_unknown_and_removed_posts_cannot_be_saved(
    place: Place, hana: Browser, alex: Browser
) -> None:
    removed = await add_post(place.engine, user_id=alex.member_id)
    await alex.change("DELETE", f"/api/posts/{removed}")

    statuses = [
        (await hana.change("PUT", f"/api/posts/{id}/saved")).status_code
        for id in (removed, 999, "x")
    ]

    assert statuses == [410, 404, 404]


async def test_saved_post_of_a_blocked_member_is_hidden_until_the_block_ends(
    place: Place, hana: Browser, alex: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id)
    await save_post(hana, post_id)
    await hide(hana, alex.member_id)

    assert await saved_posts(hana) == ([], None)
    assert (await hana.change("PUT", f"/api/posts/{post_id}/saved")).status_code == 404
    await hana.change("DELETE", f"/api/account/hidden/members/{alex.member_id}")
    assert await saved_posts(hana) == ([post_id], None)


async def test_saves_are_exported_and_deleted_with_the_account_and_the_post(
    place: Place, community: CommunityDependencies, hana: Browser, alex: Browser
) -> None:
    kept, removed = await add_posts(place.engine, [{}, {"user_id": alex.member_id}])
    await save_post(hana, kept)
    await save_post(hana, removed)
    await save_post(alex, kept)
    await alex.change("DELETE", f"/api/posts/{removed}")

    profile = (await hana.get("/api/profiles/me")).json()
    answer = await hana.get("/api/account/export")
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    data = json.loads(archive.read("data.json"))
    assert [one["post_id"] for one in data["saved"]] == [kept]
    place.moment.advance(seconds=LIMITS.undo_seconds + 1)
    await finish_deletions(community)
    assert await place.count("saved_posts") == 2

    removal = {"confirmation": profile["display_name"], "posts": "remove"}
    assert (await hana.change("DELETE", "/api/account", json=removal)).status_code == 204
    assert await place.count("saved_posts") == 1
