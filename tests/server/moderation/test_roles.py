"""Roles given and withdrawn on the administrators' page, with and without scripts."""

import json
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.server.members import Browser, Place
from tests.server.operations import grant_role

pytestmark = pytest.mark.anyio

ROLES = "/api/moderation/roles"


@pytest.fixture
async def admin(place: Place) -> AsyncIterator[Browser]:
    """Yields the browser of an administrator who has just signed in."""
    async with place.browser() as browser:
        await place.sign_in(browser, "development-nameless")
        await grant_role(place, browser, "administrator")
        yield browser


async def change_role(
    browser: Browser, subject: str, role: str | None, reason: str = "reads reports"
) -> httpx.Response:
    """Changes the role of a member."""
    given = {"subject": subject, "role": role, "reason": reason}
    return await browser.change("POST", ROLES, json=given)


async def send_form(browser: Browser, **fields: str) -> dict[str, list[str]]:
    """Sends the form as a browser without scripts; returns the query of the next page."""
    form = {"member": browser.member_id, "role": "moderator", "reason": "x", "language": "ja"}
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN}
    answer = await browser.http.post(f"{ROLES}/form", data=form | fields, headers=headers)
    assert answer.status_code == 303, answer.text
    target = urlsplit(answer.headers["location"])
    assert target.path == "/ja/moderation/roles"
    return parse_qs(target.query)


async def holders(browser: Browser) -> dict[str, str]:
    """Returns the role of each role holder by id."""
    listed = (await browser.get(ROLES)).json()["holders"]
    return {one["id"]: one["role"] for one in listed}


async def page_of(browser: Browser, pool: FakePool) -> tuple[int, Any]:
    """Requests the page of roles; returns its status and data."""
    answer = await browser.get("/moderation/roles", headers={"accept": "text/html"})
    loaded = json.loads(pool.payloads[-1])["preloaded"]
    return answer.status_code, loaded[0]["data"] if loaded else None


async def test_given_role_opens_the_queue_and_its_member_is_notified(
    admin: Browser, hana: Browser
) -> None:
    answer = await change_role(admin, f"{ORIGIN}/ja/members/{hana.member_id}", "moderator")

    assert answer.status_code == 204, answer.text
    assert (await holders(admin))[hana.member_id] == "moderator"
    assert (await hana.get("/api/moderation/cases")).status_code == 200
    [decision] = (await hana.get("/api/profiles/me/decisions")).json()
    assert (decision["action"], decision["note"]) == ("grant-role", "reads reports")
    [notified] = (await hana.get("/api/notifications")).json()["notifications"]
    assert notified["kind"] == "grant-role"


async def test_withdrawn_role_closes_the_queue_and_the_log_has_both(
    admin: Browser, hana: Browser
) -> None:
    await change_role(admin, hana.member_id, "moderator")

    assert (await change_role(admin, hana.member_id, None, "has left the team")).status_code == 204

    assert hana.member_id not in await holders(admin)
    assert (await hana.get("/api/moderation/cases")).status_code == 403
    entries = (await admin.get("/api/moderation/entries")).json()["entries"]
    assert [one["action"] for one in entries] == ["revoke-role", "grant-role"]
    assert {one["made_by"] for one in entries} == {admin.member_id}
    assert (await admin.get("/api/moderation/log")).json() == []


async def test_last_administrator_keeps_the_role(admin: Browser, hana: Browser) -> None:
    for role in (None, "moderator"):
        answer = await change_role(admin, admin.member_id, role)
        assert answer.status_code == 409
        assert answer.json()["code"] == "moderation.errors.lastAdministrator"

    await change_role(admin, hana.member_id, "administrator")
    assert (await change_role(admin, admin.member_id, None)).status_code == 204
    assert (await admin.get(ROLES)).status_code == 403


@pytest.mark.parametrize(
    ("subject", "reason", "status", "code"),
    [
        ("nobody", "reads reports", 404, "moderation.errors.unknownMember"),
        ("0" * 8 + "-0000" * 3 + "-" + "0" * 12, "x", 404, "moderation.errors.unknownMember"),
        ("own", " ", 422, "moderation.errors.reason"),
    ],
)
async def test_change_without_member_or_reason_is_refused(
    admin: Browser, subject: str, reason: str, status: int, code: str
) -> None:
    subject = admin.member_id if subject == "own" else subject

    answer = await change_role(admin, subject, "moderator", reason)

    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_change_needs_a_recent_sign_in(place: Place, admin: Browser, hana: Browser) -> None:
    place.moment.advance(minutes=16)

    answer = await change_role(admin, hana.member_id, "moderator")

    assert (answer.status_code, answer.json()["code"]) == (403, "moderation.errors.signInAgain")


@pytest.mark.parametrize("role", [None, "moderator"])
async def test_members_and_moderators_neither_see_the_page_nor_change_roles(
    place: Place, hana: Browser, pool: FakePool, role: str | None
) -> None:
    if role:
        await grant_role(place, hana, role)

    assert (await hana.get(ROLES)).status_code == 403
    assert (await change_role(hana, hana.member_id, "administrator")).status_code == 403
    assert await page_of(hana, pool) == (404, None)


async def test_form_changes_the_role_or_says_why_not(
    admin: Browser, hana: Browser, pool: FakePool
) -> None:
    assert await send_form(admin, subject=hana.member_id) == {"done": ["1"]}
    status, listed = await page_of(admin, pool)
    assert status == 200
    assert {one["id"] for one in listed["holders"]} == {admin.member_id, hana.member_id}

    refused = await send_form(admin, subject=hana.member_id, reason="", role="none")
    assert refused["error"] == ["moderation.errors.reason"]
    assert (refused["subject"], "role" in refused) == ([hana.member_id], False)
    other = await send_form(admin, subject=hana.member_id, member="someone")
    assert other == {"error": ["app.anotherMember"]}
    assert await send_form(admin, subject=hana.member_id, role="none") == {"done": ["1"]}
    again = await send_form(admin, subject=hana.member_id, role="none")
    assert again == {"done": ["unchanged"]}
    assert list(await holders(admin)) == [admin.member_id]
