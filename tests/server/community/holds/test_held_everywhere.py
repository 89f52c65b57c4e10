"""What is held appears on no page for other readers, and leaves with its author."""

import asyncio

import pytest

from tests.server.community.builders import add_posts, value
from tests.server.community.holds.held_things import LONG, hold_comment, hold_post, write_post
from tests.server.community.relations.test_hidden_everywhere import (
    Things,
    Watch,
    marks_seen,
    paths_of,
    watch,
)
from tests.server.members import Browser, Place
from tests.server.moderation.test_cases import list_cases, mori

pytestmark = pytest.mark.anyio

__all__ = ("mori", "watch")


async def test_no_page_and_no_answer_shows_a_word_of_what_is_held(
    place: Place, watch: Watch, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    [third] = await add_posts(
        place.engine, [{"content": "三人目の投稿", "user_id": hana.member_id}]
    )
    post = await hold_post(place.engine, alex)
    place.moment.pass_by(minutes=10)
    await alex.change(
        "POST", f"/api/posts/{third}/comments", json={"content": "Quittenwort Nebensatz"}
    )
    paths = paths_of(Things(alex, post["id"]), third=third)
    paths["report of the post"] = f"/report?subject=post:{post['id']}"
    paths["GET /api/reports of the post"] = f"/api/reports/post:{post['id']}"

    for reader in (hana, visitor):
        assert await marks_seen(watch, reader, paths) == set()
    assert "page post" in await marks_seen(watch, alex, paths)


async def test_same_text_sent_twice_at_once_is_published_once(place: Place, alex: Browser) -> None:
    answers = await asyncio.gather(*(write_post(alex, LONG) for _ in range(3)))

    states = [one.json()["withheld"] for one in answers]
    assert sorted(states, key=str) == [None, "repeat", "repeat"]


async def test_account_leaves_with_what_is_held_and_its_case(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    [post_id] = await add_posts(place.engine, [{"user_id": hana.member_id}])
    comment = await hold_comment(place.engine, alex, post_id, "links")
    export = await alex.get("/api/account/export")

    me = (await alex.get("/api/profiles/me")).json()
    body = {"confirmation": me["display_name"], "posts": "remove"}
    answer = await alex.change("DELETE", "/api/account", json=body)

    assert (export.status_code, answer.status_code) == (200, 204), answer.text
    assert comment["id"]
    assert await list_cases(mori) == []
    assert await value(place.engine, "SELECT count(*) FROM recent_texts") == 0
