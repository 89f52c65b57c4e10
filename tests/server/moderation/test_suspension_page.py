"""The page that a suspended member signs in to: reason and end, appeals, export, removal."""

import json
import zipfile
from collections.abc import AsyncIterator
from io import BytesIO

import httpx
import pytest

from server.moderation.queries import DECISIONS_MOST
from server.web.rate_limits.rates import MemoryRates, Rate
from tests.conftest import ORIGIN
from tests.server.community.builders import NEW, add_post, add_posts
from tests.server.members import Browser, Place, params_of, path_of
from tests.server.moderation.test_cases import decide, list_cases, mori, report
from tests.server.moderation.test_suspension import suspend_member

pytestmark = pytest.mark.anyio

__all__ = ["mori"]

HEADERS = {"sec-fetch-site": "same-origin", "origin": ORIGIN}
# Forms of the page by name, with valid fields.
FORMS = {
    "appeals": {"entry_id": "1", "note": "一度だけでした"},
    "removal": {"confirmation": "茶畑 はな", "posts": "remove"},
    "sign-out": {},
}


async def send_form(
    browser: Browser, form: str, member: str, **more: str
) -> tuple[str, dict[str, str]]:
    """Sends a form of the page; returns path and query of the page that follows."""
    data = {"member": member, "language": "ja", **FORMS[form], **more}
    path = f"/api/suspension/{form}/form"
    answer = await browser.http.post(path, data=data, headers=HEADERS)
    assert answer.status_code == 303, answer.text
    location = answer.headers["location"]
    return path_of(location), params_of(location)


async def read_suspension(browser: Browser) -> httpx.Response:
    return await browser.get("/api/suspension")


@pytest.fixture
async def suspended(place: Place, hana: Browser) -> AsyncIterator[Browser]:
    """Yields a browser in which Hana, suspended for a week, has signed in again."""
    await suspend_member(place, hana, 7)
    async with place.browser() as again:
        answer = await again.sign_in("development-hana", "?language=ja&return=/ja/create")
        assert answer.headers["location"] == "/ja/suspended"
        yield again


async def test_page_shows_end_and_reason_and_the_member_stays_a_visitor_elsewhere(
    suspended: Browser, hana: Browser
) -> None:
    shown = (await read_suspension(suspended)).json()

    assert (shown["member_id"], shown["display_name"]) == (hana.member_id, "茶畑 はな")
    assert shown["until"] == "2026-11-28T15:00:00Z"
    [decision] = shown["decisions"]
    assert (decision["action"], decision["note"], decision["can_appeal"]) == (
        "suspend", "advertising", True,
    )  # fmt: skip
    page = await suspended.get("/ja/suspended")
    assert (page.status_code, "advertising" in page.text) == (200, True)
    assert "no-store" in page.headers["cache-control"]
    assert (await suspended.read_session())["member"] is None
    for path in ("/api/profiles/me", "/api/sessions", "/api/account/export"):
        assert (await suspended.get(path)).status_code == 401, path
    refused = await suspended.change("POST", "/api/posts", json=NEW)
    assert (refused.status_code, refused.json()["code"]) == (403, "app.suspended")


async def test_nobody_else_has_the_page_or_its_forms(
    place: Place, hana: Browser, alex: Browser, visitor: Browser, mori: Browser
) -> None:
    await suspend_member(place, hana, 7)
    before = await place.dump(sign_ins=False)

    # The session from before the suspension has ended.
    for browser in (visitor, alex, mori, hana):
        assert (await read_suspension(browser)).status_code == 404
        assert "advertising" not in (await browser.get("/suspended")).text
        export = await browser.get("/api/suspension/export")
        assert params_of(export.headers["location"]) == {"error": "signIn"}
        for form in FORMS:
            path, query = await send_form(browser, form, hana.member_id)
            assert (path, query["error"]) == ("/ja/suspended", "signIn"), form
    assert await place.dump(sign_ins=False) == before


async def test_form_of_another_site_or_member_changes_nothing(
    place: Place, suspended: Browser, hana: Browser, alex: Browser
) -> None:
    before = await place.dump(sign_ins=False)
    for form, fields in FORMS.items():
        data = {"member": hana.member_id, **fields}
        foreign = {"sec-fetch-site": "cross-site", "origin": "https://elsewhere.example"}
        path = f"/api/suspension/{form}/form"
        answer = await suspended.http.post(path, data=data, headers=foreign)
        assert answer.status_code == 403
        path, query = await send_form(suspended, form, alex.member_id)
        assert (path, query["error"]) == ("/ja/suspended", "signIn")
    assert await place.dump(sign_ins=False) == before


