"""Idempotency keys of comments: a repeated request returns the stored comment."""

import asyncio
from datetime import timedelta
from uuid import uuid4

import pytest

from tests.server.community.builders import add_post, value
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


async def test_comment_is_stored_once_when_its_request_is_repeated(
    place: Place, hana: Browser
) -> None:
    post_id = await add_post(place.engine)
    path, key = f"/api/posts/{post_id}/comments", {"idempotency-key": str(uuid4())}

    answers = await asyncio.gather(
        *(hana.change("POST", path, json={"content": "私も"}, headers=key) for _ in range(3))
    )
    place.moment.now += timedelta(minutes=3)
    answers.append(await hana.change("POST", path, json={"content": "私も"}, headers=key))

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert await place.count("comments") == 1
    assert await value(place.engine, "SELECT comments_count FROM posts") == 1


async def test_comment_is_stored_per_key_and_member(
    place: Place, hana: Browser, alex: Browser
) -> None:
    path, key = f"/api/posts/{await add_post(place.engine)}/comments", str(uuid4())

    ids = [
        (
            await browser.change(
                "POST", path, json={"content": "私も"}, headers={"idempotency-key": name}
            )
        ).json()["id"]
        for browser, name in ((hana, key), (hana, str(uuid4())), (alex, key))
    ]

    assert len(set(ids)) == 3


async def test_deleted_comment_is_not_recreated_by_a_repeated_request(
    place: Place, hana: Browser
) -> None:
    path, key = (
        f"/api/posts/{await add_post(place.engine)}/comments",
        {"idempotency-key": str(uuid4())},
    )
    comment = await hana.change("POST", path, json={"content": "私も"}, headers=key)
    await hana.change("DELETE", f"/api/comments/{comment.json()['id']}")

    again = await hana.change("POST", path, json={"content": "私も"}, headers=key)

    assert again.status_code == 404
    assert await place.count("comments") - await place.count("withheld_comments") == 0


async def test_key_of_a_post_can_be_used_for_a_comment(place: Place, hana: Browser) -> None:
    key = {"idempotency-key": str(uuid4())}
    new = {"category": "question", "content": "新茶は?", "language": "ja"}

    post = await hana.change("POST", "/api/posts", json=new, headers=key)
    path = f"/api/posts/{post.json()['id']}/comments"
    comment = await hana.change("POST", path, json={"content": "まだです"}, headers=key)

    assert [post.status_code, comment.status_code] == [201, 201]
    assert comment.json()["content"] == "まだです"


async def test_comment_with_a_malformed_key_is_refused_with_400(
    place: Place, hana: Browser
) -> None:
    path = f"/api/posts/{await add_post(place.engine)}/comments"

    answer = await hana.change(
        "POST", path, json={"content": "a"}, headers={"idempotency-key": "again"}
    )

    assert answer.status_code == 400
