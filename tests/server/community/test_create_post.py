"""New posts: stored once, with the fields of their category and images of their author."""

import asyncio
from typing import Any
from uuid import uuid4

import pytest

from tests.server.community.builders import NEW, add_image
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

# A post with every field of a review.
FULL = {
    **NEW,
    "title": "朝の一杯",
    "tea_type": "sencha",
    "tea_variety": "saemidori",
    "prefecture": "shizuoka",
    "rating": 4,
    "price_yen": "１，２００円",
    "shop_name": "茶舗 みどり",
    "harvest_period": "一番茶",
    "processing_method": "深蒸し",
}
# The optional fields of a post without them.
WITHOUT_OPTIONAL = dict.fromkeys(
    ("title", "tea_type", "tea_variety", "prefecture", "rating", "price_yen", "shop_name",
     "harvest_period", "processing_method")
)  # fmt: skip


async def write_post(browser: Browser, **values: Any) -> dict[str, Any]:
    """Writes a post and returns it."""
    answer = await browser.change("POST", "/api/posts", json={**NEW, **values})
    assert answer.status_code == 201, answer.text
    post: dict[str, Any] = answer.json()
    return post


async def refusal_of(browser: Browser, **values: Any) -> tuple[int, str]:
    """Sends a post that is refused; returns the status and the error code."""
    answer = await browser.change("POST", "/api/posts", json={**NEW, **values})
    return answer.status_code, answer.json()["code"]


async def test_post_of_a_visitor_is_refused_with_401(place: Place, visitor: Browser) -> None:
    answer = await visitor.change("POST", "/api/posts", json=NEW)

    assert (answer.status_code, answer.json()["code"]) == (401, "createPost.errors.loginRequired")
    assert await place.count("posts") == 0


async def test_review_stores_every_field(hana: Browser, visitor: Browser) -> None:
    post = await write_post(hana, **FULL)

    assert post == {
        **FULL,
        "id": post["id"],
        "user": {"id": hana.member_id, "display_name": "茶畑 はな", "avatar_url": None},
        "price_yen": 1200,
        "created_at": "2026-11-21T04:00:00Z",
        "edited_at": None,
        "likes": 0,
        "isLiked": False,
        "commentsCount": 0,
        "images": [],
        "answer_id": None,
        "pinned_id": None,
        "are_comments_locked": False,
        "withheld": None,
    }
    assert (await visitor.get(f"/api/posts/{post['id']}")).json() == post


@pytest.mark.parametrize(
    ("category", "kept"),
    [
        ("shop", {"title", "tea_type", "rating", "price_yen", "shop_name"}),
        ("region-info", {"title", "prefecture", "harvest_period", "processing_method"}),
        ("question", {"title"}),
        ("teaware", {"title"}),
        ("culture", {"title"}),
    ],
)
async def test_category_stores_its_own_fields_only(
    hana: Browser, category: str, kept: set[str]
) -> None:
    post = await write_post(hana, **{**FULL, "category": category})

    expected = {**FULL, "price_yen": 1200}
    assert {name: post[name] for name in WITHOUT_OPTIONAL} == {
        name: expected[name] if name in kept else None for name in WITHOUT_OPTIONAL
    }


async def test_invalid_fields_of_other_categories_are_ignored(hana: Browser) -> None:
    post = await write_post(
        hana, category="question", rating=77, price_yen="many", tea_type="coffee"
    )

    assert post["rating"] is None


async def test_text_is_stored_in_nfc_trimmed_and_with_lf_line_ends(hana: Browser) -> None:
    post = await write_post(hana, content="\u3000か\u3099らす\r\nみどり\u200b ", title="  ")

    assert (post["content"], post["title"]) == ("がらす\nみどり", None)


@pytest.mark.parametrize(
    ("values", "status", "code"),
    [
        ({"content": "\u3000\u200b"}, 422, "createPost.errors.contentRequired"),
        ({"content": "a\u0000b"}, 422, "createPost.errors.textNotAllowed"),
        ({"images": [{"id": "nothing"}]}, 422, "postRefusals.imageUnknown"),
        ({"content": 5}, 400, None),
        ({"content": None}, 400, "app.fieldsMissing"),
    ],
)
async def test_invalid_post_is_refused_with_an_error_code(
    place: Place, hana: Browser, values: dict[str, Any], status: int, code: str | None
) -> None:
    answer = await hana.change("POST", "/api/posts", json={**NEW, **values})

    assert (answer.status_code, answer.json().get("code", code)) == (status, code or "bad-request")
    assert await place.count("posts") == await place.count("post_texts") == 0


