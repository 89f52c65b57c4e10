"""Export of a member's data, and account removal with or without the posts."""

import io
import json
import re
import zipfile

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.actions.member_data import remove_member_data
from server.community.actions.withheld import withhold_post
from server.community.dependencies import CommunityDependencies
from server.contracts.routes import LANGUAGES
from server.database.engine import create_sessions
from server.database.transaction import transaction
from server.media.storage.interface import StorageFailure
from server.media.storage.local import LocalStorage
from server.realtime.events import Event, PostEdited
from tests.server.community.builders import CONTENT, add_image, add_members, add_post, value
from tests.server.community.relations.test_relations import hide
from tests.server.community.test_edit_post import finish_all_deletions
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

REMOVAL = {"confirmation": "茶畑 はな", "posts": "remove"}
KEEPING = {**REMOVAL, "posts": "keep"}


@pytest.fixture
async def hana_post(place: Place, hana: Browser) -> int:
    """Inserts a post of Hana with a picture; returns its id."""
    post_id = await add_post(place.engine, user_id=hana.member_id, title="<b>朝</b>")
    await _store_file(place, await add_image(place.engine, hana.member_id, post_id=post_id))
    return post_id


@pytest.fixture
async def alex_post(place: Place, hana: Browser, alex: Browser) -> int:
    """Inserts a post of Alex that Hana and Alex like and comment on twice; returns its id."""
    post_id = await add_post(place.engine, user_id=alex.member_id)
    for browser in (hana, alex):
        await browser.change("PUT", f"/api/posts/{post_id}/like")
        for text in ("一", "二"):
            await browser.change("POST", f"/api/posts/{post_id}/comments", json={"content": text})
    return post_id


async def _store_file(place: Place, image: str) -> None:
    """Stores the file of an image."""
    storage = LocalStorage(place.settings.data_dir / "media")
    name = await value(place.engine, "SELECT name FROM post_images WHERE id = :id", id=image)
    await storage.put("post-images", name, data=b"picture", media_type="image/jpeg")


async def count_files(place: Place, member_id: str) -> int:
    """Returns the number of files in the member's folder."""
    storage = LocalStorage(place.settings.data_dir / "media")
    return len(await storage.names_of("post-images", member_id))


async def test_profile_counts_posts_and_likes_and_hides_likes_from_others(
    visitor: Browser, hana: Browser, hana_post: int, alex_post: int
) -> None:
    assert hana_post != alex_post

    own = (await hana.get("/api/profiles/me")).json()
    session = (await hana.read_session())["member"]
    public = (await visitor.get(f"/api/profiles/{hana.member_id}")).json()

    assert (own["posts_count"], own["liked_count"]) == (1, 1)
    assert (session["posts_count"], session["liked_count"]) == (1, 1)
    assert public["posts_count"] == 1
    assert "liked_count" not in public


async def own_counts(browser: Browser) -> tuple[list[int], list[int]]:
    """Returns the numbers on the tabs of the member's profile, and the lengths of the lists."""
    own = (await browser.get("/api/profiles/me")).json()
    posts = (await browser.get(f"/api/members/{browser.member_id}/posts")).json()["posts"]
    liked = (await browser.get("/api/profiles/me/liked")).json()["posts"]
    return [own["posts_count"], own["liked_count"]], [len(posts), len(liked)]


@pytest.mark.parametrize("withheld", ["hide", "block", "delete"])
async def test_numbers_of_own_lists_equal_the_lists(
    place: Place, hana: Browser, alex: Browser, withheld: str
) -> None:
    ids = [await add_post(place.engine, user_id=alex.member_id) for _ in range(2)]
    for browser in (hana, alex):
        for post_id in ids:
            await browser.change("PUT", f"/api/posts/{post_id}/like")

    if withheld == "block":
        await hide(alex, hana.member_id)
    elif withheld == "delete":
        await alex.change("DELETE", f"/api/posts/{ids[0]}")
    else:
        async with transaction(create_sessions(place.engine)) as opened:
            now = place.moment.now
            assert await withhold_post(opened, ids[0], state="hidden", now=now)

    expected = {"hide": ([0, 1], [2, 1]), "block": ([0, 0], [2, 2]), "delete": ([0, 1], [1, 1])}
    for browser, numbers in zip((hana, alex), expected[withheld], strict=True):
        assert await own_counts(browser) == (numbers, numbers)


async def test_export_contains_posts_comments_likes_and_images(
    hana: Browser, alex: Browser, hana_post: int, alex_post: int
) -> None:
    answer = await hana.get("/api/account/export")

    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    data = json.loads(archive.read("data.json"))
    assert [post["id"] for post in data["posts"]] == [hana_post]
    assert [comment["content"] for comment in data["comments"]] == ["一", "二"]
    assert [like["post_id"] for like in data["likes"]] == [alex_post]
    [picture] = [name for name in archive.namelist() if "post-images" in name]
    assert archive.read(picture) == b"picture"
    page = archive.read("index.html").decode()
    assert "&lt;b&gt;朝&lt;/b&gt;" in page
    assert "<h2>コメント</h2>" in page
    assert alex.member_id not in page


