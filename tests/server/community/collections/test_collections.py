"""Collections of saved posts: names, posts, readers, the export, and removed accounts."""

import io
import json
import zipfile
from typing import Any

import pytest
import sqlalchemy as sa

from server.accounts.sessions.tables import Account
from server.community.actions.deletions import finish_deletions
from server.community.collections.tables import CollectionPost
from server.community.dependencies import CommunityDependencies
from server.contracts.limits import LIMITS
from tests.server.community.builders import add_post, add_posts
from tests.server.community.relations.test_relations import hide
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

LIST = "/api/account/collections"


async def create_collection(browser: Browser, name: str, post: int | None = None) -> str:
    """Creates a collection, with one post or none; returns its id."""
    body = {"name": name} if post is None else {"name": name, "post": post}
    answer = await browser.change("POST", LIST, json=body)
    assert answer.status_code == 201, answer.text
    return next(str(one["id"]) for one in answer.json()["collections"] if one["name"] == name)


async def set_sharing(browser: Browser, id: str, name: str, *, is_shared: bool = True) -> None:
    """Sets the name of a collection and whether it is shared."""
    body = {"name": name, "is_shared": is_shared}
    answer = await browser.change("PUT", f"/api/collections/{id}", json=body)
    assert answer.status_code == 200, answer.text


async def set_collections_of_post(browser: Browser, post_id: int, *ids: str) -> Any:
    """Puts a post into exactly these collections of the member."""
    path = f"/api/posts/{post_id}/collections"
    return await browser.change("PUT", path, json={"collections": ids})


async def posts_in(browser: Browser, id: str, query: str = "") -> list[int]:
    """Returns the ids of the posts on a page of a collection."""
    page = (await browser.get(f"/api/collections/{id}/posts{query}")).json()
    return [post["id"] for post in page["posts"]]


async def counts_by_name(browser: Browser) -> dict[str, int]:
    """Returns the number of posts of each collection by name."""
    found = (await browser.get(LIST)).json()["collections"]
    return {one["name"]: one["posts_count"] for one in found}


async def saved_ids(browser: Browser) -> list[int]:
    return [post["id"] for post in (await browser.get("/api/profiles/me/saved")).json()["posts"]]


async def test_collection_is_listed_by_name_and_its_posts_newest_addition_first(
    place: Place, hana: Browser
) -> None:
    first, second, third = await add_posts(place.engine, [{}, {}, {}])
    cold, gyokuro = (
        await create_collection(hana, "水出し"),
        await create_collection(hana, "Gyokuro", first),
    )
    for post_id in (third, first, second):
        await set_collections_of_post(hana, post_id, cold)

    assert list(await counts_by_name(hana)) == ["Gyokuro", "水出し"]
    assert await counts_by_name(hana) == {"Gyokuro": 0, "水出し": 3}
    page = (await hana.get(f"/api/collections/{cold}/posts?limit=2")).json()
    assert [post["id"] for post in page["posts"]] == [second, first]
    assert page["remaining"] == 1
    assert await posts_in(hana, cold, f"?after={page['next']}") == [third]
    assert await posts_in(hana, gyokuro) == []


async def test_post_in_a_collection_is_saved_and_leaves_all_when_it_is_unsaved(
    place: Place, hana: Browser
) -> None:
    post_id = await add_post(place.engine)
    one, other = await create_collection(hana, "一", post_id), await create_collection(hana, "二")
    assert await saved_ids(hana) == [post_id]

    answer = await set_collections_of_post(hana, post_id, one, other)
    assert [entry["has_post"] for entry in answer.json()["collections"]] == [True, True]
    await set_collections_of_post(hana, post_id)
    assert await counts_by_name(hana) == {"一": 0, "二": 0}
    assert await saved_ids(hana) == [post_id]

    await set_collections_of_post(hana, post_id, one)
    await hana.change("DELETE", f"/api/posts/{post_id}/saved")
    assert await counts_by_name(hana) == {"一": 0, "二": 0}
    assert await place.count("collection_posts") == 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("  \n", "blank"),
        ("あ" * (LIMITS.collection_name_characters + 1), "long"),
        ("a\u202eb", "signs"),
        ("ﾏｯﾁｬ", "taken"),
        ("まっちゃ ", "taken"),
    ],
)
async def test_names_are_checked_and_each_is_used_once(
    place: Place, hana: Browser, alex: Browser, name: str, reason: str
) -> None:
    await create_collection(hana, "マッチャ")
    other = await create_collection(hana, "玉露")
    await create_collection(alex, "マッチャ")

    refused = [
        await hana.change("POST", LIST, json={"name": name}),
        await hana.change(
            "PUT", f"/api/collections/{other}", json={"name": name, "is_shared": True}
        ),
    ]

    assert [one.status_code for one in refused] == [422, 422]
    assert {one.json()["code"] for one in refused} == {f"collections.errors.{reason}"}
    assert list(await counts_by_name(hana)) == ["マッチャ", "玉露"]


async def test_collection_is_renamed_to_another_spelling_of_its_name(hana: Browser) -> None:
    id = await create_collection(hana, "マッチャ")

    await set_sharing(hana, id, "まっちゃ", is_shared=False)

    assert list(await counts_by_name(hana)) == ["まっちゃ"]


async def test_collections_and_their_posts_have_limits(place: Place, hana: Browser) -> None:
    ids = [await create_collection(hana, f"{n}") for n in range(LIMITS.collections)]
    refused = await hana.change("POST", LIST, json={"name": "one more"})
    assert (refused.status_code, refused.json()["code"]) == (422, "collections.errors.many")
    assert await place.count("collections") == LIMITS.collections

    many = await add_posts(place.engine, [{}] * (LIMITS.collection_posts + 1))
    row = {"collection_id": ids[0], "created_at": place.moment()}
    async with place.engine.begin() as connection:
        rows = [row | {"post_id": post_id} for post_id in many[:-1]]
        await connection.execute(sa.insert(CollectionPost), rows)
    refused = await set_collections_of_post(hana, many[-1], ids[0])
    assert (refused.status_code, refused.json()["code"]) == (422, "collections.errors.full")
    assert await saved_ids(hana) == []


