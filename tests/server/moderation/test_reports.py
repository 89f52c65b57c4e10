"""Reports of members and visitors, with and without scripts, and the page of the form."""

import io
import json
import zipfile
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import sqlalchemy as sa

from server.community.rate_rules import VISITOR_REPORTS
from server.moderation.tables import Report
from tests.conftest import ORIGIN
from tests.server.community.builders import add_post
from tests.server.members import Browser, Place, params_of

pytestmark = pytest.mark.anyio

FORM = "/api/reports/form"


async def report(browser: Browser, subject: str, **fields: str) -> httpx.Response:
    """Reports a subject."""
    given = {"subject": subject, "reason": "spam", **fields}
    return await browser.change("POST", "/api/reports", json=given)


async def send_form(browser: Browser, **fields: str) -> tuple[str, dict[str, str]]:
    """Sends the form as a browser without scripts; returns path and query of the next page."""
    given = {"language": "en", "member": browser.member_id, "reason": "spam", **fields}
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN}
    answer = await browser.http.post(FORM, data=given, headers=headers)
    assert answer.status_code == 303, answer.text
    assert "no-store" in answer.headers["cache-control"]
    target = answer.headers["location"]
    return urlsplit(target).path, params_of(target)


async def stored_reports(place: Place) -> list[dict[str, Any]]:
    """Returns the rows of all reports."""
    select = sa.select(Report.__table__).order_by(Report.id)
    async with place.engine.connect() as connection:
        return [dict(row._mapping) for row in await connection.execute(select)]


async def test_member_reports_a_post_a_comment_and_a_member(
    place: Place, hana: Browser, alex: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id)
    comment = {"content": "安い茶はこちら"}
    written = await alex.change("POST", f"/api/posts/{post_id}/comments", json=comment)
    comment_id = written.json()["id"]
    subjects = [f"post:{post_id}", f"comment:{comment_id}", f"member:{alex.member_id}"]

    answers = [await report(hana, subject, note=" 宣伝です ") for subject in subjects]

    assert [answer.status_code for answer in answers] == [201] * 3
    assert [answer.json() for answer in answers] == [
        {"subject": subject, "is_new": True} for subject in subjects
    ]
    rows = await stored_reports(place)
    assert [row["subject"] for row in rows] == subjects
    assert {row["member_id"] for row in rows} == {alex.member_id}
    assert {(row["note"], row["reporter_id"]) for row in rows} == {("宣伝です", hana.member_id)}


async def test_second_open_report_of_a_member_on_a_thing_changes_nothing(
    place: Place, hana: Browser, alex: Browser
) -> None:
    subject = f"post:{await add_post(place.engine)}"
    await report(hana, subject)

    again = await report(hana, subject, reason="rude")
    other = await report(alex, subject)

    assert again.json() == {"subject": subject, "is_new": False}
    assert other.json()["is_new"] is True
    assert [row["reason"] for row in await stored_reports(place)] == ["spam", "spam"]


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"subject": "post:999"}, 404, "report.unknown"),
        ({"subject": "comment:0"}, 404, "report.unknown"),
        ({"subject": "post:1;drop"}, 404, "report.unknown"),
        ({"subject": "member:nobody"}, 404, "report.unknown"),
        ({"reason": "boring"}, 422, "report.errors.reason"),
        ({"note": "a" * 201}, 422, "report.errors.note"),
        ({"note": "two\nlines"}, 422, "report.errors.note"),
        ({"note": "宣伝\u200cです"}, 422, "report.errors.noteCharacters"),
    ],
)
async def test_report_that_cannot_be_stored_is_refused(
    place: Place, hana: Browser, fields: dict[str, str], status: int, code: str
) -> None:
    subject = f"post:{await add_post(place.engine)}"

    answer = await report(hana, **{"subject": subject, **fields})

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert await stored_reports(place) == []


