"""Replies to comments: below their comment in order, counted, and kept when that is deleted."""

import io
import json
import zipfile
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.actions.reactions import add_comment, delete_comment
from server.community.dependencies import CommunityDependencies
from server.community.schemas import NewComment
from server.realtime.events import CommentAdded, CommentRemoved, Event, PostChanged
from tests.server.community.builders import add_members, add_post
from tests.server.community.relations.test_relations import hide
from tests.server.community.test_member_data import REMOVAL
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


async def send_comment(
    member: Browser, post_id: int, text: str = "はい", parent: int | None = None, **options: Any
) -> Any:
    """Sends a comment, or a reply to the comment `parent`; returns the response."""
    body = {"content": text} | ({} if parent is None else {"parent": parent})
    return await member.change("POST", f"/api/posts/{post_id}/comments", json=body, **options)


async def write_comment(
    member: Browser, post_id: int, text: str = "はい", parent: int | None = None
) -> int:
    """Writes a comment or reply and returns its id."""
    answer = await send_comment(member, post_id, text, parent)
    assert answer.status_code == 201
    comment_id: int = answer.json()["id"]
    return comment_id


async def read_thread(reader: Browser, post_id: int) -> list[tuple[str, bool]]:
    """Returns the texts of a thread in order, each with whether its parent is shown."""
    page = (await reader.get(f"/api/posts/{post_id}/comments")).json()
    return [(one["content"], one["is_parent_shown"]) for one in page["comments"]]


async def test_reply_of_a_visitor_is_refused(place: Place, visitor: Browser, hana: Browser) -> None:
    post_id = await add_post(place.engine)
    parent = await write_comment(hana, post_id)

    answer = await send_comment(visitor, post_id, parent=parent)

    assert (answer.status_code, answer.json()["code"]) == (
        401,
        "postDetail.loginRequiredForComment",
    )


