"""The moderators' queue, their decisions, and what the author is shown of them."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from server.community.tables import Post
from tests.conftest import ORIGIN
from tests.server.community.builders import add_post
from tests.server.members import Browser, Place, params_of
from tests.server.moderation.conftest import Moderator
from tests.server.operations import grant_role

pytestmark = pytest.mark.anyio

QUEUE = "/api/moderation/cases"


@pytest.fixture
async def mori(place: Place) -> AsyncIterator[Browser]:
    """Yields the browser of Mori, a moderator who has just signed in."""
    async with place.browser() as browser:
        await place.sign_in(browser, "development-nameless")
        await grant_role(place, browser)
        yield browser


async def report(browser: Browser, subject: str, reason: str = "spam") -> None:
    """Reports a subject."""
    given = {"subject": subject, "reason": reason}
    answer = await browser.change("POST", "/api/reports", json=given)
    assert answer.status_code == 201, answer.text


async def list_cases(browser: Browser) -> list[dict[str, Any]]:
    """Returns the open cases."""
    cases: list[dict[str, Any]] = (await browser.get(QUEUE)).json()["cases"]
    return cases


async def decide(
    browser: Browser, case: dict[str, Any], decision: str, **more: object
) -> httpx.Response:
    """Decides a case as a moderator who has read its current state."""
    given = {"subject": case["subject"], "decision": decision, "seen": case["seen"]}
    given["rule"] = "wrongFact" if case["kind"] == "cultivar" else "spam"
    given |= {"edited_at": (case["thing"] or {}).get("edited_at"), **more}
    return await browser.change("POST", "/api/moderation/decisions", json=given)


async def test_queue_groups_reports_by_thing_with_most_reports_first(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    once, twice = [await add_post(place.engine, user_id=alex.member_id) for _ in range(2)]
    await report(hana, f"post:{twice}", "rude")
    await report(hana, f"post:{once}")
    await report(mori, f"post:{twice}")

    cases = await list_cases(mori)

    assert [case["subject"] for case in cases] == [f"post:{twice}", f"post:{once}"]
    assert [one["reason"] for one in cases[0]["reports"]] == ["spam", "rude"]
    assert cases[0]["thing"]["member_id"] == alex.member_id
    assert hana.member_id not in str(cases)


async def test_kept_thing_is_removed_from_the_queue_and_not_changed(
    place: Place, hana: Browser, mori: Browser
) -> None:
    post_id = await add_post(place.engine)
    await report(hana, f"post:{post_id}")
    [case] = await list_cases(mori)

    answer = await decide(mori, case, "keep")

    assert answer.json() == {"closed": 1, "contacts": []}
    assert await list_cases(mori) == []
    assert (await hana.get(f"/api/posts/{post_id}")).status_code == 200


async def test_removed_post_answers_410_and_its_author_reads_the_rule(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id)
    await report(hana, f"post:{post_id}")
    [case] = await list_cases(mori)

    await decide(mori, case, "remove", note="三度目の宣伝です")

    assert (await hana.get(f"/api/posts/{post_id}")).status_code == 410
    [told] = (await alex.get("/api/profiles/me/decisions")).json()
    assert (told["action"], told["rule"], told["note"]) == (
        "remove-post", "spam", "三度目の宣伝です",
    )  # fmt: skip
    assert mori.member_id not in str(told)
    assert (await hana.get("/api/profiles/me/decisions")).json() == []


async def test_removed_comment_is_counted_out_of_its_post(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    post_id = await add_post(place.engine)
    written = await alex.change("POST", f"/api/posts/{post_id}/comments", json={"content": "買え"})
    await report(hana, f"comment:{written.json()['id']}")
    [case] = await list_cases(mori)

    await decide(mori, case, "remove")

    post = (await hana.get(f"/api/posts/{post_id}")).json()
    assert post["commentsCount"] == 0


async def test_suspension_removes_the_thing_and_ends_the_authors_sessions(
    place: Place, hana: Browser, alex: Browser, mori: Browser, moderator: Moderator
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id)
    await report(hana, f"post:{post_id}")
    [case] = await list_cases(mori)

    await decide(mori, case, "suspend", days=7)

    assert (await hana.get(f"/api/posts/{post_id}")).status_code == 410
    assert (await alex.change("DELETE", "/api/session")).status_code == 403
    record = [(entry.action, entry.made_by) for entry in await moderator.record()]
    assert record == [("remove-post", mori.member_id), ("suspend", mori.member_id)]


async def test_case_is_decided_once_by_two_moderators(
    place: Place, hana: Browser, mori: Browser, moderator: Moderator
) -> None:
    await report(hana, f"post:{await add_post(place.engine)}")
    [case] = await list_cases(mori)

    answers = await asyncio.gather(decide(mori, case, "keep"), decide(mori, case, "remove"))

    assert sorted(answer.status_code for answer in answers) == [201, 409]
    [refused] = [answer for answer in answers if answer.status_code == 409]
    assert refused.json()["code"] == "moderation.errors.decided"
    assert len(await moderator.record()) == 1


async def test_report_that_the_moderator_has_not_read_stays_open(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    subject = f"post:{await add_post(place.engine)}"
    await report(hana, subject)
    [case] = await list_cases(mori)
    await report(alex, subject, "rude")

    await decide(mori, case, "keep")

    [left] = await list_cases(mori)
    assert [one["reason"] for one in left["reports"]] == ["rude"]


async def test_decision_needs_a_recent_sign_in(place: Place, hana: Browser, mori: Browser) -> None:
    await report(hana, f"post:{await add_post(place.engine)}")
    [case] = await list_cases(mori)
    place.moment.advance(minutes=16)

    answer = await decide(mori, case, "keep")

    assert answer.status_code == 403
    assert answer.json()["code"] == "moderation.errors.signInAgain"
    assert await list_cases(mori) == [case]


async def test_moderators_do_not_decide_about_themselves(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    await report(hana, f"post:{await add_post(place.engine, user_id=mori.member_id)}")
    await grant_role(place, alex)
    [case] = await list_cases(alex)

    answer = await decide(mori, case, "keep")

    assert (answer.status_code, answer.json()["code"]) == (403, "moderation.errors.own")
    assert await list_cases(alex) == [case]


@pytest.mark.parametrize("more", [{"days": 0}, {"days": 4000}])
async def test_suspension_of_a_wrong_length_is_refused(
    place: Place, hana: Browser, mori: Browser, more: dict[str, object]
) -> None:
    await report(hana, f"post:{await add_post(place.engine, user_id=hana.member_id)}")
    [case] = await list_cases(mori)

    answer = await decide(mori, case, "suspend", **more)

    assert answer.status_code == 422
    assert await list_cases(mori) == [case]


async def test_case_of_a_thing_that_is_gone_can_be_closed(
    place: Place, hana: Browser, mori: Browser
) -> None:
    post_id = await add_post(place.engine)
    await report(hana, f"post:{post_id}")
    async with place.engine.begin() as connection:
        await connection.execute(sa.delete(Post).where(Post.id == post_id))
    [case] = await list_cases(mori)

    refused = await decide(mori, case, "suspend")
    closed = await decide(mori, case, "keep")

    assert case["thing"] is None
    assert (refused.status_code, closed.status_code) == (409, 201)
    assert await list_cases(mori) == []


async def test_email_address_of_a_visitor_is_shown_once_and_then_deleted(
    place: Place, visitor: Browser, mori: Browser
) -> None:
    subject = f"post:{await add_post(place.engine)}"
    form = {"subject": subject, "reason": "rights", "contact": "mori@tea.example"}
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN}
    await visitor.http.post("/api/reports/form", data=form, headers=headers)
    [case] = await list_cases(mori)

    answer = await decide(mori, case, "keep")

    assert case["reports"][0]["contact"] == "mori@tea.example"
    assert answer.json()["contacts"] == ["mori@tea.example"]
    assert "mori@tea.example" not in await place.dump()


async def test_decision_by_the_form_leads_back_to_the_queue(
    place: Place, hana: Browser, mori: Browser
) -> None:
    await report(hana, f"post:{await add_post(place.engine)}")
    [case] = await list_cases(mori)
    form = {"subject": case["subject"], "decision": "keep", "seen": str(case["seen"])}
    form |= {"rule": "spam", "member": mori.member_id, "note": "良い投稿", "language": "ja"}
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN}

    answers = [
        await mori.http.post("/api/moderation/decisions/form", data=form, headers=headers)
        for _ in range(2)
    ]

    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].headers["location"] == "/ja/moderation?done=1"
    assert params_of(answers[1].headers["location"]) == {
        "error": "moderation.errors.decided", "note": "良い投稿", "subject": case["subject"],
        "rule": "spam",
    }  # fmt: skip


async def test_queue_page_exists_for_members_with_a_role_only(hana: Browser, mori: Browser) -> None:
    assert (await hana.get("/moderation")).status_code == 404
    assert (await mori.get("/ja/moderation")).status_code == 200


async def test_role_is_granted_and_revoked_by_the_command(
    hana: Browser, moderator: Moderator
) -> None:
    id = hana.member_id
    granted = await moderator.run("grant-role", id, "--role", "moderator")
    again = await moderator.run("grant-role", id, "--role", "moderator")
    can_read = (await hana.get(QUEUE)).status_code
    revoked = await moderator.run("revoke-role", id)

    assert granted.out == f"Member {id} is a moderator from now on.\n"
    assert "already" in again.out
    assert can_read == 200
    assert revoked.out == f"Member {id} has no role any more.\n"
    assert (await hana.get(QUEUE)).status_code == 403
    assert [entry.action for entry in await moderator.record()] == ["grant-role", "revoke-role"]


async def test_public_log_counts_decisions_by_rule_without_names(
    place: Place, visitor: Browser, hana: Browser, alex: Browser, mori: Browser
) -> None:
    for decision in ("keep", "remove", "remove"):
        await report(hana, f"post:{await add_post(place.engine, user_id=alex.member_id)}", "rude")
        [case] = await list_cases(mori)
        await decide(mori, case, decision, rule="rude")

    counts = await visitor.get("/api/moderation/log")

    month = {"year": 2026, "month": 11, "rule": "rude"}
    assert counts.json() == [
        {**month, "action": "keep", "count": 1},
        {**month, "action": "remove-post", "count": 2},
    ]
    assert (await visitor.get("/moderation/log")).status_code == 200
