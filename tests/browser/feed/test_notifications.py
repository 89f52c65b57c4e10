"""Test of the unread mark in the header, which all tabs of a member update live."""

import pytest
from playwright.sync_api import Page, expect

from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.axe import COLOUR_RULES, axe_violations
from tests.browser.conftest import NewReader
from tests.browser.keyboard import press
from tests.browser.layout_checks import overflowing
from tests.browser.members import ALEX, HANA, open_session
from tests.browser.reader import NARROWEST, WIDE, BrowserSettings, Reader
from tests.browser.sample_members import create_post, errors_without_aborts, prefix_of, request_api

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

MARK = ".header-unread"
PANEL = ".notification-panel"
LINE = f"{PANEL} .notification a"


def open_panel_by_keyboard(reader: Reader) -> None:
    reader.page.locator(".header-member").focus()
    press(reader, "Enter")
    expect(reader.page.locator(LINE).first).to_contain_text("How warm is the water?")


def defects(reader: Reader) -> list[str]:
    found = [*axe_violations(reader), *overflowing(reader)]
    reader.set_color_scheme("dark")
    found += axe_violations(reader, COLOUR_RULES)
    reader.set_color_scheme("light")
    return found


@pytest.mark.parametrize(
    ("language", "size"), [("en", WIDE), pytest.param("ja", NARROWEST, marks=pytest.mark.audit)]
)
def test_unread_mark_appears_and_disappears_in_every_tab_without_a_reload(
    new_reader: NewReader, language: Language, size: tuple[int, int]
) -> None:
    author, other = (new_reader(BrowserSettings(language, size=size)) for _ in range(2))
    open_session(author, HANA)
    open_session(other, ALEX)
    post_id = create_post(author, "How warm is the water?", language)
    author.open(f"{prefix_of(language)}/about")
    second: Page = author.page.context.new_page()
    second.goto(f"{author.origin}{prefix_of(language)}/about")
    for page in (author.page, second):
        expect(page.locator(".header-member")).to_be_visible()
        expect(page.locator(MARK)).to_have_count(0)

    request_api(other, "POST", f"/api/posts/{post_id}/comments", {"content": "Eighty degrees"})

    for page in (author.page, second):
        page.bring_to_front()
        expect(page.locator(MARK)).to_have_text(text(language, "app.nav.unread"))
    author.page.bring_to_front()
    open_panel_by_keyboard(author)
    assert defects(author) == []
    press(author, "Escape")
    expect(author.page.locator(PANEL)).to_have_count(0)
    expect(author.page.locator(".header-member")).to_be_focused()
    open_panel_by_keyboard(author)
    author.page.locator(LINE).first.focus()
    press(author, "Enter")

    expect(author.page.locator(".comment-row-content")).to_have_text(["Eighty degrees"])
    for page in (author.page, second):
        page.bring_to_front()
        expect(page.locator(MARK)).to_have_count(0)
    assert errors_without_aborts(author) == []


def test_panel_leads_to_the_login_once_the_session_has_ended_elsewhere(
    new_reader: NewReader,
) -> None:
    reader = new_reader(BrowserSettings("ja", size=NARROWEST))
    open_session(reader, HANA)
    reader.open("/ja/cultivars?search=midori")
    expect(reader.page.locator(".header-member")).to_be_visible()
    reader.page.context.clear_cookies()

    reader.page.locator(".header-member").click()

    # The page is loaded again for a visitor, with the message of the panel.
    expect(reader.page.locator(".header-member")).to_have_count(0)
    message = reader.page.locator(".message")
    expect(message).to_contain_text(text("ja", "notifications.panel.ended"))
    assert overflowing(reader) == []
    expect(message.locator("a")).to_have_attribute(
        "href", "/ja/login?return=%2Fja%2Fcultivars%3Fsearch%3Dmidori"
    )
    message.locator("a").click()
    expect(reader.page.locator(".login-google")).to_be_visible()
