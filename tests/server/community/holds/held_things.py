"""Texts that the rules of holds apply to, and requests that send them."""

from typing import Any

import httpx
from sqlalchemy.ext.asyncio import AsyncEngine

from server.contracts.limits import LIMITS
from tests.server.community.builders import NEW, execute
from tests.server.conftest import START
from tests.server.members import Browser

LONG = "今年の新茶は香りがとても良く、毎朝飲んでいます。Quittenwort"
LINKS = "Quittenwort www.a.example www.b.example www.c.example"
# Rules that hold a text for review: too many links, the same text, many at once, a word.
RULES = ("links", "repeat", "burst", "word")


async def list_word(engine: AsyncEngine, word: str = "quittenwort") -> None:
    """Adds a word to the operator's list of words that hold a text."""
    statement = "INSERT INTO listed_words (word, written, created_at) VALUES (:w, :w, :at)"
    await execute(engine, statement, w=word, at=START)


async def write_post(author: Browser, content: str, **values: Any) -> httpx.Response:
    """Sends a post with this content."""
    return await author.change("POST", "/api/posts", json={**NEW, "content": content, **values})


async def write_comment(author: Browser, post_id: int, content: str) -> httpx.Response:
    """Sends a comment with this content."""
    path = f"/api/posts/{post_id}/comments"
    return await author.change("POST", path, json={"content": content})


async def trigger_rule(engine: AsyncEngine, author: Browser, rule: str) -> str:
    """Prepares the state in which a rule applies, and returns a text that the rule holds."""
    if rule == "word":
        await list_word(engine)
    if rule == "repeat":
        assert (await write_post(author, LONG.replace("、", " ！"))).json()["withheld"] is None
    if rule == "burst":
        insert = "INSERT INTO recent_texts (member_id, kind, at) VALUES (:id, 'comment', :at)"
        for _ in range(LIMITS.burst_things):
            await execute(engine, insert, id=author.member_id, at=START)
    return LINKS if rule == "links" else LONG


async def hold_post(engine: AsyncEngine, author: Browser, rule: str = "word") -> dict[str, Any]:
    """Writes a post that the rule holds, and returns it."""
    answer = await write_post(author, await trigger_rule(engine, author, rule), title="Zopfname")
    post: dict[str, Any] = answer.json()
    assert (answer.status_code, post["withheld"]) == (201, rule), answer.text
    return post


async def hold_comment(
    engine: AsyncEngine, author: Browser, post_id: int, rule: str = "word"
) -> dict[str, Any]:
    """Writes a comment that the rule holds, and returns it."""
    answer = await write_comment(author, post_id, await trigger_rule(engine, author, rule))
    comment: dict[str, Any] = answer.json()
    assert (answer.status_code, comment["withheld"]) == (201, rule), answer.text
    return comment
