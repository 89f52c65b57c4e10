"""Refused forms of the queue: the code of each mistake, and the typed text in the form."""

from typing import Any

import pytest

from tests.conftest import ORIGIN
from tests.server.community.builders import add_post
from tests.server.members import Browser, Place, params_of
from tests.server.moderation.test_appeals import appeal, decisions, second
from tests.server.moderation.test_cases import decide, list_cases, mori, report

pytestmark = pytest.mark.anyio

__all__ = ("mori", "second")

HEADERS = {"sec-fetch-site": "same-origin", "origin": ORIGIN, "accept": "text/html"}


@pytest.fixture
async def case(place: Place, hana: Browser, alex: Browser, mori: Browser) -> dict[str, Any]:
    """Has Alex report a post of Hana; returns the case."""
    await report(alex, f"post:{await add_post(place.engine, user_id=hana.member_id)}")
    [one] = await list_cases(mori)
    return one


async def refusal_of(browser: Browser, path: str, form: dict[str, str]) -> dict[str, str]:
    """Sends a form that is refused; returns the query of the page of the queue that follows."""
    data = {"member": browser.member_id, "language": "en", **form}
    answer = await browser.http.post(f"/api/moderation/{path}", data=data, headers=HEADERS)
    location = answer.headers["location"]
    assert location.startswith("/moderation?error="), location
    return params_of(location)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"decision": "move"}, "createPost.errors.unknownChoice"),
        ({"decision": "warn", "everything": "1"}, "moderation.errors.everything"),
        ({"decision": "hide", "days": "30"}, "moderation.errors.unusedDays"),
        ({"decision": "suspend", "category": "culture"}, "moderation.errors.unusedCategory"),
        ({"decision": "keep", "edition": "2.5.0"}, "moderation.errors.unusedEdition"),
        ({"decision": "suspend", "days": "4000"}, "moderation.errors.days"),
        ({"decision": "suspend", "days": "x"}, "moderation.errors.days"),
        ({"decision": "reset", "parts": "name"}, "moderation.errors.decision"),
        ({"decision": "keep", "note": "x" * 201}, "report.errors.note"),
    ],
)
async def test_refused_decision_names_its_mistake_and_keeps_what_was_typed(
    mori: Browser, case: dict[str, Any], wrong: dict[str, str], code: str
) -> None:
    typed = {"subject": case["subject"], "rule": "rude", "note": "お茶の話ではありません", **wrong}

    found = await refusal_of(mori, "decisions/form", {**typed, "seen": str(case["seen"])})

    chosen = ("decision", "days", "everything")
    kept = {name: text for name, text in typed.items() if name not in chosen}
    assert found == {"error": code, **kept}
    assert await list_cases(mori) == [case]


async def test_decision_of_another_member_shows_nothing_that_was_typed(
    mori: Browser, case: dict[str, Any]
) -> None:
    typed = {"subject": case["subject"], "decision": "keep", "rule": "rude", "note": "宣伝です"}

    found = await refusal_of(
        mori, "decisions/form", {**typed, "seen": str(case["seen"]), "member": "x"}
    )

    assert found == {"error": "app.anotherMember"}


async def test_refused_undo_and_answer_name_their_form(
    hana: Browser, mori: Browser, second: Browser, case: dict[str, Any]
) -> None:
    await decide(mori, case, "warn")
    [warning] = await decisions(hana)
    await appeal(hana, warning["id"])
    entry, note = str(warning["id"]), "x" * 201

    undo = await refusal_of(mori, f"entries/{entry}/undo/form", {"note": note})
    answer = {"entry_id": entry, "note": note}
    answered = await refusal_of(second, "appeals/form", {**answer, "outcome": "upheld"})

    assert undo == {"error": "report.errors.note", "undo": entry, "note": note}
    assert answered == {"error": "report.errors.note", **answer}
