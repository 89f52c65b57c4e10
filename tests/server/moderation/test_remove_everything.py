"""A suspension that also removes everything its member wrote."""

from collections import Counter
from typing import Any

import pytest

from tests.server.community.builders import add_image, add_post, add_posts
from tests.server.members import Browser, Place
from tests.server.moderation.conftest import Moderator
from tests.server.moderation.test_cases import decide, list_cases, mori, report

__all__ = ["mori"]

pytestmark = pytest.mark.anyio


async def write_comment(browser: Browser, post_id: int) -> int:
    """Writes a comment and returns its id."""
    path = f"/api/posts/{post_id}/comments"
    return int((await browser.change("POST", path, json={"content": "買え"})).json()["id"])


async def case_of(browser: Browser, subject: str) -> dict[str, Any]:
    return next(case for case in await list_cases(browser) if case["subject"] == subject)


async def test_posts_comments_and_pictures_are_removed_except_those_of_others(
    place: Place, hana: Browser, alex: Browser, mori: Browser, moderator: Moderator
) -> None:
    spam = await add_posts(place.engine, [{"user_id": alex.member_id}] * 3)
    await add_image(place.engine, alex.member_id, post_id=spam[0])
    kept = await add_post(place.engine, user_id=hana.member_id)
    await write_comment(hana, kept)
    remark = await write_comment(alex, kept)
    await write_comment(alex, spam[1])
    await report(hana, f"post:{spam[0]}")

    answer = await decide(
        mori, await case_of(mori, f"post:{spam[0]}"), "suspend", everything=True, days=7
    )

    assert answer.status_code == 201
    for post_id in spam:
        assert (await hana.get(f"/api/posts/{post_id}")).status_code == 410
    post = (await hana.get(f"/api/posts/{kept}")).json()
    assert post["commentsCount"] == 1
    comments = (await hana.get(f"/api/posts/{kept}/comments")).json()["comments"]
    assert remark not in [one["id"] for one in comments]
    assert await place.count("post_images") == 0
    record = await moderator.record()
    counts = Counter(entry.action for entry in record)
    assert counts == {"suspend": 1, "remove-post": 3, "remove-comment": 2}
    assert all("written_at" in entry.details for entry in record if entry.action != "suspend")


async def test_reports_on_removed_things_are_closed_and_others_stay_open(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    first, second = await add_posts(place.engine, [{"user_id": alex.member_id}] * 2)
    other = await add_post(place.engine, user_id=hana.member_id)
    for subject in (f"post:{first}", f"post:{second}", f"member:{alex.member_id}"):
        await report(hana, subject)
    await report(mori, f"post:{other}")

    answer = await decide(mori, await case_of(mori, f"post:{first}"), "suspend", everything=True)

    assert answer.json()["closed"] == 3
    assert [case["subject"] for case in await list_cases(mori)] == [f"post:{other}"]


async def test_cached_pages_of_others_lose_the_comment(
    place: Place, hana: Browser, alex: Browser, mori: Browser, visitor: Browser
) -> None:
    kept = await add_post(place.engine, user_id=hana.member_id)
    await write_comment(alex, kept)
    path = f"/post/{kept}"
    html = {"accept": "text/html"}
    assert (await visitor.get(path, headers=html)).status_code == 200
    await report(hana, f"member:{alex.member_id}", "rude")
    [case] = await list_cases(mori)

    await decide(mori, case, "suspend", everything=True)

    assert (await visitor.get(f"/api{path.replace('post', 'posts')}/comments")).json()["total"] == 0


@pytest.mark.parametrize("decision", ["keep", "warn", "remove"])
async def test_removal_of_everything_is_refused_without_a_suspension(
    place: Place, hana: Browser, alex: Browser, mori: Browser, decision: str
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id)
    await report(hana, f"post:{post_id}")
    [case] = await list_cases(mori)

    refused = await decide(mori, case, decision, everything=True)

    assert (refused.status_code, refused.json()["code"]) == (422, "moderation.errors.everything")
    assert await list_cases(mori) == [case]
