"""Edits and removals of a post, by its author only."""

from dataclasses import replace

import pytest

from server.community.actions.deletions import finish_deletions
from server.community.dependencies import CommunityDependencies
from server.contracts.limits import LIMITS
from server.media.storage.local import LocalStorage
from tests.server.community.builders import NEW, add_image, add_post, value
from tests.server.community.test_create_post import FULL, WITHOUT_OPTIONAL, write_post
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


async def test_edit_replaces_text_fields_and_images_and_keeps_the_category(
    place: Place, hana: Browser
) -> None:
    kept, dropped = [await add_image(place.engine, hana.member_id) for _ in range(2)]
    post = await write_post(hana, **FULL, images=[{"id": kept}, {"id": dropped}])
    added = await add_image(place.engine, hana.member_id)
    place.moment.advance(minutes=5)

    answer = await hana.change(
        "PUT",
        f"/api/posts/{post['id']}",
        json={"content": "二煎目", "images": [{"id": added}, {"id": kept, "alt": "茶"}]},
    )

    edited = answer.json()
    assert answer.status_code == 200
    assert edited["edited_at"] == "2026-11-21T04:05:00Z"
    assert [image["id"] for image in edited["images"]] == [added, kept]
    assert (edited["category"], edited["created_at"]) == ("review", post["created_at"])
    assert {edited[name] for name in WITHOUT_OPTIONAL} == {None}
    assert await place.count("post_images") == 2
    assert (await hana.get("/api/posts?search=深蒸し")).json()["posts"] == []
    assert len((await hana.get("/api/posts?search=二煎")).json()["posts"]) == 1


async def test_edit_that_is_based_on_an_older_version_is_refused(
    place: Place, hana: Browser
) -> None:
    post = await write_post(hana)
    path = f"/api/posts/{post['id']}"
    place.moment.advance(minutes=5)
    first = {"content": "二煎目", "based_on": post["created_at"]}
    edited = (await hana.change("PUT", path, json=first)).json()

    late = await hana.change("PUT", path, json={**first, "content": "三煎目"})
    newest = {"content": "四煎目", "based_on": edited["edited_at"]}
    answers = [
        await hana.change("PUT", path, json=edit) for edit in (newest, {"content": "五煎目"})
    ]

    assert (late.status_code, late.json()["code"]) == (409, "postRefusals.editedElsewhere")
    assert [answer.json()["content"] for answer in answers] == ["四煎目", "五煎目"]


async def test_edit_by_a_visitor_or_another_member_is_refused(
    place: Place, visitor: Browser, hana: Browser, alex: Browser
) -> None:
    path = f"/api/posts/{(await write_post(hana))['id']}"
    edit = {"content": "別の話"}

    answers = [await one.change("PUT", path, json=edit) for one in (visitor, alex)]

    codes = [(answer.status_code, answer.json()["code"]) for answer in answers]
    assert codes == [(401, "createPost.errors.loginRequired"), (403, "app.forbidden")]
    assert (await hana.get(path)).json()["content"] == NEW["content"]


async def test_edit_of_a_fixed_field_is_refused_with_400(hana: Browser) -> None:
    path = f"/api/posts/{(await write_post(hana))['id']}"

    for column in ("language", "user_id", "likes", "created_at", "id"):
        answer = await hana.change("PUT", path, json={"content": "a", column: "shop"})

        assert answer.status_code == 400


async def test_edit_changes_the_category_and_drops_fields_that_it_lacks(
    hana: Browser, visitor: Browser
) -> None:
    review = {**NEW, "category": "review", "prefecture": "shizuoka", "rating": 4}
    path = f"/api/posts/{(await write_post(hana, **review))['id']}"
    edit = {"content": "a", "category": "shop", "prefecture": "shizuoka", "rating": 4}

    changed = await hana.change("PUT", path, json=edit)
    kept = await hana.change("PUT", path, json={"content": "b", "rating": 4})

    seen = changed.json()
    assert (seen["category"], seen["prefecture"], seen["rating"]) == ("shop", None, 4)
    assert (kept.json()["category"], kept.json()["rating"]) == ("shop", 4)
    for category, count in (("shop", 1), ("review", 0)):
        page = (await visitor.get(f"/api/posts?category={category}")).json()
        assert len(page["posts"]) == count


