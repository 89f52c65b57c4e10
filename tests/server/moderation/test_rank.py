"""The rank rule: only administrators decide about the person of a member with a role."""

from typing import Any

import httpx
import pytest

from server.commands.open_cases import check_cases
from server.moderation.rank import may_decide
from tests.server.community.builders import add_post
from tests.server.members import Browser, Place
from tests.server.moderation.test_appeals import answer_appeal, appeal, decisions, refusal_of
from tests.server.moderation.test_cases import decide, list_cases, mori, report
from tests.server.operations import grant_role

pytestmark = pytest.mark.anyio

__all__ = ["mori"]

RANK = (403, "rank")
# Decisions about the text of a role holder, which every moderator may make.
ABOUT_THINGS: dict[str, dict[str, object]] = {
    "keep": {},
    "hide": {},
    "lock": {},
    "move": {"category": "question"},
    "remove": {},
}
# Decisions about the member, which only administrators may make.
ABOUT_PERSONS = ("warn", "sign-out", "suspend")


@pytest.mark.parametrize("kind", ["post", "comment", "member"])
@pytest.mark.parametrize("decision", [*ABOUT_THINGS, *ABOUT_PERSONS])
def test_rule_names_the_administrator_for_persons_with_a_role(kind: str, decision: str) -> None:
    is_personal = kind == "member" or decision in ABOUT_PERSONS
    about: Any = {"kind": kind, "decision": decision}

    for role in ("moderator", "administrator"):
        assert may_decide("administrator", role, **about)
        assert may_decide("moderator", role, **about) is not is_personal
        assert not may_decide(None, role, **about)
    assert may_decide("moderator", None, **about)
    assert not may_decide(None, None, **about)


async def case_about(place: Place, reporter: Browser, author: Browser, mori: Browser) -> Any:
    """Inserts a post, reports it, and returns its case."""
    post_id = await add_post(place.engine, user_id=author.member_id)
    await report(reporter, f"post:{post_id}")
    [case] = await list_cases(mori)
    return case


@pytest.mark.parametrize("decision", ABOUT_PERSONS)
async def test_moderator_is_refused_and_administrator_decides_about_a_role_holder(
    place: Place, hana: Browser, alex: Browser, mori: Browser, decision: str
) -> None:
    case = await case_about(place, hana, alex, mori)

    for role in ("moderator", "administrator"):
        await grant_role(place, alex, role)
        assert refusal_of(await decide(mori, case, decision)) == RANK
    assert await list_cases(mori) == [case]
    assert (await alex.read_session())["member"] is not None
    await grant_role(place, mori, "administrator")
    allowed = await decide(mori, case, decision)

    assert allowed.status_code == 201, allowed.text


async def test_doctor_counts_the_cases_that_no_role_holder_may_decide(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    await report(alex, f"post:{await add_post(place.engine, user_id=hana.member_id)}")
    await report(alex, f"member:{hana.member_id}")

    everyone = await check_cases(place.settings)
    await grant_role(place, hana, "administrator")
    person = await check_cases(place.settings)
    await grant_role(place, mori, "administrator")

    assert everyone == "open cases: 2."
    assert person.startswith("open cases: 2, 1 of which no member with a role may decide;")
    assert await check_cases(place.settings) == everyone


@pytest.mark.parametrize("decision", ABOUT_THINGS)
async def test_moderator_decides_about_the_post_of_an_administrator(
    place: Place, hana: Browser, alex: Browser, mori: Browser, decision: str
) -> None:
    await grant_role(place, alex, "administrator")
    case = await case_about(place, hana, alex, mori)

    answer = await decide(mori, case, decision, **ABOUT_THINGS[decision])

    assert answer.status_code == 201, answer.text


async def test_moderator_does_not_close_a_report_on_another_moderator(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    await grant_role(place, alex)
    await report(hana, f"member:{alex.member_id}", "rude")
    [case] = await list_cases(mori)

    assert refusal_of(await decide(mori, case, "keep")) == RANK
    await grant_role(place, mori, "administrator")
    assert (await decide(mori, case, "keep")).status_code == 201


async def undo(browser: Browser, entry_id: int) -> httpx.Response:
    """Undoes a log entry."""
    path = f"/api/moderation/entries/{entry_id}/undo"
    return await browser.change("POST", path, json={"note": "it was wrong"})


async def test_moderator_neither_undoes_nor_answers_for_a_warned_administrator(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    for browser, role in ((mori, "administrator"), (hana, "moderator"), (alex, "administrator")):
        await grant_role(place, browser, role)
    case = await case_about(place, hana, alex, mori)
    await decide(mori, case, "warn")
    [warning] = await decisions(alex)
    await appeal(alex, warning["id"])

    assert refusal_of(await undo(hana, warning["id"])) == RANK
    assert refusal_of(await answer_appeal(hana, warning["id"])) == RANK
    [listed] = (await hana.get("/api/moderation/appeals")).json()["appeals"]
    assert not listed["may_answer"]
    # The other administrator is the member, so the one that decided answers too.
    [listed] = (await mori.get("/api/moderation/appeals")).json()["appeals"]
    assert (listed["is_own_decision"], listed["may_answer"]) == (True, True)
    assert (await answer_appeal(mori, warning["id"], "reversed")).status_code == 204
    assert (await decisions(alex))[0]["action"] == "withdraw-warning"
