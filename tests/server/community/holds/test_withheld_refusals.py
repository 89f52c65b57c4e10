"""Requests of other members for held and hidden things: refused as if those did not exist."""

from collections.abc import Awaitable, Callable

import pytest
import sqlalchemy as sa

from server.community.tables import WithheldComment, WithheldPost
from tests.server.community.builders import add_post
from tests.server.community.holds.held_things import hold_comment, hold_post, write_comment
from tests.server.conftest import START
from tests.server.members import Browser, Place
from tests.server.operations import TABLE, send_request

pytestmark = pytest.mark.anyio

# Id of no post and no comment.
MISSING = "99999"
OF_COMMENTS = {"comment", "answer"}


def _operations(*, is_post: bool) -> list[str]:
    """Returns the operations on posts, or on comments; those of reports are on both."""
    kinds = {"post"} if is_post else OF_COMMENTS
    return ["GET /api/reports/{subject}", *(name for name in TABLE if TABLE[name].of in kinds)]


def _path(name: str, id: object, *, is_post: bool) -> str:
    """Returns the path of an operation on a post or comment."""
    subject = f"{'post' if is_post else 'comment'}:{id}"
    return name.split()[1].replace("{subject}", subject).replace("{id}", str(id))


async def _hide_post(place: Place, author: Browser, id: int) -> None:
    """Hides a post, as a moderator's decision does."""
    insert = sa.insert(WithheldPost).values(post_id=id)
    await _run(place, insert.values(user_id=author.member_id, state="hidden", at=START))


async def _hide_comment(place: Place, author: Browser, id: int) -> None:
    """Hides a comment, as a moderator's decision does."""
    insert = sa.insert(WithheldComment).values(comment_id=id, was_answer=False)
    await _run(place, insert.values(user_id=author.member_id, state="hidden", at=START))


async def _run(place: Place, statement: sa.Insert) -> None:
    async with place.engine.begin() as connection:
        await connection.execute(statement)


async def _held_post(place: Place, author: Browser) -> int:
    return int((await hold_post(place.engine, author))["id"])


async def _hidden_post(place: Place, author: Browser) -> int:
    id = await add_post(place.engine, user_id=author.member_id)
    await _hide_post(place, author, id)
    return id


async def _held_comment(place: Place, author: Browser) -> int:
    question = await add_post(place.engine, user_id=author.member_id, category="question")
    return int((await hold_comment(place.engine, author, question))["id"])


async def _hidden_comment(place: Place, author: Browser) -> int:
    question = await add_post(place.engine, user_id=author.member_id, category="question")
    id = int((await write_comment(author, question, "はい")).json()["id"])
    await _hide_comment(place, author, id)
    return id


async def _comment_on_hidden_post(place: Place, author: Browser) -> int:
    question = await add_post(place.engine, user_id=author.member_id, category="question")
    id = int((await write_comment(author, question, "はい")).json()["id"])
    await _hide_post(place, author, question)
    return id


# Writes a withheld post or comment of the author; returns its id.
Maker = Callable[[Place, Browser], Awaitable[int]]
POSTS: tuple[Maker, ...] = (_held_post, _hidden_post)
COMMENTS: tuple[Maker, ...] = (_held_comment, _hidden_comment, _comment_on_hidden_post)


@pytest.mark.parametrize("maker", [*POSTS, *COMMENTS])
async def test_every_operation_on_a_withheld_thing_answers_as_on_a_missing_one(
    place: Place, hana: Browser, alex: Browser, maker: Maker
) -> None:
    await place.make_established(alex)
    id = await maker(place, alex)

    is_post = maker in POSTS
    for name in _operations(is_post=is_post):
        withheld = await send_request(hana, name, _path(name, id, is_post=is_post))
        missing = await send_request(hana, name, _path(name, MISSING, is_post=is_post))
        assert withheld.status_code == missing.status_code, name
        assert withheld.content == missing.content, name


@pytest.mark.parametrize("maker", COMMENTS[:2])
async def test_reply_to_a_withheld_comment_is_refused_as_to_a_missing_one(
    place: Place, hana: Browser, alex: Browser, maker: Maker
) -> None:
    await place.make_established(alex)
    id = await maker(place, alex)
    path = "/api/posts/1/comments"

    withheld, missing = [
        await hana.change("POST", path, json={"content": "はい", "parent": parent})
        for parent in (id, int(MISSING))
    ]

    assert withheld.status_code == missing.status_code >= 400
    assert withheld.content == missing.content


async def test_comment_on_a_withheld_post_is_reported_by_the_posts_author_alone(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    await place.make_established(alex)
    path = f"/api/reports/comment:{await _comment_on_hidden_post(place, alex)}"

    statuses = [(await one.get(path)).status_code for one in (alex, hana, visitor)]

    assert statuses == [200, 404, 404]
