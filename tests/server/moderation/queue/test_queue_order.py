"""The order of the queue, and its further pages."""

import pytest

from server.community.queries import cases
from tests.conftest import ORIGIN
from tests.server.community.builders import add_post
from tests.server.members import Browser, Place
from tests.server.moderation.conftest import Moderator
from tests.server.moderation.queue.test_own_cases import report_as_visitor
from tests.server.moderation.test_cases import QUEUE, mori, report

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

__all__ = ("mori",)

RECORD = "cultivar:yabukita"


@pytest.fixture
async def subjects(
    place: Place,
    hana: Browser,
    visitor: Browser,
    mori: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> list[str]:
    """Reports three posts and a record; returns their subjects in the expected order."""
    monkeypatch.setattr(cases, "CASES_MOST", 3)
    correction = {"subject": RECORD, "reason": "wrongFact", "note": "1954"}
    for browser in (hana, mori):
        await browser.change("POST", "/api/reports", json=correction)
    waiting, repeated, popular = [f"post:{await add_post(place.engine)}" for _ in range(3)]
    for _ in range(3):
        await report_as_visitor(visitor, repeated)
    await report(hana, waiting)
    for browser in (hana, mori):
        await report(browser, popular)
    return [popular, repeated, waiting, RECORD]


async def test_cases_follow_by_reporters_and_age_and_corrections_of_records_last(
    subjects: list[str], mori: Browser, moderator: Moderator
) -> None:
    first = (await mori.get(QUEUE)).json()
    second = (await mori.get(f"{QUEUE}?after={first['next']}")).json()

    listed = [one["subject"] for page in (first, second) for one in page["cases"]]
    assert (listed, len(first["cases"])) == (subjects, 3)
    assert (first["total"], second["total"], second["next"]) == (4, 4, None)
    lines = (await moderator.run("cases")).out.splitlines()
    assert [one.split()[0] for one in lines if not one.startswith(" ")] == subjects


@pytest.mark.databases("sqlite")
async def test_further_page_of_the_queue_has_the_further_cases_alone(
    subjects: list[str], mori: Browser
) -> None:
    after = (await mori.get(QUEUE)).json()["next"]

    page = (await mori.get(f"/moderation?after={after}")).text

    assert [one for one in subjects if f'"subject":"{one}"' in page] == [RECORD]


@pytest.mark.databases("sqlite")
async def test_form_of_a_further_page_leads_back_to_it(subjects: list[str], mori: Browser) -> None:
    after = (await mori.get(QUEUE)).json()["next"]
    [case] = (await mori.get(f"{QUEUE}?after={after}")).json()["cases"]
    form = {"subject": case["subject"], "decision": "keep", "seen": str(case["seen"])}
    form |= {"rule": "wrongFact", "member": mori.member_id}
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN}

    path = f"/api/moderation/decisions/form?language=en&after={after}"
    answers = [await mori.http.post(path, data=form, headers=headers) for _ in range(2)]

    assert [answer.headers["location"].partition("&subject")[0] for answer in answers] == [
        f"/moderation?after={after}&done=1",
        f"/moderation?after={after}&error=moderation.errors.decided",
    ]