async def test_shared_collection_is_read_by_all_and_a_private_one_by_its_member(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post_id = await add_post(place.engine)
    id = await create_collection(hana, "水出し", post_id)
    readers = (hana, alex, visitor)

    async def statuses() -> list[int]:
        """Returns each reader's status for a collection, alike on its three addresses."""
        paths = (f"/api/collections/{id}", f"/api/collections/{id}/posts", f"/collections/{id}")
        accept = {"accept": "text/html"}
        found = [
            [(await one.get(path, headers=accept)).status_code for path in paths] for one in readers
        ]
        assert all(len(set(row)) == 1 for row in found), found
        return [row[0] for row in found]

    assert await statuses() == [200, 404, 404]
    await set_sharing(hana, id, "水出し")
    assert await statuses() == [200, 200, 200]
    assert await posts_in(visitor, id) == [post_id]
    await set_sharing(hana, id, "水出し", is_shared=False)
    assert await statuses() == [200, 404, 404]


async def test_another_member_changes_nothing(place: Place, hana: Browser, alex: Browser) -> None:
    post_id = await add_post(place.engine)
    id = await create_collection(hana, "水出し", post_id)
    await set_sharing(hana, id, "水出し")

    answers = [
        await alex.change("PUT", f"/api/collections/{id}", json={"name": "x", "is_shared": False}),
        await alex.change("DELETE", f"/api/collections/{id}"),
        await set_collections_of_post(alex, post_id, id),
    ]

    assert [answer.status_code for answer in answers] == [404] * 3
    assert await posts_in(hana, id) == [post_id]


async def test_deleted_collection_leaves_its_posts_saved(place: Place, hana: Browser) -> None:
    post_id = await add_post(place.engine)
    id = await create_collection(hana, "水出し", post_id)

    assert (await hana.change("DELETE", f"/api/collections/{id}")).status_code == 204

    assert await counts_by_name(hana) == {}
    assert await saved_ids(hana) == [post_id]
    assert (await hana.change("DELETE", f"/api/collections/{id}")).status_code == 404


async def test_hidden_posts_leave_lists_and_counts_alike(
    place: Place, hana: Browser, alex: Browser
) -> None:
    of_alex, removed, kept = await add_posts(
        place.engine, [{"user_id": alex.member_id}, {"user_id": alex.member_id}, {}]
    )
    id = await create_collection(hana, "水出し", of_alex)
    for post_id in (removed, kept):
        await set_collections_of_post(hana, post_id, id)

    await alex.change("DELETE", f"/api/posts/{removed}")
    assert await posts_in(hana, id) == [kept, of_alex]
    assert await counts_by_name(hana) == {"水出し": 2}
    await hide(hana, alex.member_id)
    assert await posts_in(hana, id) == [kept]
    assert await counts_by_name(hana) == {"水出し": 1}
    assert (await hana.get(f"/api/collections/{id}")).json()["posts_count"] == 1
    assert (await set_collections_of_post(hana, of_alex, id)).status_code == 404


async def test_block_hides_a_shared_collection_and_its_posts(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    of_alex, other = await add_posts(place.engine, [{"user_id": alex.member_id}, {}])
    async with place.browser("198.51.100.7") as third:
        await place.sign_in(third, "development-nameless")
        id = await create_collection(third, "玉露", of_alex)
        await set_collections_of_post(third, other, id)
        await set_sharing(third, id, "玉露")
        assert await posts_in(hana, id) == [other, of_alex]

        await hide(hana, alex.member_id)
        assert await posts_in(hana, id) == [other]
        await hide(third, hana.member_id)
        assert (await hana.get(f"/api/collections/{id}")).status_code == 404
    assert await posts_in(visitor, id) == [other, of_alex]


async def test_collection_of_a_suspended_member_is_hidden(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    id = await create_collection(hana, "水出し", await add_post(place.engine))
    await set_sharing(hana, id, "水出し")
    async with place.engine.begin() as connection:
        which = sa.update(Account).where(Account.id == hana.member_id)
        await connection.execute(which.values(suspended_at=place.moment()))

    assert (await visitor.get(f"/api/collections/{id}")).status_code == 404


async def test_collections_are_exported_and_deleted_with_the_account_and_the_post(
    place: Place, community: CommunityDependencies, hana: Browser, alex: Browser
) -> None:
    kept, removed = await add_posts(place.engine, [{}, {"user_id": alex.member_id}])
    id = await create_collection(hana, "水出し", kept)
    await set_collections_of_post(hana, removed, id)
    await create_collection(alex, "玉露", kept)
    await alex.change("DELETE", f"/api/posts/{removed}")

    profile = (await hana.get("/api/profiles/me")).json()
    archive = zipfile.ZipFile(io.BytesIO((await hana.get("/api/account/export")).content))
    data = json.loads(archive.read("data.json"))
    assert [(one["title"], one["posts"]) for one in data["collections"]] == [("水出し", [kept])]
    assert "水出し" in archive.read("index.html").decode()
    place.moment.advance(seconds=LIMITS.undo_seconds + 1)
    await finish_deletions(community)
    assert await place.count("collection_posts") == 2

    removal = {"confirmation": profile["display_name"], "posts": "remove"}
    assert (await hana.change("DELETE", "/api/account", json=removal)).status_code == 204
    assert await place.count("collections") == 1
    assert await place.count("collection_posts") == 1
