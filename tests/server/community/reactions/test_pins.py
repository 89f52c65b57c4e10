"""The pinned comment, which the post's author chooses, and answers that moderators choose."""

import pytest

from tests.server.community.builders import add_post
from tests.server.community.reactions.test_answers import (
    chosen_answer,
    write_answer,
    write_question,
)
from tests.server.community.reactions.test_replies import write_comment
from tests.server.community.relations.test_relations import hide
from tests.server.community.test_member_data import REMOVAL
from tests.server.members import Browser, Moment, Place
from tests.server.operations import grant_role

pytestmark = pytest.mark.anyio


async def pinned_comment(reader: Browser, post_id: int) -> int | None:
    """Returns the id of a post's pinned comment."""
    id: int | None = (await reader.get(f"/api/posts/{post_id}")).json()["pinned_id"]
    return id


async def pin(author: Browser, comment_id: int, method: str = "PUT") -> int:
    """Pins a comment, or unpins it with the method DELETE; returns the status."""
    status: int = (await author.change(method, f"/api/comments/{comment_id}/pin")).status_code
    return status


async def test_author_pins_one_comment_and_none(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    first, second = [await write_comment(alex, post_id) for _ in range(2)]

    assert [await pin(hana, first), await pin(hana, second)] == [200, 200]
    assert await pinned_comment(visitor, post_id) == second
    assert [await pin(hana, first, "DELETE"), await pinned_comment(visitor, post_id)] == [
        200,
        second,
    ]

    assert await pin(hana, second, "DELETE") == 200
    assert await pinned_comment(visitor, post_id) is None


async def test_only_the_author_of_the_post_pins(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    comment_id = await write_comment(alex, post_id)
    await grant_role(place, alex)

    assert [await pin(one, comment_id) for one in (visitor, alex)] == [401, 403]
    assert await pin(hana, 999) == 404


async def test_page_without_the_pinned_comment_has_it_beside_its_rows(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    last = [await write_comment(alex, post_id, f"{n}") for n in range(3)][-1]
    await pin(hana, last)
    path = f"/api/posts/{post_id}/comments"

    short = (await visitor.get(f"{path}?limit=1")).json()
    whole = (await visitor.get(path)).json()
    await hide(hana, alex.member_id)

    assert (short["pinned"]["id"], whole["pinned"]) == (last, None)
    assert (await hana.get(f"{path}?limit=1")).json()["pinned"] is None


async def test_pin_ends_with_its_comment_and_with_the_account_of_its_author(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    comment_id = await write_comment(alex, post_id)
    await pin(hana, comment_id)
    path = f"/api/posts/{post_id}/comments?limit=1"
    await write_comment(alex, post_id)

    await alex.change("DELETE", f"/api/comments/{comment_id}")
    assert (await visitor.get(path)).json()["pinned"] is None
    await hana.change("DELETE", f"/api/comments/{comment_id}/pin")

    other = await write_comment(alex, post_id)
    await pin(hana, other)
    await alex.change("DELETE", "/api/account", json=REMOVAL | {"confirmation": "Alex Leaf"})
    assert await pinned_comment(visitor, post_id) is None


async def test_moderator_chooses_the_answer_of_anothers_question(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post_id = await write_question(hana)
    comment_id = await write_answer(hana, post_id)
    path = f"/api/comments/{comment_id}/answer"
    assert (await alex.change("PUT", path)).status_code == 403

    await grant_role(place, alex)

    assert (await alex.change("PUT", path)).status_code == 200
    assert await chosen_answer(visitor, post_id) == comment_id
    log = (await alex.get("/api/moderation/entries")).json()["entries"]
    assert [(one["action"], one["subject"], one["note"]) for one in log[:1]] == [
        ("choose-answer", f"comment:{comment_id}", None)
    ]
    assert (log[0]["made_by"], log[0]["member_id"]) == (alex.member_id, hana.member_id)


async def test_author_of_the_question_reads_what_a_moderator_chose_or_took_back(
    place: Place, hana: Browser, alex: Browser
) -> None:
    post_id = await write_question(hana)
    path = f"/api/comments/{await write_answer(hana, post_id)}/answer"
    await grant_role(place, alex)

    for method in ("PUT", "DELETE"):
        await alex.change(method, path)

    own_decisions = (await hana.get("/api/profiles/me/decisions")).json()
    assert [
        (one["action"], one["post_id"], one["note"], one["can_appeal"]) for one in own_decisions
    ] == [
        ("clear-answer", post_id, None, False),
        ("choose-answer", post_id, None, False),
    ]
    notices = (await hana.get("/api/notifications")).json()["notifications"]
    assert {one["kind"] for one in notices} == {"clear-answer", "choose-answer"}
    assert (await alex.get("/api/profiles/me/decisions")).json() == []


async def test_moderator_with_an_old_sign_in_chooses_own_answers_alone(
    place: Place, moment: Moment, hana: Browser, alex: Browser
) -> None:
    await grant_role(place, alex)
    path, own = [
        f"/api/comments/{await write_answer(hana, post_id)}/answer"
        for post_id in (await write_question(hana), await write_question(alex))
    ]
    moment.advance(minutes=16)

    for method in ("PUT", "DELETE"):
        refused = await alex.change(method, path)
        assert (refused.status_code, refused.json()["code"]) == (
            403,
            "moderation.errors.signInAgain",
        )
        assert (await alex.change(method, own)).status_code == 200
    assert await place.count("moderation_log") == 0
