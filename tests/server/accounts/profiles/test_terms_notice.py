"""The notice of changed terms: shown to members who joined earlier until they dismiss it."""

import json
from datetime import timedelta

import httpx
import pytest

from server.accounts.sessions.rules import TERMS_CHANGED_AT, is_notice_due
from server.contracts.locales import text
from server.contracts.reference import LEGAL_TEXTS
from server.contracts.routes import Language
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.server.members import Browser, Place, params_of, path_of

pytestmark = pytest.mark.anyio

PATH = "/api/account/notice/form"
BACK = "/ja/community?sort=popular"
DAY = timedelta(days=1)


async def dismiss(browser: Browser, **fields: str) -> httpx.Response:
    """Sends the form that dismisses the notice, with the headers of a browser without scripts."""
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN, "accept": "text/html"}
    form = {"member": browser.member_id, "back": BACK, **fields}
    return await browser.http.post(f"{PATH}?language=ja", data=form, headers=headers)


async def has_notice(browser: Browser, pool: FakePool) -> bool:
    """Requests a page and returns whether its payload shows the notice of changed terms."""
    await browser.get("/about")
    viewer = json.loads(pool.payloads[-1])["viewer"]
    return bool(viewer and viewer.get("has_notice"))


async def sign_in_after_change(place: Place, browser: Browser) -> None:
    """Sets the clock to the change of the terms and signs Hana in again."""
    place.moment.now = TERMS_CHANGED_AT
    await place.sign_in(browser, "development-hana")


async def test_notice_is_shown_from_the_day_of_the_change_until_dismissed(
    place: Place, hana: Browser, pool: FakePool
) -> None:
    assert not await has_notice(hana, pool)
    await sign_in_after_change(place, hana)
    assert await has_notice(hana, pool)

    answer = await dismiss(hana)

    assert (answer.status_code, answer.headers["location"]) == (303, "/ja/community?sort=popular")
    assert not await has_notice(hana, pool)
    async with place.browser() as another:
        await place.sign_in(another, "development-hana")
        assert not await has_notice(another, pool)


async def test_visitors_and_newer_members_see_no_notice(
    place: Place, visitor: Browser, pool: FakePool
) -> None:
    place.moment.now = TERMS_CHANGED_AT + DAY
    assert not await has_notice(visitor, pool)
    await place.sign_in(visitor, "development-alex")

    assert not await has_notice(visitor, pool)


async def test_form_of_another_member_leads_to_the_login_and_dismisses_nothing(
    place: Place, hana: Browser, pool: FakePool
) -> None:
    await sign_in_after_change(place, hana)

    answer = await dismiss(hana, member="someone")

    location = answer.headers["location"]
    assert (answer.status_code, path_of(location)) == (303, "/ja/login")
    assert params_of(location) == {"error": "another_member", "return": BACK}
    assert await has_notice(hana, pool)


async def test_form_leads_back_to_pages_of_this_site_only(place: Place, hana: Browser) -> None:
    answer = await dismiss(hana, back="https://elsewhere.example/")

    assert answer.headers["location"] == "/"


async def test_form_of_a_visitor_leads_to_the_login(visitor: Browser) -> None:
    answer = await dismiss(visitor)

    location = answer.headers["location"]
    assert (answer.status_code, path_of(location)) == (303, "/ja/login")
    assert params_of(location) == {"error": "expired", "return": BACK}


def test_notice_of_an_earlier_change_does_not_count() -> None:
    joined, now = TERMS_CHANGED_AT - 9 * DAY, TERMS_CHANGED_AT

    assert is_notice_due(joined, TERMS_CHANGED_AT - DAY, now)
    assert not is_notice_due(joined, TERMS_CHANGED_AT, now)


def test_notice_names_the_dates_of_terms_and_privacy_and_is_due_since_the_later() -> None:
    formats: dict[Language, str] = {"en": "%B {day}, %Y", "ja": "%Y年{month}月{day}日"}
    for language, written in formats.items():
        for day in LEGAL_TEXTS.values():
            named = day.strftime(written.format(month=day.month, day=day.day))

            assert named in text(language, "app.notice.body")
    assert max(LEGAL_TEXTS.values()) == TERMS_CHANGED_AT.date()
    assert LEGAL_TEXTS.keys() == {"terms", "privacy"}
