"""Cases that were closed without an act: what the export and the log show the author."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest

from tests.server.community.builders import add_post
from tests.server.members import Browser, Place
from tests.server.moderation.test_cases import decide, list_cases, mori, report
from tests.server.operations import grant_role

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

__all__ = ("mori",)

NOTE = "通報者は佐藤さん"


async def close_case(place: Place, reporter: Browser, author: Browser, moderator: Browser) -> str:
    """Warns the author of a post, then keeps the post with a note; returns the case's subject."""
    subject = f"post:{await add_post(place.engine, user_id=author.member_id)}"
    for decision, note in (("warn", "宣伝です"), ("keep", NOTE)):
        await report(reporter, subject)
        [case] = await list_cases(moderator)
        assert (await decide(moderator, case, decision, note=note)).status_code == 201
    return subject


async def test_export_has_no_note_of_a_case_without_an_act(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    await close_case(place, hana, alex, mori)

    archive = ZipFile(BytesIO((await alex.get("/api/account/export")).content))

    exported = json.loads(archive.read("data.json"))["moderation"]
    reasons = [(one["action"], one["reason"]) for one in exported]
    assert reasons == [("warn", "宣伝です"), ("keep", "spam")]
    assert NOTE not in archive.read("data.json").decode()
    assert NOTE not in archive.read("index.html").decode()


async def test_log_has_no_case_without_an_act_about_its_reader(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    subject = await close_case(place, hana, alex, mori)
    await grant_role(place, alex, "administrator")

    for query in ("", f"?subject={subject}", f"?member={alex.member_id}"):
        path = f"/api/moderation/entries{query}"
        seen = {
            one.member_id: [entry["action"] for entry in (await one.get(path)).json()["entries"]]
            for one in (alex, mori)
        }
        assert seen == {alex.member_id: ["warn"], mori.member_id: ["keep", "warn"]}
    assert NOTE not in (await alex.get("/moderation/log")).text
    assert NOTE in (await mori.get("/moderation/log")).text
