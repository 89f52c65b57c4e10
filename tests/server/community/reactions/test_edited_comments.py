"""Edits of a member's own comment: marked as edited, in its place, counted as before."""

from uuid import uuid4

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from server.community.actions.comment_edits import edit_comment
from server.community.actions.reactions import add_comment
from server.community.dependencies import CommunityDependencies
from server.community.schemas import NewComment
from server.community.tables import WithheldComment
from server.contracts.limits import LIMITS
from server.realtime.events import CommentEdited, Event, WithheldCommentEdited
from tests.server.community.builders import NEW, add_members, add_post
from tests.server.community.relations.test_relations import hide
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


async def write_comment(place: Place, author: Browser, text: str = "一煎目") -> tuple[int, str]:
    """Writes a comment on a new post; returns the post's id and the comment's path."""
    post_id = await add_post(place.engine)
    path = f"/api/posts/{post_id}/comments"
    comment = (await author.change("POST", path, json={"content": text})).json()
    assert comment["edited_at"] is None
    return post_id, f"/api/comments/{comment['id']}"


async def test_new_text_is_shown_with_the_time_of_the_edit(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    post_id, path = await write_comment(place, hana)
    place.moment.advance(minutes=3)

    edited = (await hana.change("PUT", path, json={"content": " 二煎目\r\n"})).json()

    assert (edited["content"], edited["created_at"], edited["edited_at"]) == (
        "二煎目", "2026-11-21T04:00:00Z", "2026-11-21T04:03:00Z",
    )  # fmt: skip
    shown = (await visitor.get(f"/api/posts/{post_id}/comments")).json()
    assert (shown["comments"], shown["total"]) == ([edited], 1)


async def test_same_text_is_no_edit(place: Place, hana: Browser) -> None:
    _, path = await write_comment(place, hana)
    place.moment.advance(minutes=3)

    again = (await hana.change("PUT", path, json={"content": "一煎目 "})).json()

    assert again["edited_at"] is None


async def test_comment_is_edited_by_its_author_only(
    place: Place, visitor: Browser, hana: Browser, alex: Browser
) -> None:
    post_id, path = await write_comment(place, hana)

    answers = [
        await one.change("PUT", path, json={"content": "買え"}) for one in (visitor, alex, hana)
    ]
    await hana.change("DELETE", path)
    gone = await hana.change("PUT", path, json={"content": "もう一度"})

    assert [answer.status_code for answer in answers] == [401, 403, 200]
    assert (gone.status_code, gone.json()["code"]) == (404, "postDetail.commentNotFound")
    assert (await hana.get(f"/api/posts/{post_id}")).json()["commentsCount"] == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [("　", "commentRequired"), ("茶" * (LIMITS.comment_characters + 1), "commentTooLong")],
)
async def test_text_that_no_comment_may_have_is_refused_and_the_old_one_stays(
    place: Place, hana: Browser, text: str, code: str
) -> None:
    post_id, path = await write_comment(place, hana)

    refused = await hana.change("PUT", path, json={"content": text})

    assert (refused.status_code, refused.json()["code"]) == (422, f"postDetail.{code}")
    [kept] = (await hana.get(f"/api/posts/{post_id}/comments")).json()["comments"]
    assert (kept["content"], kept["edited_at"]) == ("一煎目", None)


async def test_edit_publishes_one_event_and_none_without_a_change(
    community: CommunityDependencies, database: AsyncEngine, events: list[Event]
) -> None:
    [member] = await add_members(database, 1)
    post_id = await add_post(database)
    comment = await add_comment(community, member, post_id=post_id, comment=NewComment("a"))
    events.clear()

    for text in ("b", "b"):
        await edit_comment(community, member, comment_id=comment.id, comment=NewComment(text))

    assert events == [CommentEdited(post_id, comment.id)]


async def test_edit_of_a_withheld_comment_publishes_an_event_for_its_author_alone(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    [member] = await add_members(database, 1)
    post_id = await add_post(database)
    comment = await add_comment(community, member, post_id=post_id, comment=NewComment("a"))
    async with AsyncSession(database) as session, session.begin():
        withheld = {"state": "hidden", "at": community.now(), "was_answer": False}
        session.add(WithheldComment(comment_id=comment.id, user_id=member.id, **withheld))
    published: list[object] = []
    community.database.on_commit(lambda commit: published.extend(commit.events))

    await edit_comment(community, member, comment_id=comment.id, comment=NewComment("b"))

    assert published == [WithheldCommentEdited(member.id, post_id, comment.id)]


async def test_repeated_request_finds_its_comment_after_an_edit(hana: Browser) -> None:
    post_id = (await hana.change("POST", "/api/posts", json=NEW)).json()["id"]
    path, key = f"/api/posts/{post_id}/comments", {"idempotency-key": str(uuid4())}
    comment = (await hana.change("POST", path, json={"content": "一煎目"}, headers=key)).json()
    await hana.change("PUT", f"/api/comments/{comment['id']}", json={"content": "二煎目"})

    again = await hana.change("POST", path, json={"content": "一煎目"}, headers=key)

    assert (again.status_code, again.json()["content"]) == (201, "二煎目")


async def test_comment_below_the_post_of_a_blocked_member_is_deleted_but_not_edited(
    hana: Browser, alex: Browser
) -> None:
    post_id = (await alex.change("POST", "/api/posts", json=NEW)).json()["id"]
    written = await hana.change("POST", f"/api/posts/{post_id}/comments", json={"content": "a"})
    path = f"/api/comments/{written.json()['id']}"
    await hide(alex, hana.member_id)

    edited = await hana.change("PUT", path, json={"content": "b"})
    deleted = await hana.change("DELETE", path)

    assert (edited.status_code, deleted.status_code) == (404, 204)