@pytest.mark.parametrize("category", ["general", "futures", ""])
async def test_edit_to_a_category_that_is_not_offered_is_refused_with_422(
    hana: Browser, category: str
) -> None:
    post = await write_post(hana)

    answer = await hana.change(
        "PUT", f"/api/posts/{post['id']}", json={"content": "a", "category": category}
    )

    assert (answer.status_code, answer.json()["code"]) == (422, "createPost.errors.unknownChoice")


async def finish_all_deletions(place: Place, community: CommunityDependencies) -> None:
    """Sets the clock behind the time of the undo and finishes all deletions."""
    place.moment.advance(seconds=LIMITS.undo_seconds + 1)
    storage = LocalStorage(place.settings.data_dir / "media")
    await finish_deletions(replace(community, storage=storage))


async def test_removed_post_answers_410_and_its_id_is_not_reused(
    place: Place, community: CommunityDependencies, hana: Browser, visitor: Browser
) -> None:
    storage = LocalStorage(place.settings.data_dir / "media")
    image = await add_image(place.engine, hana.member_id)
    files = await value(place.engine, "SELECT name FROM post_images")
    await storage.put("post-images", files, data=b"x", media_type="image/jpeg")
    post = await write_post(hana, images=[{"id": image}])
    path = f"/api/posts/{post['id']}"
    await hana.change("PUT", f"{path}/like")
    await hana.change("POST", f"{path}/comments", json={"content": "私も"})

    removed = await hana.change("DELETE", path)
    again = await hana.change("DELETE", path)
    read = await visitor.get(path)
    following = await write_post(hana)

    assert [removed.status_code, again.status_code, read.status_code] == [204, 410, 410]
    assert read.json()["code"] == "postDetail.removed"
    assert following["id"] > post["id"]
    await finish_all_deletions(place, community)
    for table in ("post_likes", "comments", "post_images", "pending_removals"):
        assert await place.count(table) == 0
    assert await place.count("post_texts") == 1
    assert await storage.names_of("post-images", hana.member_id) == []
    assert (await visitor.get("/api/posts?search=深蒸し")).json()["posts"][0]["id"] != post["id"]


async def test_removal_by_a_visitor_or_another_member_is_refused(
    place: Place, visitor: Browser, hana: Browser, alex: Browser
) -> None:
    path = f"/api/posts/{(await write_post(hana))['id']}"

    answers = [await one.change("DELETE", path) for one in (visitor, alex)]

    assert [answer.status_code for answer in answers] == [401, 403]
    assert await place.count("posts") == 1


async def test_post_with_an_invalid_or_unknown_id_answers_404(hana: Browser) -> None:
    for id in ("0", "-1", "1.5", "abc", "9" * 21, "１", "12345"):
        for verb, body in (("GET", None), ("PUT", {"content": "a"}), ("DELETE", None)):
            answer = await hana.change(verb, f"/api/posts/{id}", json=body)

            assert (answer.status_code, answer.json()["code"]) == (404, "postDetail.notFound")


async def test_post_of_an_author_without_name_or_account_can_be_read(
    place: Place, visitor: Browser, alex: Browser
) -> None:
    nobodys = await add_post(place.engine)
    nameless = await add_post(place.engine, user_id=alex.member_id)
    async with place.engine.begin() as connection:
        await connection.exec_driver_sql("DELETE FROM profiles")

    assert (await visitor.get(f"/api/posts/{nobodys}")).json()["user"] is None
    assert (await visitor.get(f"/api/posts/{nameless}")).json()["user"] == {
        "id": alex.member_id,
        "display_name": "未設定",
        "avatar_url": None,
    }
