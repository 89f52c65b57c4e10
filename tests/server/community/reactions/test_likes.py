"""Likes: one per member and post, counted with their rows, also under concurrent requests."""

import asyncio
import random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.actions.reactions import like_post, unlike_post
from server.community.dependencies import CommunityDependencies
from server.errors import Refusal
from server.realtime.events import Event, PostChanged
from server.web.viewer import Member
from tests.server.community.builders import (
    add_members,
    add_post,
    execute,
    read_post,
    value,
)
from tests.server.community.relations.test_relations import hide
from tests.server.members import Browser, Place

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

MEMBERS = 20
TOGGLES = 100


async def test_like_of_a_visitor_is_refused_with_401(place: Place, visitor: Browser) -> None:
    post_id = await add_post(place.engine)

    for verb in ("PUT", "DELETE"):
        answer = await visitor.change(verb, f"/api/posts/{post_id}/like")

        assert answer.status_code == 401
        assert answer.json()["code"] == "postDetail.loginRequiredForLike"


async def test_repeated_like_and_repeated_unlike_count_once(
    place: Place, hana: Browser, alex: Browser
) -> None:
    path = f"/api/posts/{await add_post(place.engine, user_id=hana.member_id)}"

    first = await hana.change("PUT", f"{path}/like")
    again = await hana.change("PUT", f"{path}/like")
    others = await alex.change("PUT", f"{path}/like")
    taken_back = await hana.change("DELETE", f"{path}/like")
    once_more = await hana.change("DELETE", f"{path}/like")

    answers = (first, again, others, taken_back, once_more)
    states = [(answer.json()["likes"], answer.json()["isLiked"]) for answer in answers]
    assert states == [(1, True), (1, True), (2, True), (1, False), (1, False)]
    assert (await alex.get(path)).json()["isLiked"] is True
    assert (await hana.get(path)).json()["isLiked"] is False


async def test_event_is_published_for_a_change_only(
    community: CommunityDependencies, database: AsyncEngine, events: list[Event]
) -> None:
    [member] = await add_members(database, 1)
    post_id = await add_post(database)

    for act in (like_post, like_post, unlike_post, unlike_post):
        await act(community, member, post_id=post_id)

    assert events == [PostChanged(post_id, 1, 0), PostChanged(post_id, 0, 0)]


async def test_like_of_a_missing_post_answers_404_and_of_a_removed_one_410(
    place: Place, hana: Browser
) -> None:
    await execute(place.engine, "INSERT INTO removed_posts VALUES (77, :at)", at=place.moment.now)

    unknown = await hana.change("PUT", "/api/posts/12345/like")
    removed = await hana.change("DELETE", "/api/posts/77/like")

    assert (unknown.status_code, unknown.json()["code"]) == (404, "postDetail.notFound")
    assert (removed.status_code, removed.json()["code"]) == (410, "postDetail.removed")


async def test_like_and_save_from_before_a_block_end_once_and_then_the_post_is_unknown(
    place: Place, hana: Browser, alex: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    marks = [f"/api/posts/{post_id}/{name}" for name in ("like", "saved")]
    for mark in marks:
        await alex.change("PUT", mark)
    await hide(hana, alex.member_id, "block")

    statuses = [(await alex.change("DELETE", mark)).status_code for mark in marks * 2]

    assert statuses == [200, 200, 404, 404]


async def test_like_count_equals_the_rows_after_100_concurrent_changes(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    members = await add_members(database, MEMBERS)
    post_id = await add_post(database)
    chance = random.Random(4)
    changes = [(chance.choice(members), chance.random() < 0.6) for _ in range(TOGGLES)]

    async def change(member: Member, *, is_liked: bool) -> None:
        act = like_post if is_liked else unlike_post
        # The browser repeats a request whose response was lost, so each is sent twice at once.
        await asyncio.gather(*(act(community, member, post_id=post_id) for _ in range(2)))

    await asyncio.gather(*(change(member, is_liked=liked) for member, liked in changes))

    rows = await value(database, "SELECT count(*) FROM post_likes")
    pairs = await value(database, "SELECT count(DISTINCT user_id) FROM post_likes")
    assert (await read_post(community, post_id)).likes == rows == pairs


@pytest.mark.fault
async def test_last_like_or_unlike_of_each_member_counts(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    members = await add_members(database, MEMBERS)
    post_id = await add_post(database)

    async def toggle(member: Member, number: int) -> None:
        """Likes and unlikes a post in turn, four times, or five times for an odd number."""
        for turn in range(4 + number % 2):
            act = unlike_post if turn % 2 else like_post
            await act(community, member, post_id=post_id)

    await asyncio.gather(*(toggle(member, number) for number, member in enumerate(members)))

    assert (await read_post(community, post_id)).likes == MEMBERS // 2
    for number, member in enumerate(members):
        assert (await read_post(community, post_id, member)).is_liked is (number % 2 == 1)


async def test_like_of_a_removed_member_is_refused_with_401(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    post_id = await add_post(database)
    gone = Member(id="gone", display_name="gone", language="ja")

    with pytest.raises(Refusal) as refused:
        await like_post(community, gone, post_id=post_id)

    assert (refused.value.code, refused.value.status) == ("login.required", 401)
    assert (await read_post(community, post_id)).likes == 0


async def test_61st_like_in_a_minute_is_refused_with_429(place: Place, hana: Browser) -> None:
    path = f"/api/posts/{await add_post(place.engine)}/like"

    answers = [(await hana.change("PUT", path)).status_code for _ in range(61)]

    assert answers == [200] * 60 + [429]
