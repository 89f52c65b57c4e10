"""Replies to comments: below their comment in order, counted, and kept when that is deleted."""

import io
import json
import random
import zipfile
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.actions.reactions import add_comment, delete_comment
from server.community.cursors import PageParams
from server.community.dependencies import CommunityDependencies
from server.community.queries.comments import list_comments
from server.community.schemas import CommentView, NewComment
from server.community.tables import Comment
from server.realtime.events import CommentAdded, CommentRemoved, Event, PostChanged
from server.web.viewer import Viewer, Visitor
from tests.server.community.builders import add_members, add_post, later, read_post
from tests.server.community.relations.test_relations import hide
from tests.server.community.test_member_data import REMOVAL
from tests.server.community.test_query_plans import plan_of
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


async def write(
    member: Browser, post_id: int, text: str = "はい", parent: int | None = None, **options: Any
) -> Any:
    body = {"content": text} | ({} if parent is None else {"parent": parent})
    return await member.change("POST", f"/api/posts/{post_id}/comments", json=body, **options)


async def written(
    member: Browser, post_id: int, text: str = "はい", parent: int | None = None
) -> int:
    answer = await write(member, post_id, text, parent)
    assert answer.status_code == 201
    comment_id: int = answer.json()["id"]
    return comment_id


async def thread(reader: Browser, post_id: int) -> list[tuple[str, bool]]:
    page = (await reader.get(f"/api/posts/{post_id}/comments")).json()
    return [(one["content"], one["is_parent_shown"]) for one in page["comments"]]


async def test_reply_of_a_visitor_is_refused(place: Place, visitor: Browser, hana: Browser) -> None:
    post_id = await add_post(place.engine)
    parent = await written(hana, post_id)

    answer = await write(visitor, post_id, parent=parent)

    assert (answer.status_code, answer.json()["code"]) == (
        401,
        "postDetail.loginRequiredForComment",
    )


