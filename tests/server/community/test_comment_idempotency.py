"""A comment that is asked for again under its key is the comment that is there already."""

import asyncio
from datetime import timedelta
from uuid import uuid4

import pytest

from tests.server.community.builders import add_post, value
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


async def test_a_comment_that_is_sent_again_and_again_is_one_comment(
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


async def test_another_key_is_another_comment_and_so_is_another_member(
    place: Place, hana: Browser, alex: Browser
) -> None:
    path, key = f"/api/posts/{await add_post(place.engine)}/comments", str(uuid4())

    ids = [
        (
            await who.change(
                "POST", path, json={"content": "私も"}, headers={"idempotency-key": name}
            )
        ).json()["id"]
        for who, name in ((hana, key), (hana, str(uuid4())), (alex, key))
    ]

    assert len(set(ids)) == 3


async def test_a_comment_that_was_taken_back_does_not_come_again(
    place: Place, hana: Browser
) -> None:
    path, key = (
        f"/api/posts/{await add_post(place.engine)}/comments",
        {"idempotency-key": str(uuid4())},
    )
    said = await hana.change("POST", path, json={"content": "私も"}, headers=key)
    await hana.change("DELETE", f"/api/comments/{said.json()['id']}")

    again = await hana.change("POST", path, json={"content": "私も"}, headers=key)

    assert again.status_code == 404
    assert await place.count("comments") == 0


async def test_a_key_that_stands_for_a_post_may_stand_for_a_comment_too(
    place: Place, hana: Browser
) -> None:
    key = {"idempotency-key": str(uuid4())}
    new = {"category": "question", "content": "新茶は?", "language": "ja"}

    post = await hana.change("POST", "/api/posts", json=new, headers=key)
    path = f"/api/posts/{post.json()['id']}/comments"
    said = await hana.change("POST", path, json={"content": "まだです"}, headers=key)

    assert [post.status_code, said.status_code] == [201, 201]
    assert said.json()["content"] == "まだです"


async def test_a_key_that_is_none_is_a_mistake(place: Place, hana: Browser) -> None:
    path = f"/api/posts/{await add_post(place.engine)}/comments"

    answer = await hana.change(
        "POST", path, json={"content": "a"}, headers={"idempotency-key": "again"}
    )

    assert answer.status_code == 400
