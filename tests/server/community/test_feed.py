"""The feed: filters, sorting and paging, stable while posts are added."""

from typing import Any

import pytest

from tests.server.community.builders import (
    add_equal_posts,
    add_image,
    add_post,
    add_posts,
    execute,
    later,
)
from tests.server.members import Browser, Place

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]


async def feed(browser: Browser, query: str = "") -> dict[str, Any]:
    """Returns a page of the feed."""
    answer = await browser.get(f"/api/posts{query}")
    assert answer.status_code == 200, answer.text
    page: dict[str, Any] = answer.json()
    return page


def ids(page: dict[str, Any]) -> list[int]:
    return [post["id"] for post in page["posts"]]


async def test_feed_without_posts_is_empty(visitor: Browser) -> None:
    empty: dict[str, Any] = {"posts": [], "next": None, "remaining": 0, "remaining_is_more": False}

    assert await feed(visitor) == empty


async def test_feed_returns_the_newest_ten_and_counts_the_remaining_posts(
    place: Place, visitor: Browser
) -> None:
    written = await add_posts(place.engine, [{} for _ in range(23)])
    newest = written[::-1]

    first = await feed(visitor)
    second = await feed(visitor, f"?after={first['next']}")
    third = await feed(visitor, f"?after={second['next']}")

    assert [ids(first), ids(second), ids(third)] == [newest[:10], newest[10:20], newest[20:]]
    assert [page["remaining"] for page in (first, second, third)] == [13, 3, 0]
    assert third["next"] is None
    assert ids(await feed(visitor, "?page=2")) == newest[:20]
    assert ids(await feed(visitor, f"?page=2&after={first['next']}")) == newest[10:]


async def test_posts_of_the_same_time_are_ordered_by_id(place: Place, visitor: Browser) -> None:
    written = await add_posts(place.engine, [{"created_at": later()} for _ in range(12)])

    first = await feed(visitor)

    assert ids(first) == written[::-1][:10]
    assert ids(await feed(visitor, f"?after={first['next']}")) == written[::-1][10:]


async def test_next_page_is_stable_while_posts_are_added_and_removed(
    place: Place, visitor: Browser
) -> None:
    written = await add_posts(place.engine, [{} for _ in range(25)])
    first = await feed(visitor)

    await add_posts(place.engine, [{"created_at": later(minutes=n)} for n in range(5)])
    await execute(place.engine, "DELETE FROM posts WHERE id = :id", id=ids(first)[-1])
    second = await feed(visitor, f"?after={first['next']}")

    assert ids(second) == written[::-1][10:20]


async def test_popular_feed_is_sorted_by_likes_then_newest_first(
    place: Place, visitor: Browser
) -> None:
    likes = [3, 0, 7, 3, 0, 7, 1]
    written = await add_posts(place.engine, [{"likes": number} for number in likes])
    expected = [written[index] for index in (5, 2, 3, 0, 6, 4, 1)]

    first = await feed(visitor, "?sort=popular&limit=3")
    second = await feed(visitor, f"?sort=popular&limit=3&after={first['next']}")
    other = await feed(visitor, f"?sort=newest&limit=3&after={first['next']}")

    assert ids(first) + ids(second) == expected[:6]
    assert ids(other) == written[::-1][:3]


async def test_reviews_of_a_cultivar_have_the_mean_of_its_ratings(
    place: Place, visitor: Browser
) -> None:
    about = {"tea_variety": "saemidori"}
    await add_posts(
        place.engine,
        [{**about, "rating": rating} for rating in (5, 4, 4, None)]
        + [{"rating": 1}, {**about, "category": "shop", "rating": 1}],
    )

    reviews = await feed(visitor, "?category=review&tea_variety=saemidori&limit=2")
    best = await feed(visitor, "?category=review&tea_variety=saemidori&rating=5")
    next_page = f"?category=review&tea_variety=saemidori&after={reviews['next']}"

    assert reviews["rating"] == best["rating"] == {"mean": 4.3, "count": 3}
    assert "rating" not in await feed(visitor, next_page)
    assert "rating" not in await feed(visitor, "?category=review")
    assert "rating" not in await feed(visitor, "?category=review&tea_variety=yabukita")


async def test_filters_apply_to_their_own_categories_only(place: Place, visitor: Browser) -> None:
    four, none, shop, region, saemidori, question = await add_posts(
        place.engine,
        [
            {"rating": 4, "tea_type": "sencha", "prefecture": "shizuoka"},
            {"tea_type": "gyokuro"},
            {"category": "shop", "rating": 5, "tea_type": "sencha"},
            {"category": "region-info", "prefecture": "shizuoka"},
            {"rating": 3, "tea_variety": "saemidori"},
            {"category": "question"},
        ],
    )

    for query, expected in (
        ("category=review", [saemidori, none, four]),
        ("category=review&rating=4", [four]),
        ("category=review&rating=3", [saemidori, four]),
        ("category=review&tea_type=sencha", [four]),
        ("category=review&prefecture=shizuoka", [four]),
        ("category=review&tea_variety=saemidori", [saemidori]),
        ("category=shop&rating=5&tea_type=sencha", [shop]),
        ("category=shop&prefecture=shizuoka", [shop]),
        ("category=region-info&prefecture=shizuoka&rating=5", [region]),
        ("category=question&rating=5", [question]),
        ("rating=5&tea_type=sencha", [question, saemidori, region, shop, none, four]),
        ("category=gossip", [question, saemidori, region, shop, none, four]),
    ):
        assert ids(await feed(visitor, f"?{query}")) == expected, query


