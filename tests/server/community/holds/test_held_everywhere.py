"""Held posts and comments: on no page of other readers, and deleted with their author."""

import asyncio

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.actions.comment_edits import edit_comment
from server.community.actions.deletions import finish_deletions
from server.community.actions.posts import delete_post, edit_post
from server.community.actions.reactions import add_comment
from server.community.dependencies import CommunityDependencies
from server.community.schemas import CommentEdit, NewComment, PostEdit
from server.contracts.limits import LIMITS
from server.realtime.events import Event, PostRemoved
from tests.server.community.builders import add_members, add_posts, execute, value
from tests.server.community.holds.held_things import (
    LONG,
    hold_comment,
    hold_post,
    write_comment,
    write_post,
)
from tests.server.community.relations.test_hidden_everywhere import (
    ResponseReader,
    Things,
    marks_seen,
    paths_of,
    watch,
)
from tests.server.conftest import START
from tests.server.members import Browser, Moment, Place
from tests.server.moderation.test_cases import list_cases, mori

pytestmark = pytest.mark.anyio

__all__ = ("mori", "watch")

HOLD_POST = (
    "INSERT INTO withheld_posts (post_id, state, user_id, at) VALUES (:id, 'held', :author, :at)"
)
HOLD_COMMENT = (
    "INSERT INTO withheld_comments (comment_id, state, was_answer, user_id, at)"
    " VALUES (:id, 'held', false, :author, :at)"
)


async def test_no_page_and_no_response_shows_a_held_text(
    place: Place, watch: ResponseReader, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    [third] = await add_posts(
        place.engine, [{"content": "三人目の投稿", "user_id": hana.member_id}]
    )
    post = await hold_post(place.engine, alex)
    place.moment.advance(minutes=10)
    await alex.change(
        "POST", f"/api/posts/{third}/comments", json={"content": "Quittenwort Nebensatz"}
    )
    paths = paths_of(Things(alex, post["id"]), third_post=third)
    paths["report of the post"] = f"/report?subject=post:{post['id']}"
    paths["GET /api/reports of the post"] = f"/api/reports/post:{post['id']}"

    for reader in (hana, visitor):
        assert await marks_seen(watch, reader, paths) == set()
    assert "page post" in await marks_seen(watch, alex, paths)


@pytest.mark.databases("sqlite")
async def test_changes_of_held_posts_and_comments_publish_no_event(
    database: AsyncEngine, community: CommunityDependencies, moment: Moment, events: list[Event]
) -> None:
    [author] = await add_members(database, 1)
    held, public = await add_posts(database, [{"user_id": author.id}] * 2)
    comment = await add_comment(community, author, post_id=public, comment=NewComment("一煎目"))
    await execute(database, HOLD_POST, id=held, author=author.id, at=START)
    await execute(database, HOLD_COMMENT, id=comment.id, author=author.id, at=START)
    events.clear()

    await edit_post(community, author, post_id=held, edit=PostEdit(content="二煎目"))
    await edit_comment(community, author, comment_id=comment.id, comment=CommentEdit("二煎目"))
    await delete_post(community, author, post_id=held)
    moment.advance(minutes=1)
    await finish_deletions(community)

    assert events == []


@pytest.mark.databases("sqlite")
async def test_final_deletion_of_a_public_post_publishes_an_event(
    database: AsyncEngine, community: CommunityDependencies, moment: Moment, events: list[Event]
) -> None:
    [author] = await add_members(database, 1)
    [post] = await add_posts(database, [{"user_id": author.id}])
    await delete_post(community, author, post_id=post)
    events.clear()

    moment.advance(minutes=1)
    await finish_deletions(community)

    assert events == [PostRemoved(post)]


async def test_same_text_sent_twice_at_once_is_published_once(place: Place, alex: Browser) -> None:
    answers = await asyncio.gather(*(write_post(alex, LONG) for _ in range(3)))

    states = [one.json()["withheld"] for one in answers]
    assert sorted(states, key=str) == [None, "repeat", "repeat"]


async def test_texts_sent_at_once_do_not_pass_the_rule_of_bursts_together(
    place: Place, hana: Browser, alex: Browser
) -> None:
    [post_id] = await add_posts(place.engine, [{"user_id": hana.member_id}])
    insert = "INSERT INTO recent_texts (member_id, kind, at) VALUES (:id, 'comment', :at)"
    for _ in range(LIMITS.burst_things - 1):
        await execute(place.engine, insert, id=alex.member_id, at=START)

    answers = await asyncio.gather(
        *(write_post(alex, f"{number}番茶") for number in range(2)),
        *(write_comment(alex, post_id, f"{number}煎目") for number in range(2)),
    )

    assert [one.status_code for one in answers] == [201] * 4
    states = [one.json()["withheld"] for one in answers]
    assert sorted(states, key=str) == [None, "burst", "burst", "burst"]


async def test_account_removal_deletes_held_comments_and_their_cases(
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