async def test_member_without_scripts_reports_by_the_form(place: Place, hana: Browser) -> None:
    subject = f"post:{await add_post(place.engine)}"

    path, query = await send_form(hana, subject=subject, note="", language="ja")

    assert (path, query) == ("/ja/report", {"subject": subject, "sent": "1"})
    [row] = await stored_reports(place)
    assert (row["reporter_id"], row["note"], row["contact"]) == (hana.member_id, None, None)


async def test_visitor_reports_with_an_address_for_the_answer(
    place: Place, visitor: Browser
) -> None:
    subject = f"post:{await add_post(place.engine)}"

    _, query = await send_form(visitor, subject=subject, contact=" mori@tea.example ")

    assert query == {"subject": subject, "sent": "1"}
    [row] = await stored_reports(place)
    assert (row["reporter_id"], row["contact"]) == (None, "mori@tea.example")


@pytest.mark.parametrize("contact", ["", "mori", "a b@tea.example", f"{'a' * 300}@tea.example"])
async def test_visitor_without_a_usable_address_keeps_what_was_typed(
    place: Place, visitor: Browser, contact: str
) -> None:
    subject = f"post:{await add_post(place.engine)}"

    _, query = await send_form(visitor, subject=subject, contact=contact, note="私の写真です")

    assert query["error"] == "report.errors.contact"
    assert (query["note"], query["reason"]) == ("私の写真です", "spam")
    assert query.get("contact", "") == contact
    assert await stored_reports(place) == []


async def test_visitors_reports_are_limited_by_address(
    stopped_limits: None, place: Place, visitor: Browser
) -> None:
    subject = f"post:{await add_post(place.engine)}"
    for _ in range(VISITOR_REPORTS.most):
        await send_form(visitor, subject=subject, contact="mori@tea.example")

    _, query = await send_form(visitor, subject=subject, contact="mori@tea.example")

    assert query["error"] == "app.tooManyRequests"
    # The rest of this hour, which began 30 s ago, and a fifth of the next: then one use is free.
    assert query["wait"] == str(3600 - 30 + 720)
    assert len(await stored_reports(place)) == VISITOR_REPORTS.most


async def test_form_of_another_member_or_of_another_site_stores_nothing(
    place: Place, hana: Browser, alex: Browser
) -> None:
    subject = f"post:{await add_post(place.engine)}"

    _, query = await send_form(hana, subject=subject, member=alex.member_id)
    foreign = {"sec-fetch-site": "cross-site", "origin": "https://evil.example"}
    given = {"subject": subject, "reason": "spam", "contact": "mori@tea.example"}
    answer = await hana.http.post(FORM, data=given, headers=foreign)

    assert query["error"] == "app.anotherMember"
    assert answer.status_code == 403
    assert await stored_reports(place) == []


async def test_export_has_the_members_reports_and_leaving_makes_them_anonymous(
    place: Place, hana: Browser
) -> None:
    subject = f"post:{await add_post(place.engine)}"
    await report(hana, subject, note="宣伝")

    archive = await hana.get("/api/account/export")
    with zipfile.ZipFile(io.BytesIO(archive.content)) as files:
        [exported] = json.loads(files.read("data.json"))["reports"]
    removal = {"confirmation": "茶畑 はな", "posts": "remove"}
    answer = await hana.change("DELETE", "/api/account", json=removal)

    assert (exported["subject"], exported["reason"], exported["note"]) == (subject, "spam", "宣伝")
    assert answer.status_code == 204
    [row] = await stored_reports(place)
    assert (row["reporter_id"], row["subject"]) == (None, subject)


async def test_page_of_the_form_exists_for_existing_things_only(
    place: Place, visitor: Browser
) -> None:
    post_id = await add_post(place.engine)

    found = await visitor.get(f"/report?subject=post:{post_id}")
    missing = [
        await visitor.get(path) for path in ("/report", "/report?subject=post:999", "/ja/report")
    ]

    assert found.status_code == 200
    assert found.headers["cache-control"] == "no-cache"
    assert [answer.status_code for answer in missing] == [404] * 3
