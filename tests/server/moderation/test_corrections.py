"""Reports on a cultivar's record: the case, its two decisions, and the notification."""

from typing import Any

import pytest

from server.contracts.catalogue import EDITION
from tests.conftest import ORIGIN
from tests.server.community.builders import value
from tests.server.members import Browser, Place, params_of, path_of
from tests.server.moderation.conftest import Moderator
from tests.server.moderation.test_cases import QUEUE, decide, list_cases, mori

pytestmark = pytest.mark.anyio

__all__ = ["mori"]

SUBJECT = "cultivar:saemidori"
NOTE = "登録は1990年です"
# Kind of the notification and action in the log, by decision.
OUTCOMES = {
    "keep": ("correction-kept", "keep"),
    "accept": ("correction-accepted", "accept-correction"),
}
HEADERS = {"sec-fetch-site": "same-origin", "origin": ORIGIN}


async def report(browser: Browser, **more: object) -> tuple[int, str | None]:
    """Reports an error in the record; returns the status and the error code."""
    given = {"subject": SUBJECT, "reason": "wrongFact", "note": NOTE, **more}
    answer = await browser.change("POST", "/api/reports", json=given)
    return answer.status_code, answer.json().get("code")


async def notifications(browser: Browser) -> list[dict[str, Any]]:
    """Returns the member's notifications."""
    listed: list[dict[str, Any]] = (await browser.get("/api/notifications")).json()["notifications"]
    return listed


@pytest.mark.parametrize("decision", ["keep", "accept"])
async def test_correction_is_decided_and_its_member_is_led_to_the_record(
    hana: Browser, alex: Browser, mori: Browser, decision: str
) -> None:
    kind, action = OUTCOMES[decision]
    assert (await report(hana))[0] == 201
    [case] = await list_cases(mori)
    assert (case["kind"], case["thing"]["text"]) == ("cultivar", "さえみどり (Saemidori)")
    assert (case["reports"][0]["note"], case["thing"]["member_id"]) == (NOTE, None)

    answer = await decide(mori, case, decision, rule="wrongFact")

    assert (answer.status_code, await list_cases(mori)) == (201, [])
    [notification] = await notifications(hana)
    assert (notification["kind"], notification["cultivar"], notification["post_id"]) == (
        kind,
        "saemidori",
        None,
    )
    assert (notification["text"], notification["name"], notification["is_unread"]) == (
        "さえみどり",
        "Saemidori",
        True,
    )
    assert (await hana.get("/api/notifications/unread")).json()["has_unread"] is True
    for language, name in (("ja", "さえみどり"), ("en", "Saemidori")):
        page = await hana.get("/ja/notifications" if language == "ja" else "/notifications")
        assert name in page.text
    assert await notifications(alex) == []
    [count] = (await alex.get("/api/moderation/log")).json()
    assert (count["action"], count["rule"], count["count"]) == (action, "wrongFact", 1)
    log = (await mori.get(f"/api/moderation/entries?subject={SUBJECT}")).json()["entries"]
    assert [(one["action"], one["subject"]) for one in log] == [(action, SUBJECT)]


async def test_log_names_the_edition_of_a_correction(
    place: Place, hana: Browser, mori: Browser
) -> None:
    editions = []
    for edition in (None, "2.5.0"):
        await report(hana)
        [case] = await list_cases(mori)
        wrong = await decide(mori, case, "accept", edition="soon")
        assert (wrong.status_code, wrong.json()["code"]) == (422, "moderation.errors.edition")
        await decide(mori, case, "accept", edition=edition)
        select = "SELECT details FROM moderation_log ORDER BY id DESC LIMIT 1"
        editions.append(str(await value(place.engine, select)))

    assert EDITION.version in editions[0]
    assert "2.5.0" in editions[1]


async def test_correction_can_be_turned_off_like_other_outcomes_of_reports(
    hana: Browser, mori: Browser
) -> None:
    await report(hana)
    [case] = await list_cases(mori)
    await decide(mori, case, "accept")
    chosen = {"member": hana.member_id, "report": "off", "language": "ja"}
    await hana.http.post("/api/account/notifications/form", data=chosen, headers=HEADERS)

    assert await notifications(hana) == []