@pytest.mark.parametrize("is_null", [False, True], ids=["absent", "null"])
@pytest.mark.parametrize("missing", ["content", "category", "language"])
async def test_post_without_a_required_field_is_refused_by_the_code_for_missing_fields(
    hana: Browser, missing: str, is_null: bool
) -> None:
    values: dict[str, object] = {name: value for name, value in NEW.items() if name != missing}
    if is_null:
        values[missing] = None

    answer = await hana.change("POST", "/api/posts", json=values)

    assert (answer.status_code, answer.json()["code"]) == (400, "app.fieldsMissing")


async def test_post_with_an_unknown_field_is_refused_with_400(place: Place, hana: Browser) -> None:
    for column in ("id", "user_id", "likes", "comments_count", "created_at", "isLiked", "user"):
        answer = await hana.change("POST", "/api/posts", json={**NEW, column: 1})

        assert answer.status_code == 400
    assert await place.count("posts") == 0


async def test_images_are_stored_in_order_with_their_alternative_texts(
    place: Place, hana: Browser
) -> None:
    first, second = [await add_image(place.engine, hana.member_id) for _ in range(2)]

    chosen = [{"id": second, "alt": " 湯呑み "}, {"id": first}]
    post = await write_post(hana, images=chosen)

    shown = [(image["id"], image["alt"]) for image in post["images"]]
    assert shown == [(second, "湯呑み"), (first, None)]
    assert post["images"][0]["sources"][0]["type"] == "image/webp"
    assert post["images"][0]["url"].startswith(f"/media/post-images/{hana.member_id}/")


async def test_image_of_another_member_is_refused(
    place: Place, hana: Browser, alex: Browser
) -> None:
    image = await add_image(place.engine, alex.member_id)

    assert await refusal_of(hana, images=[{"id": image}]) == (422, "postRefusals.imageUnknown")
    assert await place.count("posts") == 0


async def test_image_of_another_post_is_refused(place: Place, hana: Browser) -> None:
    image = await add_image(place.engine, hana.member_id)
    await write_post(hana, images=[{"id": image}])

    assert await refusal_of(hana, images=[{"id": image}]) == (422, "postRefusals.imageUnknown")


async def test_post_is_stored_once_when_its_request_is_sent_20_times_at_once(
    place: Place, hana: Browser
) -> None:
    key = {"idempotency-key": str(uuid4())}

    answers = await asyncio.gather(
        *(hana.change("POST", "/api/posts", json=NEW, headers=key) for _ in range(20))
    )

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert await place.count("posts") == 1


async def test_key_is_per_member_and_expires_after_a_day(
    place: Place, hana: Browser, alex: Browser
) -> None:
    key = {"idempotency-key": str(uuid4())}

    async def ask(browser: Browser) -> int:
        answer = await browser.change("POST", "/api/posts", json=NEW, headers=key)
        return int(answer.json()["id"])

    first, others = await ask(hana), await ask(alex)
    place.moment.advance(minutes=50)
    again = await ask(hana)
    place.moment.advance(hours=23.5)
    for browser in (hana,):
        await place.sign_in(browser, "development-hana")
    tomorrow = await ask(hana)

    assert first == again
    assert len({first, others, tomorrow}) == 3


async def test_repeated_request_of_a_removed_post_answers_410(place: Place, hana: Browser) -> None:
    key = {"idempotency-key": str(uuid4())}
    post = (await hana.change("POST", "/api/posts", json=NEW, headers=key)).json()
    await hana.change("DELETE", f"/api/posts/{post['id']}")

    answer = await hana.change("POST", "/api/posts", json=NEW, headers=key)

    assert (answer.status_code, answer.json()["code"]) == (410, "postDetail.removed")
    # The removed post waits for its undo; no second one was stored.
    assert await place.count("posts") == 1


async def test_key_of_a_refused_post_can_be_used_again(place: Place, hana: Browser) -> None:
    key = {"idempotency-key": str(uuid4())}
    wrong = {**NEW, "images": [{"id": "nothing"}]}
    await hana.change("POST", "/api/posts", json=wrong, headers=key)

    answer = await hana.change("POST", "/api/posts", json=NEW, headers=key)

    assert answer.status_code == 201


async def test_post_with_a_malformed_key_is_refused_with_400(hana: Browser) -> None:
    answer = await hana.change(
        "POST", "/api/posts", json=NEW, headers={"idempotency-key": "once please"}
    )

    assert answer.status_code == 400


async def test_eleventh_post_in_an_hour_is_refused_with_429(place: Place, hana: Browser) -> None:
    await place.make_established(hana)
    for _ in range(10):
        await write_post(hana)

    answer = await hana.change("POST", "/api/posts", json=NEW)

    assert (answer.status_code, answer.json()["code"]) == (429, "app.tooManyRequests")
    assert int(answer.headers["retry-after"]) == answer.json()["params"]["seconds"] > 0
