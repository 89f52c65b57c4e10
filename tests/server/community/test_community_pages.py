"""Preloaded data and status of the community's pages."""

from typing import Any

import pytest

from tests.fake_build import FakePool
from tests.server.community.builders import add_post, add_posts, execute
from tests.server.members import Browser, Place
from tests.server.pages.test_member_loaders import preloaded

pytestmark = pytest.mark.anyio


async def json_of(browser: Browser, path: str) -> Any:
    return (await browser.get(path)).json()


async def test_feed_page_preloads_the_posts_of_its_query(
    place: Place, visitor: Browser, pool: FakePool
) -> None:
    await add_posts(place.engine, [{"rating": n % 5 + 1} for n in range(30)])
    query = "?category=review&rating=3&sort=popular&page=2"

    page = await visitor.get(f"/ja/community{query}&new=3&utm_source=x")

    assert page.status_code == 200
    expected = await json_of(visitor, f"/api/posts{query}")
    assert len(expected["posts"]) == 18
    assert preloaded(pool) == {"reviewedCultivar": None, "feed": expected}


async def test_post_page_preloads_the_post_and_its_comments(
    place: Place, visitor: Browser, hana: Browser, pool: FakePool
) -> None:
    path = f"/api/posts/{await add_post(place.engine)}"
    await hana.change("POST", f"{path}/comments", json={"content": "私も"})

    page = await visitor.get(path.replace("/api/posts", "/post"))

    assert page.status_code == 200
    assert preloaded(pool) == {
        "post": await json_of(visitor, path),
        "comments": await json_of(visitor, f"{path}/comments"),
    }


async def test_page_of_a_missing_post_answers_404_and_of_a_removed_one_410(
    place: Place, visitor: Browser, pool: FakePool
) -> None:
    await execute(place.engine, "INSERT INTO removed_posts VALUES (77, :at)", at=place.moment.now)

    missing = await visitor.get("/ja/post/12345")
    unknown = preloaded(pool)
    removed = await visitor.get("/post/77")

    assert [missing.status_code, removed.status_code] == [404, 410]
    assert unknown == {"post": None, "comments": None}
    assert preloaded(pool) == {"post": "removed", "comments": None}


async def test_post_page_answers_404_for_an_invalid_id(visitor: Browser) -> None:
    for id in ("0", "abc", "9" * 30, "1.5"):
        assert (await visitor.get(f"/post/{id}")).status_code == 404


async def test_edit_page_preloads_the_post_for_its_author_only(
    place: Place, visitor: Browser, hana: Browser, alex: Browser, pool: FakePool
) -> None:
    path = f"/post/{await add_post(place.engine, user_id=hana.member_id)}/edit"

    anonymous = await visitor.get(path)
    own = await hana.get(path)
    handed = preloaded(pool)
    others = await alex.get(path)

    assert [anonymous.status_code, own.status_code, others.status_code] == [302, 200, 403]
    assert handed["post"]["user"]["id"] == hana.member_id
    assert preloaded(pool) == {"post": None}


async def test_profile_page_preloads_the_open_tab_only(
    place: Place, hana: Browser, pool: FakePool
) -> None:
    written = await add_posts(place.engine, [{"user_id": hana.member_id} for _ in range(12)])
    await hana.change("PUT", f"/api/posts/{written[0]}/like")

    await hana.get("/profile?page=2")
    posts = preloaded(pool)
    await hana.get("/ja/profile?tab=liked")
    liked = preloaded(pool)

    assert len(posts["myPosts"]["posts"]) == 12
    assert posts["likedPosts"] is liked["myPosts"] is None
    assert [post["id"] for post in liked["likedPosts"]["posts"]] == written[:1]


async def test_reviews_of_a_cultivar_preload_its_parents(visitor: Browser, pool: FakePool) -> None:
    await visitor.get("/community?category=review&tea_variety=saemidori")
    reviews = preloaded(pool)
    await visitor.get("/community?category=shop&tea_variety=saemidori")
    shops = preloaded(pool)

    assert reviews["reviewedCultivar"].keys() == {"id", "nameJa", "nameEn", "parents"}
    assert shops["reviewedCultivar"] is None


async def test_member_and_cultivar_pages_preload_their_posts(
    place: Place, visitor: Browser, hana: Browser, pool: FakePool
) -> None:
    about = {"user_id": hana.member_id, "tea_variety": "saemidori"}
    await add_posts(place.engine, [about for _ in range(5)])

    await visitor.get(f"/members/{hana.member_id}")
    member = preloaded(pool)
    await visitor.get("/cultivars/saemidori")
    cultivar = preloaded(pool)

    assert member["member"]["posts_count"] == len(member["memberPosts"]["posts"]) == 5
    assert len(cultivar["relatedPosts"]["posts"]) == 3
    assert cultivar["relatedPosts"]["remaining"] == 2