@pytest.mark.databases("sqlite")
async def test_page_of_the_export_has_fields_and_pictures_of_posts_and_texts_of_saved_ones(
    place: Place, hana: Browser, alex_post: int
) -> None:
    shop = {"category": "shop", "rating": 4, "tea_type": "sencha", "price_yen": 1080}
    post_id = await add_post(place.engine, user_id=hana.member_id, shop_name="丸八", **shop)
    await _store_file(place, await add_image(place.engine, hana.member_id, post_id=post_id))
    await hana.change("PUT", f"/api/posts/{alex_post}/saved")

    answer = await hana.get("/api/account/export")

    page = zipfile.ZipFile(io.BytesIO(answer.content)).read("index.html").decode()
    parts = dict(re.findall("<h2>(.*?)</h2>(.*?)(?=<h2>|</body>)", page))
    facts = dict(re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", parts["投稿"]))
    assert facts == {
        "投稿の番号": str(post_id),
        "カテゴリー": "お店",
        "評価": "星4つ",
        "お茶の種類": "煎茶",
        "価格": "1,080円",
        "店名": "丸八",
    }
    assert '<img src="images/post-images/' in parts["投稿"]
    assert "写真" not in parts
    assert f"<p>{CONTENT}</p>" in parts["保存した投稿"]
    assert not re.search(r"\dT\d", page)


async def test_account_removal_with_posts_deletes_all_rows_and_files(
    place: Place, visitor: Browser, hana: Browser, hana_post: int, alex_post: int
) -> None:
    await _store_file(place, await add_image(place.engine, hana.member_id))

    answer = await hana.change("DELETE", "/api/account", json=REMOVAL)

    assert answer.status_code == 204
    assert (await visitor.get(f"/api/posts/{hana_post}")).status_code == 410
    other = (await visitor.get(f"/api/posts/{alex_post}")).json()
    assert (other["likes"], other["commentsCount"]) == (1, 2)
    assert await place.count("post_likes") == 1
    assert await place.count("comments") == 2
    assert await place.count("post_images") == await place.count("pending_removals") == 0
    assert await count_files(place, hana.member_id) == 0


async def test_member_without_posts_can_remove_the_account(place: Place, hana: Browser) -> None:
    answer = await hana.change("DELETE", "/api/account", json=REMOVAL)

    assert answer.status_code == 204
    assert await place.count("accounts") == await place.count("removed_posts") == 0


async def test_kept_posts_have_no_author(
    place: Place, visitor: Browser, hana: Browser, hana_post: int, alex_post: int
) -> None:
    await _store_file(place, await add_image(place.engine, hana.member_id))

    answer = await hana.change("DELETE", "/api/account", json=KEEPING)

    assert answer.status_code == 204
    post = (await visitor.get(f"/api/posts/{hana_post}")).json()
    assert post["user"] is None
    assert (await visitor.get(post["images"][0]["url"])).content == b"picture"
    # Neither the paths of the pictures nor their files name the former author.
    assert hana.member_id not in str(post)
    assert await count_files(place, hana.member_id) == 0
    assert (await visitor.get(f"/api/posts/{alex_post}")).json()["commentsCount"] == 2


async def test_account_removal_publishes_an_event_for_each_kept_post(
    database: AsyncEngine, community: CommunityDependencies, events: list[Event]
) -> None:
    leaving, staying = await add_members(database, 2)
    kept = [await add_post(database, user_id=leaving.id) for _ in range(2)]
    await add_post(database, user_id=staying.id)

    async with transaction(community.database) as opened:
        await remove_member_data(opened, community, leaving, posts="keep")
        assert events == []

    assert events == [PostEdited(post_id) for post_id in kept]


@pytest.mark.parametrize("removal", [REMOVAL, KEEPING])
async def test_account_removal_deletes_the_members_card_images(
    place: Place, hana: Browser, alex: Browser, removal: dict[str, str]
) -> None:
    storage = LocalStorage(place.settings.data_dir / "media")
    owners = [
        f"member-{browser.member_id}-{language}"
        for browser in (hana, alex)
        for language in LANGUAGES
    ]
    for owner in owners:
        await storage.put("cards", f"{owner}/0123.jpg", data=b"card", media_type="image/jpeg")

    answer = await hana.change("DELETE", "/api/account", json=removal)

    assert answer.status_code == 204
    left = [await storage.names_of("cards", owner) for owner in owners]
    assert left == [[], [], [f"{owners[2]}/0123.jpg"], [f"{owners[3]}/0123.jpg"]]


async def test_account_removal_changes_nothing_when_the_storage_is_unavailable(
    place: Place, hana: Browser, hana_post: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_arguments: object) -> list[str]:
        raise StorageFailure("away")

    monkeypatch.setattr(LocalStorage, "names_of", fail)

    answer = await hana.change("DELETE", "/api/account", json=REMOVAL)

    assert (answer.status_code, answer.json()["code"]) == (503, "app.unavailable")
    assert (await hana.get(f"/api/posts/{hana_post}")).status_code == 200
    assert await place.count("accounts") == 1


async def test_file_removal_is_queued_when_the_storage_fails(
    place: Place,
    community: CommunityDependencies,
    hana: Browser,
    hana_post: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail(*_arguments: object) -> None:
        raise StorageFailure("away")

    with monkeypatch.context() as away:
        away.setattr(LocalStorage, "delete", fail)
        answer = await hana.change("DELETE", f"/api/posts/{hana_post}")
        await finish_all_deletions(place, community)

    assert answer.status_code == 204
    assert await place.count("pending_removals") == 2
    assert await count_files(place, hana.member_id) == 1
