"""Comments below a post: oldest first, counted with their rows, removed by their own author."""

import asyncio

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.actions.reactions import add_comment, delete_comment
from server.community.dependencies import CommunityDependencies
from server.community.schemas import NewComment
from server.realtime.events import CommentAdded, CommentRemoved, Event, PostChanged
from tests.server.community.builders import add_members, add_post, execute, read_post, value
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


async def test_comment_of_a_visitor_is_refused_with_401(place: Place, visitor: Browser) -> None:
    path = f"/api/posts/{await add_post(place.engine)}/comments"

    answer = await visitor.change("POST", path, json={"content": "私も"})

    assert answer.status_code == 401
    assert answer.json()["code"] == "postDetail.loginRequiredForComment"
    assert (await visitor.get(path)).json() == {
        "comments": [],
        "next": None,
        "total": 0,
        "answer": None,
        "pinned": None,
    }


async def test_new_comment_is_trimmed_counted_and_listed(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    path = f"/api/posts/{await add_post(place.engine)}"

    answer = await hana.change("POST", f"{path}/comments", json={"content": " 私も\r\n "})

    comment = answer.json()
    assert answer.status_code == 201
    assert (comment["content"], comment["created_at"]) == ("私も", "2026-11-21T04:00:00Z")
    assert comment["user"]["display_name"] == "茶畑 はな"
    shown = (await visitor.get(f"{path}/comments")).json()
    assert shown == {
        "comments": [comment],
        "next": None,
        "total": 1,
        "answer": None,
        "pinned": None,
    }
    assert (await visitor.get(path)).json()["commentsCount"] == 1


async def test_blank_comment_and_unknown_fields_are_refused(place: Place, hana: Browser) -> None:
    path = f"/api/posts/{await add_post(place.engine)}/comments"

    blank = await hana.change("POST", path, json={"content": "\u3000"})

    assert (blank.status_code, blank.json()["code"]) == (422, "postDetail.commentRequired")
    for column in ("id", "post_id", "user_id", "created_at"):
        answer = await hana.change("POST", path, json={"content": "a", column: 1})
        assert answer.status_code == 400
    assert await place.count("comments") == 0


async def test_comments_are_paged_oldest_first(place: Place, hana: Browser) -> None:
    path = f"/api/posts/{await add_post(place.engine)}/comments"
    for number in range(5):
        await hana.change("POST", path, json={"content": f"{number}"})

    first = (await hana.get(f"{path}?limit=2")).json()
    second = (await hana.get(f"{path}?limit=2&after={first['next']}")).json()
    third = (await hana.get(f"{path}?limit=2&after={second['next']}")).json()
    lost = (await hana.get(f"{path}?after=nonsense")).json()

    contents = [[one["content"] for one in part["comments"]] for part in (first, second, third)]
    assert contents == [["0", "1"], ["2", "3"], ["4"]]
    assert (first["total"], third["next"], len(lost["comments"])) == (5, None, 5)


async def test_comment_is_removed_by_its_author_only(
    place: Place, visitor: Browser, hana: Browser, alex: Browser
) -> None:
    post = f"/api/posts/{await add_post(place.engine, user_id=alex.member_id)}"
    comment = (await hana.change("POST", f"{post}/comments", json={"content": "a"})).json()
    path = f"/api/comments/{comment['id']}"

    answers = [await one.change("DELETE", path) for one in (visitor, alex, hana, hana)]

    assert [answer.status_code for answer in answers] == [401, 403, 204, 404]
    assert answers[-1].json()["code"] == "postDetail.commentNotFound"
    assert (await visitor.get(post)).json()["commentsCount"] == 0


async def test_comments_of_a_missing_post_answer_404_and_of_a_removed_one_410(
    place: Place, hana: Browser
) -> None:
    await execute(place.engine, "INSERT INTO removed_posts VALUES (77, :at)", at=place.moment.now)

    for id, status in (("12345", 404), ("77", 410), ("abc", 404)):
        read = await hana.get(f"/api/posts/{id}/comments")
        comment = await hana.change("POST", f"/api/posts/{id}/comments", json={"content": "a"})

        assert [read.status_code, comment.status_code] == [status, status]


async def test_adding_and_removing_a_comment_publishes_events(
    community: CommunityDependencies, database: AsyncEngine, events: list[Event]
) -> None:
    [member] = await add_members(database, 1)
    post_id = await add_post(database, likes=3)

    comment = await add_comment(community, member, post_id=post_id, comment=NewComment("a"))
    await delete_comment(community, member, comment_id=comment.id)

    assert events == [
        CommentAdded(post_id, comment.id),
        PostChanged(post_id, 3, 1),
        CommentRemoved(post_id, comment.id),
        PostChanged(post_id, 3, 0),
    ]


@pytest.mark.fault
async def test_comment_count_equals_the_rows_after_concurrent_changes(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    members = await add_members(database, 10)
    post_id = await add_post(database)

    async def add_and_delete(number: int) -> None:
        """Adds a comment, and deletes every second one by two requests at once."""
        member = members[number % 10]
        comment = NewComment(f"{number}")
        view = await add_comment(community, member, post_id=post_id, comment=comment)
        if number % 2:
            await asyncio.gather(
                *(delete_comment(community, member, comment_id=view.id) for _ in range(2)),
                return_exceptions=True,
            )

    await asyncio.gather(*(add_and_delete(number) for number in range(40)))

    rows = await value(database, "SELECT count(*) FROM comments")
    withheld = await value(database, "SELECT count(*) FROM withheld_comments")
    assert (await read_post(community, post_id)).comments_count == rows - withheld == 20


async def test_31st_comment_in_ten_minutes_is_refused_with_429(place: Place, hana: Browser) -> None:
    path = f"/api/posts/{await add_post(place.engine)}/comments"
    await place.make_established(hana)

    statuses = [
        (await hana.change("POST", path, json={"content": "a"})).status_code for _ in range(31)
    ]

    assert statuses == [201] * 30 + [429]
