"""Appeals against decisions: once, within 30 days, answered by another moderator if any."""

import json
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import httpx
import pytest

from server.accounts.sessions.actions.departures import is_pseudonym
from server.contracts.limits import LIMITS
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.server.community.builders import add_post, value
from tests.server.members import Browser, Place, params_of
from tests.server.moderation.test_cases import decide, list_cases, mori, report
from tests.server.operations import grant_role

pytestmark = pytest.mark.anyio

__all__ = ["mori"]

APPEALS = "/api/moderation/appeals"
NOTE = "It was about the tea"


@pytest.fixture
async def entry(place: Place, hana: Browser, alex: Browser, mori: Browser) -> int:
    """Warns Hana about a post; returns the id of the log entry, which Hana may appeal against."""
    await report(alex, f"post:{await add_post(place.engine, user_id=hana.member_id)}")
    [case] = await list_cases(mori)
    await decide(mori, case, "warn", rule="rude")
    [decision] = await decisions(hana)
    assert (decision["can_appeal"], decision["appeal"]) == (True, None)
    return int(decision["id"])


@pytest.fixture
async def second(place: Place, alex: Browser) -> AsyncIterator[Browser]:
    """Yields Alex's browser as that of a second moderator."""
    await grant_role(place, alex)
    yield alex


async def decisions(browser: Browser) -> list[dict[str, Any]]:
    """Returns the decisions about the browser's member."""
    listed: list[dict[str, Any]] = (await browser.get("/api/profiles/me/decisions")).json()
    return listed


async def appeal(browser: Browser, entry_id: int, note: str = NOTE) -> httpx.Response:
    """Appeals against a decision."""
    given = {"entry_id": entry_id, "note": note}
    return await browser.change("POST", "/api/profiles/me/appeals", json=given)


async def answer_appeal(browser: Browser, entry_id: int, outcome: str = "upheld") -> httpx.Response:
    """Answers an appeal as a moderator."""
    given = {"entry_id": entry_id, "outcome": outcome, "note": "The rule applies"}
    return await browser.change("POST", APPEALS, json=given)


def refusal_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"].rpartition(".")[2]


async def test_appeal_is_answered_by_another_moderator_and_its_member_is_notified(
    hana: Browser, mori: Browser, second: Browser, entry: int
) -> None:
    assert (await appeal(hana, entry)).status_code == 204
    [decision] = await decisions(hana)
    assert (decision["appeal"], decision["can_appeal"]) == ("open", False)
    assert refusal_of(await appeal(hana, entry)) == (409, "again")
    [listed] = (await second.get(APPEALS)).json()["appeals"]
    assert (listed["note"], listed["action"], listed["rule"]) == (NOTE, "warn", "rude")
    assert (listed["member_id"], listed["is_own_decision"]) == (hana.member_id, False)

    assert refusal_of(await answer_appeal(mori, entry)) == (403, "ownDecision")
    assert (await answer_appeal(second, entry, "reversed")).status_code == 204

    assert (await second.get(APPEALS)).json()["appeals"] == []
    withdrawn, newest, warning = await decisions(hana)
    assert withdrawn["action"] == "withdraw-warning"
    assert (newest["action"], newest["note"]) == ("reverse-decision", "The rule applies")
    assert (newest["can_appeal"], warning["appeal"]) == (False, "reversed")
    assert newest["by_same_moderator"] is False
    kinds = [one["kind"] for one in (await hana.get("/api/notifications")).json()["notifications"]]
    assert "reverse-decision" in kinds
    assert refusal_of(await answer_appeal(second, entry)) == (409, "decided")


@pytest.mark.parametrize(
    ("outcome", "actions"),
    [
        ("upheld", ["uphold-decision", "warn"]),
        ("reversed", ["reverse-decision", "warn", "withdraw-warning"]),
    ],
)
async def test_public_log_counts_answers_by_the_rule_of_the_decision(
    hana: Browser, second: Browser, entry: int, outcome: str, actions: list[str]
) -> None:
    await appeal(hana, entry)
    assert (await answer_appeal(second, entry, outcome)).status_code == 204

    counts = (await hana.get("/api/moderation/log")).json()
    assert [(one["action"], one["rule"], one["count"]) for one in counts] == [
        (action, "rude", 1) for action in actions
    ]


async def test_moderator_who_left_has_a_pseudonym_in_the_log_and_in_appeals(
    place: Place, hana: Browser, mori: Browser, second: Browser, entry: int
) -> None:
    await appeal(hana, entry)
    assert (await answer_appeal(second, entry)).status_code == 204
    left = second.member_id

    body = {"confirmation": "Alex Leaf", "posts": "remove"}
    assert (await second.change("DELETE", "/api/account", json=body)).status_code == 204

    decided_by = str(await value(place.engine, "SELECT decided_by FROM appeals"))
    log = (await mori.get("/api/moderation/entries")).json()["entries"]
    [answered] = [one for one in log if one["action"] == "uphold-decision"]
    assert (answered["made_by"], answered["made_by_name"]) == (decided_by, None)
    assert is_pseudonym(decided_by)
    select = "SELECT count(*) FROM moderation_log WHERE made_by = :id"
    assert await value(place.engine, select, id=left) == 0
    assert await value(place.engine, select, id=mori.member_id) == 1