async def test_report_on_a_record_says_what_is_wrong(
    hana: Browser, alex: Browser, visitor: Browser
) -> None:
    outcomes = [
        await report(hana, note=None),
        await report(hana, reason="rude"),
        await report(hana, subject="cultivar:unknown"),
        await report(hana, subject="cultivar:../x"),
        await report(hana),
    ]

    assert outcomes == [
        (422, "report.errors.correction"),
        (422, "report.errors.reason"),
        (404, "report.unknown"),
        (404, "report.unknown"),
        (201, None),
    ]
    assert (await report(visitor))[0] == 401
    again = await hana.change(
        "POST", "/api/reports", json={"subject": SUBJECT, "reason": "wrongFact", "note": "また"}
    )
    assert again.json()["is_new"] is False


async def test_visitor_reports_by_a_form_with_an_address(
    place: Place, visitor: Browser, mori: Browser
) -> None:
    form = {"subject": SUBJECT, "reason": "wrongFact", "language": "ja", "member": ""}
    answers = [
        await visitor.http.post("/api/reports/form", data={**form, **more}, headers=HEADERS)
        for more in (
            {"note": "", "contact": "reader@tea.example"},
            {"note": NOTE, "contact": "reader"},
            {"note": NOTE, "contact": "reader@tea.example"},
        )
    ]

    outcomes = [params_of(answer.headers["location"]) for answer in answers]
    assert [one.get("error") for one in outcomes] == [
        "report.errors.correction", "report.errors.contact", None,
    ]  # fmt: skip
    assert outcomes[1]["note"] == NOTE
    assert path_of(answers[2].headers["location"]) == "/ja/report"
    [case] = await list_cases(mori)
    assert case["reports"][0]["contact"] == "reader@tea.example"
    answer = await decide(mori, case, "keep")
    assert answer.json()["contacts"] == ["reader@tea.example"]
    assert await value(place.engine, "SELECT contact FROM reports") is None


async def test_decisions_about_authors_are_refused_for_records(
    hana: Browser, mori: Browser
) -> None:
    await report(hana)
    [case] = await list_cases(mori)

    for decision in ("warn", "hide", "remove", "lock", "move", "suspend"):
        answer = await decide(mori, case, decision)

        code = "moderation.errors.decision"
        assert (answer.status_code, answer.json()["code"]) == (422, code), decision
        assert len(await list_cases(mori)) == 1


async def test_decision_on_a_record_names_a_rule_about_records(
    hana: Browser, mori: Browser, moderator: Moderator
) -> None:
    await report(hana)
    [case] = await list_cases(mori)

    for decision, rule in (("accept", "rude"), ("keep", "personalData")):
        answer = await decide(mori, case, decision, rule=rule)
        refusal = (answer.status_code, answer.json()["code"])
        assert refusal == (422, "moderation.errors.rule"), decision
    words = ("decide", SUBJECT, "keep", "--rule")
    by_command = [
        (await moderator.run(*words, *more)).err
        for more in (("rude",), ("other", "--category", "culture"))
    ]

    assert by_command == [
        f"Nothing was changed: --rule rude does not fit {SUBJECT}.",
        "Nothing was changed: --category goes with move only.",
    ]
    assert (await decide(mori, case, "accept", rule="rights")).status_code == 201


async def test_accepted_is_no_decision_on_a_post(
    hana: Browser, alex: Browser, mori: Browser
) -> None:
    given = {"subject": f"member:{alex.member_id}", "reason": "spam"}
    await hana.change("POST", "/api/reports", json=given)
    [case] = await list_cases(mori)

    assert (await decide(mori, case, "accept")).status_code == 422
    for browser in (hana, alex):
        assert (await decide(browser, case, "accept")).status_code == 403
        assert (await browser.get(QUEUE)).status_code == 403


async def test_record_and_its_report_form_link_to_each_other(visitor: Browser) -> None:
    for prefix in ("", "/ja"):
        page = await visitor.get(f"{prefix}/report?subject={SUBJECT}")
        assert (page.status_code, "saemidori" in page.text) == (200, True)
        assert (await visitor.get(f"{prefix}/report?subject=cultivar:unknown")).status_code == 404
