"""Order and paging of a thread with replies, and the plan of its query."""

import random
from itertools import product
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.actions.reactions import add_comment, delete_comment
from server.community.cursors import PageParams
from server.community.dependencies import CommunityDependencies
from server.community.queries.comments import list_comments
from server.community.schemas import CommentView, NewComment
from server.community.tables import Comment
from server.web.viewer import Viewer, Visitor
from tests.server.community.builders import add_members, add_post, later, read_post
from tests.server.community.test_query_plans import plan_of

pytestmark = pytest.mark.anyio


async def read_all(
    community: CommunityDependencies, post_id: int, size: int, viewer: Viewer
) -> list[CommentView]:
    """Returns all comments of a post, read in pages of this size."""
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


async def test_pages_of_any_size_have_each_comment_once_in_its_place(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    members = await add_members(database, 5)
    post_id = await add_post(database)
    chance = random.Random(18)
    expected: dict[int, list[int]] = {}
    # Each member writes so few that no rule holds a comment.
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

    viewers: list[Viewer] = [Visitor(), members[0]]
    for size, viewer in product([1, 2, 3, 7, 50], viewers):
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
    # Two comments with the same time, and a reply with an earlier one.
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


async def test_page_of_a_long_thread_is_read_along_its_index(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    [member] = await add_members(database, 1)
    post_id, other = await add_post(database), await add_post(database)
    rows = [thread_row(number, (post_id, other)) for number in range(4000)]
    async with database.begin() as connection:
        await connection.execute(sa.insert(Comment), rows)
    async with database.connect() as connection:
        analyze = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await analyze.exec_driver_sql("ANALYZE")

    viewers: list[Viewer] = [member, Visitor()]
    for viewer in viewers:
        async with community.database.opened() as session:
            first = await list_comments(session, post_id, page=PageParams(50), viewer=viewer)
        assert first.next is not None
        for after in (None, first.next):
            params = PageParams(50, after)
            statement, values = await thread_statement(community, database, post_id, params, viewer)

            plan = await plan_of(database, statement, values)

            assert plan.count("ix_comments_thread") == 2, (viewer, after)
            for scan in ("SCAN comments", "Seq Scan on comments"):
                assert scan not in plan, (viewer, after)


async def thread_statement(
    community: CommunityDependencies,
    database: AsyncEngine,
    post_id: int,
    params: PageParams,
    viewer: Viewer,
) -> tuple[str, Any]:
    """Reads a page of a thread; returns the statement that finds its comments, and its values."""
    statements: list[tuple[str, Any]] = []

    def listen(*event: object) -> None:
        statements.append((str(event[2]), event[3]))

    async with community.database.opened() as session:
        sa.event.listen(database.sync_engine, "before_cursor_execute", listen)
        await list_comments(session, post_id, page=params, viewer=viewer)
        sa.event.remove(database.sync_engine, "before_cursor_execute", listen)
    [found] = [one for one in statements if "UNION" in one[0]]
    return found


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