async def test_suspended_member_appeals_once(suspended: Browser, hana: Browser) -> None:
    [decision] = (await read_suspension(suspended)).json()["decisions"]
    entry = str(decision["id"])

    outcomes = [
        (await send_form(suspended, "appeals", hana.member_id, entry_id=entry, note=note))[1]
        for note in ("x" * 201, "一度だけでした", "もう一度")
    ]

    assert outcomes == [
        {"error": "note", "entry_id": entry, "note": "x" * 201},
        {"done": "appeal"},
        {"error": "again", "entry_id": entry, "note": "もう一度"},
    ]
    [decision] = (await read_suspension(suspended)).json()["decisions"]
    assert decision["appeal"] == "open"


async def test_forms_and_export_lead_back_with_the_time_to_wait_above_the_limit(
    monkeypatch: pytest.MonkeyPatch, suspended: Browser, hana: Browser
) -> None:
    async def take(_rates: MemoryRates, _rate: Rate, _subject: str) -> int:
        return 540

    monkeypatch.setattr(MemoryRates, "take", take)

    answer = await suspended.get("/api/suspension/export")
    refused = {form: (await send_form(suspended, form, hana.member_id))[1] for form in FORMS}

    assert params_of(answer.headers["location"]) == {"export": "wait", "wait": "540"}
    over = {"error": "wait", "wait": "540"}
    assert refused == {"appeals": {**over, **FORMS["appeals"]}, "removal": over, "sign-out": over}


async def test_suspended_member_exports_their_data(
    place: Place, suspended: Browser, hana: Browser
) -> None:
    await add_post(place.engine, user_id=hana.member_id, content="静岡の茶")

    answer = await suspended.get("/api/suspension/export")

    data = json.loads(zipfile.ZipFile(BytesIO(answer.content)).read("data.json"))
    assert [post["content"] for post in data["posts"]] == ["静岡の茶"]
    assert data["moderation"][0]["action"] == "suspend"


async def test_sign_out_ends_the_session(suspended: Browser, hana: Browser) -> None:
    outcome = await send_form(suspended, "sign-out", hana.member_id)

    assert outcome == ("/ja/suspended", {"done": "signedOut"})
    assert suspended.token is None
    assert (await read_suspension(suspended)).status_code == 404


async def test_session_is_a_members_again_after_the_suspension(place: Place, hana: Browser) -> None:
    await suspend_member(place, hana, 1)
    place.moment.advance(hours=34)
    async with place.browser() as again:
        await again.sign_in("development-hana")
        assert (await read_suspension(again)).status_code == 200
        place.moment.advance(hours=1)

        assert (await read_suspension(again)).status_code == 404
        assert (await again.read_session())["member"]["id"] == hana.member_id


async def test_account_stays_when_the_typed_name_is_wrong(
    place: Place, suspended: Browser, hana: Browser
) -> None:
    outcome = await send_form(suspended, "removal", hana.member_id, confirmation="はな")

    assert outcome == ("/ja/suspended", {"error": "confirmation"})
    assert await place.count("accounts") == 1


async def test_suspension_that_removed_more_than_the_list_holds_comes_first(
    place: Place, hana: Browser, mori: Browser, visitor: Browser
) -> None:
    await add_posts(place.engine, [{"user_id": hana.member_id}] * (DECISIONS_MOST + 10))
    await report(mori, f"member:{hana.member_id}")
    [case] = await list_cases(mori)
    await decide(mori, case, "suspend", everything=True, rule="spam")
    await visitor.sign_in("development-hana", "?language=ja")

    shown = (await read_suspension(visitor)).json()

    suspension, *removals = shown["decisions"]
    assert (suspension["action"], suspension["can_appeal"]) == ("suspend", True)
    assert [one["action"] for one in removals] == ["remove-post"] * DECISIONS_MOST
    assert shown["more_removals"] == 10
    appeal = await send_form(visitor, "appeals", hana.member_id, entry_id=str(suspension["id"]))
    assert appeal[1] == {"done": "appeal"}
