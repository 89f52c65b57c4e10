"""Reports about a moderator: shown to other role holders, but not to the moderator."""

import pytest
import sqlalchemy as sa

from server.community.tables import Post
from tests.conftest import ORIGIN
from tests.server.community.builders import add_post
from tests.server.members import Browser, Place
from tests.server.moderation.test_cases import QUEUE, decide, list_cases, mori, report
from tests.server.operations import grant_role

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

__all__ = ("mori",)

ADDRESS = "secret.person@example.org"


async def report_as_visitor(visitor: Browser, subject: str) -> None:
    """Reports a subject with a note and an e-mail address."""
    form = {"subject": subject, "reason": "rights", "note": "これは私の文", "contact": ADDRESS}
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN}
    answer = await visitor.http.post("/api/reports/form", data=form, headers=headers)
    assert answer.headers["location"].endswith("sent=1")


@pytest.mark.parametrize("role", ["moderator", "administrator"])
async def test_reports_about_the_reader_are_in_no_list_and_no_number(
    place: Place, visitor: Browser, hana: Browser, mori: Browser, role: str
) -> None:
    await grant_role(place, hana, role)
    await report_as_visitor(visitor, f"post:{await add_post(place.engine, user_id=hana.member_id)}")
    await report(mori, f"member:{hana.member_id}")
    other = f"post:{await add_post(place.engine)}"
    await report(mori, other)

    listed = (await hana.get(QUEUE)).json()
    page = (await hana.get("/moderation")).text

    assert ([one["subject"] for one in listed["cases"]], listed["total"]) == ([other], 1)
    assert ADDRESS not in page
    assert "これは私の文" not in page
    assert (await mori.get(QUEUE)).json()["total"] == 3


async def test_case_about_a_gone_text_of_the_moderator_gives_them_no_address(
    place: Place, visitor: Browser, hana: Browser, mori: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    await report_as_visitor(visitor, f"post:{post_id}")
    async with place.engine.begin() as connection:
        await connection.execute(sa.delete(Post).where(Post.id == post_id))
    await grant_role(place, hana)
    [case] = await list_cases(mori)

    refused = await decide(hana, case, "keep")

    assert (refused.status_code, refused.json()["code"]) == (403, "moderation.errors.own")
    assert ADDRESS not in refused.text
    assert (await decide(mori, case, "keep")).json()["contacts"] == [ADDRESS]