async def test_only_moderator_answers_the_appeal_and_both_sides_are_shown_that(
    hana: Browser, mori: Browser, entry: int
) -> None:
    await appeal(hana, entry)

    [listed] = (await mori.get(APPEALS)).json()["appeals"]
    assert (listed["is_own_decision"], listed["may_answer"]) == (True, True)
    assert (await answer_appeal(mori, entry)).status_code == 204
    answer, _ = await decisions(hana)
    assert (answer["action"], answer["by_same_moderator"]) == ("uphold-decision", True)


async def test_second_late_foreign_or_empty_appeal_is_refused(
    place: Place, hana: Browser, alex: Browser, entry: int
) -> None:
    assert refusal_of(await appeal(alex, entry)) == (404, "unknown")
    assert refusal_of(await appeal(hana, entry, " ")) == (422, "note")
    assert (await appeal(hana, entry)).status_code == 204
    assert refusal_of(await appeal(hana, entry)) == (409, "again")
    place.moment.advance(days=31)
    await place.sign_in(hana, "development-hana")
    assert refusal_of(await appeal(hana, entry)) == (409, "late")
    assert (await decisions(hana))[0]["can_appeal"] is False


async def test_members_do_not_answer_their_own_appeals_and_answers_need_a_recent_sign_in(
    place: Place, hana: Browser, second: Browser, entry: int
) -> None:
    await appeal(hana, entry)
    await grant_role(place, hana)

    assert refusal_of(await answer_appeal(hana, entry)) == (403, "own")
    place.moment.advance(minutes=16)
    assert refusal_of(await answer_appeal(second, entry)) == (403, "signInAgain")


async def test_reversed_suspension_ends(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    await report(alex, f"member:{hana.member_id}")
    [case] = await list_cases(mori)
    await decide(mori, case, "suspend", rule="rude", days=30)
    [listed] = (await mori.get(f"/api/moderation/entries?member={hana.member_id}")).json()[
        "entries"
    ]
    async with place.engine.begin() as connection:
        await connection.exec_driver_sql(
            "INSERT INTO appeals (entry_id, member_id, note, created_at) VALUES "
            f"({listed['id']}, '{hana.member_id}', '{NOTE}', '2026-11-21 04:00:00')"
        )

    assert (await answer_appeal(mori, listed["id"], "reversed")).status_code == 204

    await place.sign_in(hana, "development-hana")
    assert {one["action"] for one in await decisions(hana)} >= {"suspend", "reinstate"}


async def test_export_contains_the_appeal_and_deletion_removes_it(
    place: Place, hana: Browser, entry: int
) -> None:
    await appeal(hana, entry)
    archive = ZipFile(BytesIO((await hana.get("/api/account/export")).content))
    [exported] = json.loads(archive.read("data.json"))["appeals"]
    assert (exported["entry"], exported["note"], exported["outcome"]) == (entry, NOTE, None)

    removal = {"confirmation": "茶畑 はな", "posts": "keep"}
    assert (await hana.change("DELETE", "/api/account", json=removal)).status_code == 204
    assert await place.count("appeals") == 0


async def send_form(browser: Browser, path: str, **fields: str) -> str:
    """Sends a form as a browser without scripts; returns the location of the next page."""
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN}
    form = {"member": browser.member_id, "language": "ja", "note": NOTE, **fields}
    answer = await browser.http.post(path, data=form, headers=headers)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


async def test_account_page_has_the_decisions_when_it_is_sent(
    hana: Browser, entry: int, pool: FakePool
) -> None:
    await hana.get("/account")

    loaded = {one["query"]: one["data"] for one in json.loads(pool.payloads[-1])["preloaded"]}
    assert [one["id"] for one in loaded["decisions"]] == [entry]


async def test_appeal_that_is_too_long_leads_back_with_its_whole_text(
    hana: Browser, entry: int
) -> None:
    long = "🍵" * (LIMITS.report_note_characters + 1)

    refused = await send_form(hana, "/api/profiles/me/appeals/form", entry_id=str(entry), note=long)

    assert params_of(refused) == {"appeal": "note", "entry_id": str(entry), "note": long}
    legal = long[1:]
    sent = await send_form(hana, "/api/profiles/me/appeals/form", entry_id=str(entry), note=legal)
    assert sent == "/ja/account?appeal=sent#decisions"


async def test_forms_without_scripts_appeal_and_answer(
    hana: Browser, second: Browser, entry: int, pool: FakePool
) -> None:
    path, id = "/api/profiles/me/appeals/form", str(entry)
    other = await send_form(hana, path, entry_id=id, member="someone")
    assert other.startswith("/ja/account?") and other.endswith("#decisions")
    assert params_of(other) == {"appeal": "anotherMember"}
    assert await send_form(hana, path, entry_id=id) == "/ja/account?appeal=sent#decisions"
    await second.get("/moderation")
    loaded = {one["query"]: one["data"] for one in json.loads(pool.payloads[-1])["preloaded"]}
    assert [one["entry_id"] for one in loaded["appeals"]["appeals"]] == [entry]

    answered = await send_form(second, f"{APPEALS}/form", entry_id=id, outcome="upheld")
    assert answered == "/ja/moderation?done=appeal"
    again = await send_form(second, f"{APPEALS}/form", entry_id=id, outcome="upheld")
    assert again.startswith("/ja/moderation?error=moderation.errors.decided")