async def test_feed_answers_200_to_a_malformed_query(place: Place, visitor: Browser) -> None:
    await add_posts(place.engine, [{} for _ in range(3)])

    for query in (
        "after=%00",
        "after=" + "A" * 3000,
        "after=WyJuZXdlc3QiLFsxLDJdXQ==",
        "search=%00%ff",
        "search=" + "%E8%8C%B6" * 300,
        "page=" + "9" * 400,
        "&".join(["category=review"] * 60),
        "category[]=review",
        "%=%",
    ):
        answer = await visitor.get(f"/api/posts?{query}")

        assert answer.status_code == 200, query


async def test_feed_of_a_member_differs_from_a_visitors_in_is_liked_only(
    place: Place, visitor: Browser, hana: Browser
) -> None:
    image = await add_image(place.engine, hana.member_id)
    [one, other] = await add_posts(place.engine, [{"user_id": hana.member_id}, {}])
    await execute(place.engine, "UPDATE post_images SET post_id = :one", one=one)
    await hana.change("PUT", f"/api/posts/{one}/like")

    anonymous, own = await feed(visitor), await feed(hana)

    assert [post["isLiked"] for post in own["posts"]] == [False, True]
    assert {post["isLiked"] for post in anonymous["posts"]} == {False}
    for post in own["posts"]:
        post["isLiked"] = False
    assert anonymous == own
    shown = {post["id"]: [picture["id"] for picture in post["images"]] for post in own["posts"]}
    assert shown == {one: [image], other: []}
    assert "hana@" not in str(anonymous)


async def test_remaining_posts_are_counted_up_to_100(place: Place, visitor: Browser) -> None:
    await add_equal_posts(place.engine, 111)

    newest = await feed(visitor)
    following = await feed(visitor, f"?after={newest['next']}&limit=1")

    assert (newest["remaining"], newest["remaining_is_more"]) == (100, True)
    assert (following["remaining"], following["remaining_is_more"]) == (100, False)


async def test_member_and_cultivar_lists_return_their_own_posts_in_pages(
    place: Place, visitor: Browser, hana: Browser, alex: Browser
) -> None:
    mine = await add_posts(
        place.engine,
        [{"user_id": hana.member_id, "tea_variety": "saemidori"} for _ in range(12)],
    )
    await add_post(place.engine, user_id=alex.member_id)

    own = (await hana.get("/api/profiles/me/posts")).json()
    rest = (await hana.get(f"/api/profiles/me/posts?after={own['next']}")).json()
    public = (await visitor.get(f"/api/members/{hana.member_id}/posts?page=2")).json()
    related = (await visitor.get("/api/cultivars/saemidori/posts?limit=3")).json()

    assert ids(own) + ids(rest) == ids(public) == mine[::-1]
    assert (ids(related), related["remaining"]) == (mine[::-1][:3], 9)
    assert ids((await visitor.get("/api/cultivars/yabukita/posts")).json()) == []
    assert (await visitor.get("/api/profiles/me/posts")).status_code == 401


@pytest.mark.parametrize("subject", ["members/x", "cultivars/rose", "prefectures/edo"])
async def test_posts_of_an_unknown_subject_are_not_found(visitor: Browser, subject: str) -> None:
    assert (await visitor.get(f"/api/{subject}/posts")).status_code == 404


async def test_posts_of_a_member_without_posts_are_an_empty_list(
    visitor: Browser, hana: Browser
) -> None:
    answer = await visitor.get(f"/api/members/{hana.member_id}/posts")

    assert (answer.status_code, ids(answer.json())) == (200, [])


async def test_liked_posts_are_sorted_by_the_newest_like(
    place: Place, visitor: Browser, hana: Browser
) -> None:
    written = await add_posts(place.engine, [{} for _ in range(4)])
    order = [written[index] for index in (2, 0, 3)]
    for post_id in order:
        await hana.change("PUT", f"/api/posts/{post_id}/like")

    first = (await hana.get("/api/profiles/me/liked?limit=2")).json()
    second = (await hana.get(f"/api/profiles/me/liked?limit=2&after={first['next']}")).json()

    assert ids(first) + ids(second) == order[::-1]
    assert (first["remaining"], second["next"]) == (1, None)
    assert {post["isLiked"] for post in first["posts"]} == {True}
    assert (await visitor.get("/api/profiles/me/liked")).status_code == 401


async def test_response_to_a_member_is_not_cacheable(visitor: Browser, hana: Browser) -> None:
    anonymous, own = await visitor.get("/api/posts"), await hana.get("/api/posts")

    assert anonymous.headers["cache-control"] == "no-cache"
    assert own.headers["cache-control"] == "private, no-store"
    assert "cookie" in anonymous.headers["vary"].lower()
