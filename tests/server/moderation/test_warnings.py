"""Warnings of moderators: the text stays, and its author is shown the rule."""

import pytest

from tests.server.community.builders import add_post
from tests.server.members import Browser, Place
from tests.server.moderation.test_cases import decide, list_cases, mori, report

pytestmark = pytest.mark.anyio

__all__ = ["mori"]


async def test_warned_author_reads_the_rule_and_keeps_the_comment(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    post_id = await add_post(place.engine)
    written = await alex.change("POST", f"/api/posts/{post_id}/comments", json={"content": "え"})
    await report(hana, f"comment:{written.json()['id']}")
    [case] = await list_cases(mori)

    await decide(mori, case, "warn", rule="rude")

    [decision] = (await alex.get("/api/profiles/me/decisions")).json()
    assert (decision["action"], decision["rule"]) == ("warn", "rude")
    assert decision["post_id"] == post_id
    assert await list_cases(mori) == []
    assert (await hana.get(f"/api/posts/{post_id}")).json()["commentsCount"] == 1
    [notified] = (await alex.get("/api/notifications")).json()["notifications"]
    assert notified["kind"] == "warn"


async def test_author_who_has_left_cannot_be_warned(
    place: Place, hana: Browser, mori: Browser
) -> None:
    await report(hana, f"post:{await add_post(place.engine)}")
    [case] = await list_cases(mori)

    answer = await decide(mori, case, "warn")

    assert (answer.status_code, answer.json()["code"]) == (409, "moderation.errors.left")
    assert len(await list_cases(mori)) == 1
