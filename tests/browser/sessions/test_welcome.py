"""Tests of the welcome page after a first login: saved or skipped, then the remembered page."""

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from tests.browser.conftest import NewReader
from tests.browser.members import ALEX, HANA, NAMELESS, login_marker_of, session_of, submit_login
from tests.browser.reader import HYDRATED, BrowserSettings, Reader

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

SMALL_PHONE, DESKTOP = (360, 740), (1280, 720)
# How much taller and wider than the window the page is, in px.
OVERFLOW = """() => [document.documentElement.scrollHeight - innerHeight,
               document.documentElement.scrollWidth - innerWidth]"""


def open_welcome(reader: Reader, choice: str, path: str) -> None:
    submit_login(reader, choice, path)
    expect(reader.page.locator(".welcome")).to_be_visible()
    reader.evaluate(HYDRATED)


def test_welcome_fits_on_one_screen(new_reader: NewReader) -> None:
    for path in ("/login", "/ja/login"):
        reader = new_reader(BrowserSettings(size=SMALL_PHONE))
        open_welcome(reader, NAMELESS, path)

        for size in (SMALL_PHONE, DESKTOP):
            reader.resize(size)
            assert max(reader.evaluate(OVERFLOW)) <= 0, (size, path)


def test_saved_choices_apply_and_the_remembered_page_opens(reader: Reader) -> None:
    open_welcome(reader, HANA, "/ja/login?return=/ja/cultivars%3Fsearch=midori")
    page = reader.page
    page.get_by_label("English").check()
    page.get_by_label(text("ja", "authCallback.welcome.none")).press("ArrowRight")
    page.get_by_role("button", name=text("ja", "authCallback.welcome.save")).press("Enter")

    expect(page).to_have_url(f"{reader.origin}/cultivars?search=midori")
    member = session_of(reader)["member"]
    assert (member["language"], member["favorite_tea_type"]) == ("en", "sencha")
    reader.wait_until("key => localStorage.getItem(key) !== null", "sb-auth-token")
    assert login_marker_of(reader) is not None
    assert reader.evaluate("() => localStorage.getItem('language')") == "en"
    page.go_back()
    expect(page).to_have_url(f"{reader.origin}/cultivars?search=midori")


def test_skipped_welcome_opens_the_remembered_page_and_does_not_return(
    new_reader: NewReader,
) -> None:
    first = new_reader(BrowserSettings())
    open_welcome(first, ALEX, "/login?return=/about")
    first.page.get_by_role("button", name=text("en", "authCallback.welcome.skip")).click()
    expect(first.page).to_have_url(f"{first.origin}/about")
    assert session_of(first)["member"]["favorite_tea_type"] is None

    second = new_reader(BrowserSettings())
    submit_login(second, ALEX, "/login?return=/terms")

    expect(second.page).to_have_url(f"{second.origin}/terms")