async def test_replies_follow_their_comment_and_count_as_comments(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post_id = await add_post(place.engine)
    first = await written(hana, post_id, "一")
    await written(hana, post_id, "二")
    reply = await written(alex, post_id, "一の一", first)
    below = (await write(hana, post_id, "一の二", reply)).json()

    assert (below["parent_id"], below["is_parent_shown"]) == (first, True)
    assert await thread(visitor, post_id) == [
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
    elsewhere = await written(hana, other)
    gone = await written(hana, post_id)
    await hana.change("DELETE", f"/api/comments/{gone}")

    answers = [
        await write(hana, post_id, parent=parent) for parent in (elsewhere, gone, 999, -1, 2**70)
    ]

    assert [(one.status_code, one.json()["code"]) for one in answers] == [
        (404, "postDetail.commentNotFound")
    ] * 5
    assert await place.count("comments") == 1


@pytest.mark.parametrize("blocks", ["hana", "alex"])
async def test_blocked_member_cannot_reply(
    place: Place, hana: Browser, alex: Browser, blocks: str
) -> None:
    post_id = await add_post(place.engine)
    comment = await written(hana, post_id)
    one, other = (hana, alex) if blocks == "hana" else (alex, hana)
    await hide(one, other.member_id, "block")

    answer = await write(alex, post_id, parent=comment)

    assert (answer.status_code, answer.json()["code"]) == (404, "postDetail.commentNotFound")


async def test_replies_stay_in_place_when_their_comment_is_deleted(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post_id = await add_post(place.engine)
    first = await written(hana, post_id, "一")
    reply = await written(alex, post_id, "一の一", first)
    await written(hana, post_id, "二")
    await hana.change("DELETE", f"/api/comments/{first}")

    assert await thread(visitor, post_id) == [("一の一", False), ("二", False)]
    later_reply = (await write(hana, post_id, "一の二", reply)).json()
    assert (later_reply["parent_id"], later_reply["is_parent_shown"]) == (first, False)
    assert [text for text, _ in await thread(visitor, post_id)] == ["一の一", "一の二", "二"]
    assert (await visitor.get(f"/api/posts/{post_id}")).json()["commentsCount"] == 3


async def test_replies_stay_when_the_author_of_their_comment_leaves(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post_id = await add_post(place.engine)
    first = await written(hana, post_id, "一")
    await written(alex, post_id, "一の一", first)
    await written(hana, post_id, "一の二", first)

    await hana.change("DELETE", "/api/account", json=REMOVAL)

    assert await thread(visitor, post_id) == [("一の一", False)]
    assert (await visitor.get(f"/api/posts/{post_id}")).json()["commentsCount"] == 1


@pytest.mark.parametrize("kind", ["mute", "block"])
async def test_replies_to_a_hidden_member_stay_and_theirs_are_hidden(
    place: Place, hana: Browser, alex: Browser, visitor: Browser, kind: str
) -> None:
    post_id = await add_post(place.engine)
    async with place.browser("198.51.100.9") as browser:
        await place.sign_in(browser, "development-nameless")
        first = await written(alex, post_id, "一")
        await written(browser, post_id, "一の一", first)
        await written(alex, post_id, "一の二", first)

    await hide(hana, alex.member_id, kind)

    assert await thread(hana, post_id) == [("一の一", False)]
    assert len(await thread(visitor, post_id)) == 3
    page = (await hana.get(f"/api/posts/{post_id}/comments")).json()
    assert page["total"] == 3


async def test_repeated_reply_is_stored_once_and_its_key_writes_no_comment(
    place: Place, hana: Browser
) -> None:
    post_id = await add_post(place.engine)
    parent = await written(hana, post_id)
    key = {"idempotency-key": str(uuid4())}

    twice = [await write(hana, post_id, "私も", parent, headers=key) for _ in range(2)]
    other = await write(hana, post_id, "私も", headers=key)

    assert twice[0].json() == twice[1].json()
    assert (other.status_code, other.json()["code"]) == (422, "postDetail.keyReused")
    assert await place.count("comments") == 2


async def test_edited_reply_keeps_its_place(place: Place, hana: Browser) -> None:
    post_id = await add_post(place.engine)
    parent = await written(hana, post_id, "一")
    reply = await written(hana, post_id, "一の一", parent)
    await written(hana, post_id, "二")

    edited = (await hana.change("PUT", f"/api/comments/{reply}", json={"content": "一の改"})).json()
    moved = await hana.change(
        "PUT", f"/api/comments/{reply}", json={"content": "a", "parent": parent}
    )

    assert (edited["parent_id"], moved.status_code) == (parent, 400)
    assert [text for text, _ in await thread(hana, post_id)] == ["一", "一の改", "二"]


async def test_export_names_the_comment_of_a_reply(place: Place, hana: Browser) -> None:
    post_id = await add_post(place.engine)
    parent = await written(hana, post_id)
    await written(hana, post_id, "一の一", parent)

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


async def read_all(
    community: CommunityDependencies, post_id: int, size: int, viewer: Viewer
) -> list[CommentView]:
    found: list[CommentView] = []
    after: str | None = None
    async with community.database.reading() as source:
        while True:
            params = PageParams(size, after)
            page = await list_comments(source, post_id, page=params, viewer=viewer)
            assert len(page.comments) == size or page.next is None
            found += page.comments
            after = page.next
            if after is None:
                return found


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50])
async def test_pages_of_any_size_have_each_comment_once_in_its_place(
    community: CommunityDependencies, database: AsyncEngine, size: int
) -> None:
    members = await add_members(database, 3)
    post_id = await add_post(database)
    chance = random.Random(18)
    expected: dict[int, list[int]] = {}
    for number in range(25):
        parents = [None, *expected]
        comment = NewComment(f"{number}", chance.choice(parents))
        member = chance.choice(members)
        view = await add_comment(community, member, post_id=post_id, comment=comment)
        expected.setdefault(view.parent_id or view.id, []).append(view.id)
    # A deleted comment leaves its replies where they were.
    removed = next(id for id, (_, *replies) in expected.items() if replies)
    async with database.begin() as connection:
        await connection.execute(sa.delete(Comment).where(Comment.id == removed))
    expected[removed].remove(removed)

    for viewer in (Visitor(), members[0]):
        found = await read_all(community, post_id, size, viewer)
        assert [view.id for view in found] == [id for ids in expected.values() for id in ids]
        assert all(
            view.is_parent_shown == (view.parent_id not in {None, removed}) for view in found
        )


async def test_replies_of_a_slow_clock_are_not_lost(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    [member] = await add_members(database, 1)
    post_id = await add_post(database)
    ids: list[int] = []
    # Two comments of one moment, and a reply dated before them.
    for minutes, parent in ((5, None), (5, None), (1, 0)):
        row = {"post_id": post_id, "user_id": member.id, "content": "a"}
        row |= {"created_at": later(minutes=minutes)}
        if parent is not None:
            row |= {"parent_id": ids[parent], "parent_at": later(minutes=5)}
        async with database.begin() as connection:
            insert = sa.insert(Comment).values(row).returning(Comment.id)
            ids.append((await connection.execute(insert)).scalar_one())

    for size in (1, 2, 50):
        found = await read_all(community, post_id, size, Visitor())
        assert [view.id for view in found] == [ids[0], ids[2], ids[1]]


async def test_count_is_right_after_replies_to_a_comment_that_is_deleted_meanwhile(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    [member] = await add_members(database, 1)
    post_id = await add_post(database)
    parent = await add_comment(community, member, post_id=post_id, comment=NewComment("a"))
    for number in range(3):
        new = NewComment(f"{number}", parent.id)
        await add_comment(community, member, post_id=post_id, comment=new)
    await delete_comment(community, member, comment_id=parent.id)

    found = await read_all(community, post_id, 50, member)

    assert (await read_post(community, post_id)).comments_count == len(found) == 3


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("is_member", [True, False])
async def test_page_of_a_long_thread_is_read_along_its_index(
    community: CommunityDependencies, database: AsyncEngine, *, is_first: bool, is_member: bool
) -> None:
    [member] = await add_members(database, 1)
    post_id, other = await add_post(database), await add_post(database)
    rows = [thread_row(number, (post_id, other)) for number in range(4000)]
    async with database.begin() as connection:
        await connection.execute(sa.insert(Comment), rows)
    async with database.connect() as connection:
        analyze = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await analyze.exec_driver_sql("ANALYZE")
    viewer: Viewer = member if is_member else Visitor()
    after = None
    async with community.database.opened() as session:
        if not is_first:
            page = await list_comments(session, post_id, page=PageParams(50), viewer=viewer)
            after = page.next
        statements: list[tuple[str, Any]] = []

        def listen(*event: object) -> None:
            statements.append((str(event[2]), event[3]))

        sa.event.listen(database.sync_engine, "before_cursor_execute", listen)
        await list_comments(session, post_id, page=PageParams(50, after), viewer=viewer)
        sa.event.remove(database.sync_engine, "before_cursor_execute", listen)
    [(statement, values)] = [one for one in statements if "UNION" in one[0]]

    plan = await plan_of(database, statement, values)

    assert plan.count("ix_comments_thread") == 2
    for scan in ("SCAN comments", "Seq Scan on comments"):
        assert scan not in plan


def thread_row(number: int, posts: tuple[int, int]) -> dict[str, Any]:
    """Returns one of many comments on two posts: the first 200 without a parent."""
    parent = number % 200
    is_reply = number >= 200
    return {
        "id": number + 1,
        "post_id": posts[number % 2],
        "content": "a",
        "created_at": later(seconds=number),
        "parent_id": parent + 1 if is_reply else None,
        "parent_at": later(seconds=parent) if is_reply else None,
    }
