"""The answer of a question: chosen by its author, shown with it, and gone with its comment."""

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.actions.answers import choose_answer
from server.community.actions.reactions import add_comment
from server.community.dependencies import CommunityDependencies
from server.community.schemas import NewComment
from server.realtime.events import Event, PostEdited
from tests.server.community.builders import NEW, add_members, add_post
from tests.server.community.relations.test_relations import hide
from tests.server.community.test_member_data import REMOVAL
from tests.server.members import Browser

pytestmark = pytest.mark.anyio

QUESTION = NEW | {"category": "question"}


async def write_question(author: Browser, **values: object) -> int:
    """Writes a question and returns its id."""
    asked = await author.change("POST", "/api/posts", json=QUESTION | values)
    post_id: int = asked.json()["id"]
    return post_id


async def write_answer(member: Browser, post_id: int, text: str = "八十度です") -> int:
    """Writes a comment on a question and returns its id."""
    path = f"/api/posts/{post_id}/comments"
    comment_id: int = (await member.change("POST", path, json={"content": text})).json()["id"]
    return comment_id


async def chosen_answer(reader: Browser, post_id: int) -> int | None:
    """Returns the id of a question's chosen answer."""
    answer_id: int | None = (await reader.get(f"/api/posts/{post_id}")).json()["answer_id"]
    return answer_id


async def test_author_chooses_another_answer_and_none(
    hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post_id = await write_question(hana)
    first, second = [await write_answer(alex, post_id) for _ in range(2)]
    assert await chosen_answer(visitor, post_id) is None

    for comment_id in (first, second):
        view = (await hana.change("PUT", f"/api/comments/{comment_id}/answer")).json()
        assert view["answer_id"] == comment_id == await chosen_answer(visitor, post_id)
    other = (await hana.change("DELETE", f"/api/comments/{first}/answer")).json()
    none = (await hana.change("DELETE", f"/api/comments/{second}/answer")).json()

    assert (other["answer_id"], none["answer_id"]) == (second, None)
    feed = (await visitor.get("/api/posts?category=question")).json()["posts"]
    assert [post["answer_id"] for post in feed] == [None]


async def test_only_the_author_of_a_question_chooses(
    hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post_id = await write_question(hana)
    path = f"/api/comments/{await write_answer(alex, post_id)}/answer"
    review = (await hana.change("POST", "/api/posts", json=NEW)).json()["id"]
    below_review = f"/api/comments/{await write_answer(alex, review)}/answer"

    answers = [
        await visitor.change("PUT", path),
        await alex.change("PUT", path),
        await hana.change("PUT", "/api/comments/999/answer"),
        await hana.change("PUT", below_review),
    ]

    assert [(one.status_code, one.json()["code"]) for one in answers] == [
        (401, "login.required"),
        (403, "app.forbidden"),
        (404, "postDetail.commentNotFound"),
        (422, "postDetail.answer.notAQuestion"),
    ]
    assert await chosen_answer(hana, post_id) is None


async def test_answer_ends_with_its_comment_its_author_or_the_category(
    hana: Browser, alex: Browser
) -> None:
    post_id = await write_question(hana)
    kept = await write_answer(hana, post_id)
    for comment_id in (await write_answer(alex, post_id), await write_answer(alex, post_id)):
        await hana.change("PUT", f"/api/comments/{comment_id}/answer")
        await alex.change("DELETE", f"/api/comments/{comment_id}")
        assert await chosen_answer(hana, post_id) is None

    await hana.change("PUT", f"/api/comments/{kept}/answer")
    await alex.change("DELETE", f"/api/comments/{await write_answer(alex, post_id)}")
    assert await chosen_answer(hana, post_id) == kept
    edit = {"content": "静岡で", "category": "culture"}
    await hana.change("PUT", f"/api/posts/{post_id}", json=edit)
    assert await chosen_answer(hana, post_id) is None

    post_id = await write_question(alex, content="もう一つ")
    await alex.change("PUT", f"/api/comments/{await write_answer(hana, post_id)}/answer")
    await hana.change("DELETE", "/api/account", json=REMOVAL)
    assert await chosen_answer(alex, post_id) is None


async def test_page_of_comments_has_the_answer_of_another_page(
    hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post_id = await write_question(hana)
    ids = [await write_answer(alex, post_id, f"{n}") for n in range(3)]
    await hana.change("PUT", f"/api/comments/{ids[2]}/answer")
    path = f"/api/posts/{post_id}/comments"

    first = (await visitor.get(f"{path}?limit=1")).json()
    whole = (await visitor.get(path)).json()

    assert (first["answer"]["id"], first["total"]) == (ids[2], 3)
    assert whole["answer"] is None

    await hide(alex, hana.member_id)
    for reader in (hana, alex):
        assert (await reader.get(f"{path}?limit=1")).json().get("answer") is None


async def test_comment_of_a_blocked_member_cannot_be_chosen(hana: Browser, alex: Browser) -> None:
    post_id = await write_question(hana)
    comment_id = await write_answer(alex, post_id)
    await hide(hana, alex.member_id)

    refused = await hana.change("PUT", f"/api/comments/{comment_id}/answer")

    assert refused.status_code == 404
    assert await chosen_answer(hana, post_id) is None


async def test_choice_publishes_one_event_and_none_without_a_change(
    community: CommunityDependencies, database: AsyncEngine, events: list[Event]
) -> None:
    [member] = await add_members(database, 1)
    post_id = await add_post(database, user_id=member.id, category="question")
    comment = await add_comment(community, member, post_id=post_id, comment=NewComment("a"))
    events.clear()

    for is_chosen in (True, True, False, False):
        await choose_answer(community, member, comment_id=comment.id, is_chosen=is_chosen)

    assert events == [PostEdited(post_id)] * 2
