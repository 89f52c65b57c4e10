"""Undo of a deleted comment: its place, its replies, the count, and its state as the answer."""

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.actions.deletions import finish_deletions
from server.community.dependencies import CommunityDependencies
from server.contracts.limits import LIMITS
from tests.server.community.builders import add_post, value
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


class Thread:
    """A question of Hana's with an answer of Alex's, and a reply of Hana's to it."""

    def __init__(self, post_id: int, answer_id: int, reply_id: int) -> None:
        self.post_id = post_id
        self.answer_id = answer_id
        self.reply_id = reply_id

    async def seen_by(self, reader: Browser) -> tuple[int, list[int], list[bool], int | None]:
        """Returns total, ids, whether each comment's parent is shown, and the chosen answer."""
        page = (await reader.get(f"/api/posts/{self.post_id}/comments")).json()
        post = (await reader.get(f"/api/posts/{self.post_id}")).json()
        assert page["total"] == post["commentsCount"]
        comments = page["comments"]
        shown = [one["is_parent_shown"] for one in comments]
        return page["total"], [one["id"] for one in comments], shown, post["answer_id"]


@pytest.fixture
async def thread(place: Place, hana: Browser, alex: Browser) -> Thread:
    """Returns a question with a chosen answer and a reply to it."""
    post_id = await add_post(place.engine, user_id=hana.member_id, category="question")
    path = f"/api/posts/{post_id}/comments"
    answer = (await alex.change("POST", path, json={"content": "覆いの下"})).json()
    body = {"content": "なるほど", "parent": answer["id"]}
    reply = (await hana.change("POST", path, json=body)).json()
    await hana.change("PUT", f"/api/comments/{answer['id']}/answer")
    return Thread(post_id, answer["id"], reply["id"])


async def test_deleted_comment_is_shown_nowhere_and_restored_as_it_was(
    hana: Browser, alex: Browser, visitor: Browser, thread: Thread
) -> None:
    path = f"/api/comments/{thread.answer_id}"
    readers = (visitor, hana, alex)
    before = [await thread.seen_by(reader) for reader in readers]

    await alex.change("DELETE", path)

    hidden = (1, [thread.reply_id], [False], None)
    assert [await thread.seen_by(reader) for reader in readers] == [hidden] * 3
    gone = [
        await alex.change("PUT", path, json={"content": "日陰"}),
        await alex.change("DELETE", path),
        await hana.change("PUT", f"{path}/answer"),
        await hana.change("POST", f"{path}/undo"),
        await hana.change(
            "POST",
            f"/api/posts/{thread.post_id}/comments",
            json={"content": "はい", "parent": thread.answer_id},
        ),
    ]
    assert {answer.status_code for answer in gone} == {404}

    back = await alex.change("POST", f"{path}/undo")

    assert (back.status_code, back.json()["content"]) == (200, "覆いの下")
    assert back.json()["withheld"] is None
    assert [await thread.seen_by(reader) for reader in readers] == before
    assert before[0] == (2, [thread.answer_id, thread.reply_id], [False, True], thread.answer_id)


async def test_another_answer_is_kept(hana: Browser, alex: Browser, thread: Thread) -> None:
    await alex.change("DELETE", f"/api/comments/{thread.answer_id}")
    await hana.change("PUT", f"/api/comments/{thread.reply_id}/answer")

    await alex.change("POST", f"/api/comments/{thread.answer_id}/undo")

    assert (await thread.seen_by(hana))[3] == thread.reply_id


async def test_comment_is_erased_later_and_counted_once(
    place: Place,
    community: CommunityDependencies,
    database: AsyncEngine,
    alex: Browser,
    thread: Thread,
) -> None:
    path = f"/api/comments/{thread.answer_id}"
    await alex.change("DELETE", path)
    place.moment.advance(seconds=LIMITS.undo_seconds + 1)

    late = await alex.change("POST", f"{path}/undo")
    finished = await finish_deletions(community)

    assert (late.status_code, finished) == (404, 1)
    assert await value(database, "SELECT count(*) FROM comments") == 1
    assert (await thread.seen_by(alex))[0] == 1


async def test_account_that_leaves_in_between_is_counted_once(
    database: AsyncEngine, hana: Browser, alex: Browser, thread: Thread
) -> None:
    await alex.change("DELETE", f"/api/comments/{thread.answer_id}")
    removal = {"confirmation": "Alex Leaf", "posts": "remove"}

    left = await alex.change("DELETE", "/api/account", json=removal)

    assert left.status_code == 204, left.text
    assert await value(database, "SELECT count(*) FROM withheld_comments") == 0
    assert (await thread.seen_by(hana))[:2] == (1, [thread.reply_id])