async def test_replies_follow_their_comment_and_count_as_comments(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post_id = await add_post(place.engine)
    first = await write_comment(hana, post_id, "一")
    await write_comment(hana, post_id, "二")
    reply = await write_comment(alex, post_id, "一の一", first)
    below = (await send_comment(hana, post_id, "一の二", reply)).json()

    assert (below["parent_id"], below["is_parent_shown"]) == (first, True)
    assert await read_thread(visitor, post_id) == [
        ("一", False),
        ("一の一", True),
        ("一の二", True),
        ("二", False),
    ]
    post = (await visitor.get(f"/api/posts/{post_id}")).json()
    total = (await visitor.get(f"/api/posts/{post_id}/comments")).json()["total"]
    assert (post["commentsCount"], total) == (4, 4)


async def test_reply_needs_a_comment_of_the_same_post(place: Place, hana: Browser) -> None:
    post_id, other = await add_post(place.engine), await add_post(place.engine)
    elsewhere = await write_comment(hana, other)
    gone = await write_comment(hana, post_id)
    await hana.change("DELETE", f"/api/comments/{gone}")

    answers = [
        await send_comment(hana, post_id, parent=parent)
        for parent in (elsewhere, gone, 999, 2**53 - 1)
    ]
    outside = [await send_comment(hana, post_id, parent=parent) for parent in (-1, 2**53, 2**70)]

    assert [(one.status_code, one.json()["code"]) for one in answers] == [
        (404, "postDetail.commentNotFound")
    ] * 4
    assert {(one.status_code, one.json()["code"]) for one in outside} == {(400, "bad-request")}
    assert await place.count("comments") - await place.count("withheld_comments") == 1


@pytest.mark.parametrize("blocks", ["hana", "alex"])
async def test_blocked_member_cannot_reply(
    place: Place, hana: Browser, alex: Browser, blocks: str
) -> None:
    post_id = await add_post(place.engine)
    comment = await write_comment(hana, post_id)
    one, other = (hana, alex) if blocks == "hana" else (alex, hana)
    await hide(one, other.member_id, "block")

    answer = await send_comment(alex, post_id, parent=comment)

    assert (answer.status_code, answer.json()["code"]) == (404, "postDetail.commentNotFound")


async def test_replies_stay_in_place_when_their_comment_is_deleted(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post_id = await add_post(place.engine)
    first = await write_comment(hana, post_id, "一")
    reply = await write_comment(alex, post_id, "一の一", first)
    await write_comment(hana, post_id, "二")
    await hana.change("DELETE", f"/api/comments/{first}")

    assert await read_thread(visitor, post_id) == [("一の一", False), ("二", False)]
    later_reply = (await send_comment(hana, post_id, "一の二", reply)).json()
    assert (later_reply["parent_id"], later_reply["is_parent_shown"]) == (first, False)
    assert [text for text, _ in await read_thread(visitor, post_id)] == ["一の一", "一の二", "二"]
    assert (await visitor.get(f"/api/posts/{post_id}")).json()["commentsCount"] == 3


async def test_replies_stay_when_the_author_of_their_comment_leaves(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post_id = await add_post(place.engine)
    first = await write_comment(hana, post_id, "一")
    await write_comment(alex, post_id, "一の一", first)
    await write_comment(hana, post_id, "一の二", first)

    await hana.change("DELETE", "/api/account", json=REMOVAL)

    assert await read_thread(visitor, post_id) == [("一の一", False)]
    assert (await visitor.get(f"/api/posts/{post_id}")).json()["commentsCount"] == 1


@pytest.mark.parametrize("kind", ["mute", "block"])
async def test_replies_to_a_hidden_member_stay_and_theirs_are_hidden(
    place: Place, hana: Browser, alex: Browser, visitor: Browser, kind: str
) -> None:
    post_id = await add_post(place.engine)
    async with place.browser("198.51.100.9") as browser:
        await place.sign_in(browser, "development-nameless")
        first = await write_comment(alex, post_id, "一")
        await write_comment(browser, post_id, "一の一", first)
        await write_comment(alex, post_id, "一の二", first)

    await hide(hana, alex.member_id, kind)

    assert await read_thread(hana, post_id) == [("一の一", False)]
    assert len(await read_thread(visitor, post_id)) == 3
    page = (await hana.get(f"/api/posts/{post_id}/comments")).json()
    assert page["total"] == 3


async def test_repeated_reply_is_stored_once_and_its_key_writes_no_comment(
    place: Place, hana: Browser
) -> None:
    post_id = await add_post(place.engine)
    parent = await write_comment(hana, post_id)
    key = {"idempotency-key": str(uuid4())}

    twice = [await send_comment(hana, post_id, "私も", parent, headers=key) for _ in range(2)]
    other = await send_comment(hana, post_id, "私も", headers=key)

    assert twice[0].json() == twice[1].json()
    assert (other.status_code, other.json()["code"]) == (422, "postDetail.keyReused")
    assert await place.count("comments") == 2


async def test_edited_reply_keeps_its_place(place: Place, hana: Browser) -> None:
    post_id = await add_post(place.engine)
    parent = await write_comment(hana, post_id, "一")
    reply = await write_comment(hana, post_id, "一の一", parent)
    await write_comment(hana, post_id, "二")

    edited = (await hana.change("PUT", f"/api/comments/{reply}", json={"content": "一の改"})).json()
    moved = await hana.change(
        "PUT", f"/api/comments/{reply}", json={"content": "a", "parent": parent}
    )

    assert (edited["parent_id"], moved.status_code) == (parent, 400)
    assert [text for text, _ in await read_thread(hana, post_id)] == ["一", "一の改", "二"]


async def test_export_names_the_comment_of_a_reply(place: Place, hana: Browser) -> None:
    post_id = await add_post(place.engine)
    parent = await write_comment(hana, post_id)
    await write_comment(hana, post_id, "一の一", parent)

    archive = zipfile.ZipFile(io.BytesIO((await hana.get("/api/account/export")).content))
    comments = json.loads(archive.read("data.json"))["comments"]

    assert [one["parent_id"] for one in comments] == [None, parent]


async def test_reply_publishes_the_events_of_a_comment(
    community: CommunityDependencies, database: AsyncEngine, events: list[Event]
) -> None:
    [member] = await add_members(database, 1)
    post_id = await add_post(database)
    parent = await add_comment(community, member, post_id=post_id, comment=NewComment("a"))
    new = NewComment("b", parent.id)
    reply = await add_comment(community, member, post_id=post_id, comment=new)
    await delete_comment(community, member, comment_id=parent.id)

    assert events[2:] == [
        CommentAdded(post_id, reply.id),
        PostChanged(post_id, 0, 2),
        CommentRemoved(post_id, parent.id),
        PostChanged(post_id, 0, 1),
    ]
