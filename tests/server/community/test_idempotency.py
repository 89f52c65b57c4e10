"""Idempotency keys: a key reused for other content is refused, and nothing is stored."""

import asyncio
from datetime import timedelta
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.actions.transactions import KEY_LIFE, claim_key
from server.community.dependencies import CommunityDependencies
from server.community.tables import IdempotencyKey
from server.database.engine import create_engine
from server.database.transaction import transaction
from tests.server.community.builders import NEW, add_image, add_members, add_post
from tests.server.members import Browser, Moment, Place

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]


async def send_post(browser: Browser, key: str, **values: Any) -> tuple[int, Any]:
    """Sends a post with this key; returns the status and the response."""
    headers = {"idempotency-key": key}
    answer = await browser.change("POST", "/api/posts", json=NEW | values, headers=headers)
    return answer.status_code, answer.json()


@pytest.mark.parametrize(
    "other",
    [
        {"content": "別の投稿"},
        {"category": "question"},
        {"language": "en"},
        {"rating": 5},
        {"price_yen": "900円"},
    ],
    ids="".join,
)
async def test_other_post_with_the_same_key_is_refused_with_the_first_id(
    place: Place, hana: Browser, other: dict[str, Any]
) -> None:
    key = str(uuid4())
    _, first = await send_post(hana, key)

    status, problem = await send_post(hana, key, **other)

    assert (status, problem["code"]) == (422, "postRefusals.keyReused")
    assert problem["params"] == {"id": first["id"]}
    assert await place.count("posts") == 1


async def test_reused_key_with_another_image_or_alternative_text_is_refused(
    place: Place, hana: Browser
) -> None:
    key = str(uuid4())
    images = [await add_image(place.engine, hana.member_id) for _ in range(2)]
    await send_post(hana, key, images=[{"id": images[0], "alt": "茶畑"}])

    answers = [
        await send_post(hana, key, images=shown)
        for shown in (
            [],
            [{"id": images[0], "alt": "急須"}],
            [{"id": images[1], "alt": "茶畑"}],
            [{"id": images[0], "alt": "茶畑"}],
        )
    ]

    assert [status for status, _ in answers] == [422, 422, 422, 201]


async def test_repeated_post_is_recognised_after_normalisation(place: Place, hana: Browser) -> None:
    key = str(uuid4())
    _, first = await send_post(hana, key, content="がく", price_yen=1200)

    status, again = await send_post(
        hana, key, content=" か\u3099く ", price_yen="１，２００円", title=" "
    )

    assert (status, again["id"]) == (201, first["id"])
    assert await place.count("posts") == 1


async def test_repeated_request_returns_the_edited_post(hana: Browser) -> None:
    key = str(uuid4())
    _, first = await send_post(hana, key)
    edit = {"content": "あらため"}
    await hana.change("PUT", f"/api/posts/{first['id']}", json=edit)

    status, again = await send_post(hana, key)

    assert (status, again["id"], again["content"]) == (201, first["id"], "あらため")


async def test_reused_key_with_another_comment_is_refused_with_422(
    place: Place, hana: Browser
) -> None:
    here, there = [await add_post(place.engine), await add_post(place.engine)]
    key = {"idempotency-key": str(uuid4())}

    answers = [
        await hana.change(
            "POST", f"/api/posts/{post_id}/comments", json={"content": content}, headers=key
        )
        for post_id, content in (
            (here, "私も"),
            (here, "私は違う"),
            (there, "私も"),
            (here, "私も"),
        )
    ]

    assert [answer.status_code for answer in answers] == [201, 422, 422, 201]
    assert {answer.json()["code"] for answer in answers[1:3]} == {"postDetail.keyReused"}
    assert answers[0].json()["id"] == answers[3].json()["id"]
    assert await place.count("comments") == 1


async def test_key_in_quotes_equals_the_key_without_quotes(place: Place, hana: Browser) -> None:
    key = str(uuid4())
    _, bare = await send_post(hana, key)

    status, quoted = await send_post(hana, f'"{key}"')

    assert (status, quoted["id"]) == (201, bare["id"])
    assert await place.count("posts") == 1


async def delete_keys(address: str) -> None:
    """Deletes all idempotency keys on a connection of its own, as another host would."""
    engine = create_engine(address)
    async with engine.begin() as connection:
        await connection.execute(sa.delete(IdempotencyKey))
    await engine.dispose()


def call_after_key_conflict(engine: AsyncEngine, do: Any) -> None:
    """Calls `do` once, between the insert of a key and the read of the stored one."""
    waiting = [do]

    @sa.event.listens_for(engine.sync_engine, "after_cursor_execute")
    def look(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        if statement.startswith("INSERT INTO idempotency_keys") and waiting:
            waiting.pop()()


@pytest.mark.databases("postgresql")
async def test_key_that_expires_during_a_request_identifies_a_new_request(
    community: CommunityDependencies, database: AsyncEngine, moment: Moment
) -> None:
    (member,) = await add_members(database, 1)
    key, address = str(uuid4()), database.url.render_as_string(hide_password=False)
    nearly_old = moment() - KEY_LIFE + timedelta(seconds=1)
    row = {"user_id": member.id, "key": key, "post_id": 1, "created_at": nearly_old}
    async with database.begin() as connection:
        await connection.execute(sa.insert(IdempotencyKey), row)

    def forget() -> None:
        other = Thread(target=lambda: asyncio.run(delete_keys(address)))
        other.start()
        other.join()

    call_after_key_conflict(database, forget)
    async with transaction(community.database) as opened:
        stored = await claim_key(opened, member, key=key, now=moment())

    assert stored is None
    async with database.connect() as connection:
        kept = (await connection.execute(sa.select(IdempotencyKey.created_at))).scalars().all()
    assert kept == [moment()]
