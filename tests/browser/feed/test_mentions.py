"""Test of a mention: the named member's open page shows an unread mark, and the name is a link."""

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.keyboard import press
from tests.browser.layout_checks import overflowing
from tests.browser.members import ALEX, HANA, open_session, session_of
from tests.browser.reader import NARROWEST, WIDE, BrowserSettings
from tests.browser.sample_members import create_post, errors_without_aborts, prefix_of, request_api

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

MARK = ".header-unread"
LINE = ".notification-panel .notification a"


@pytest.mark.parametrize(
    ("language", "size"), [("ja", NARROWEST), pytest.param("en", WIDE, marks=pytest.mark.audit)]
)
def test_mention_is_announced_live_and_links_the_member(
    new_reader: NewReader, language: Language, size: tuple[int, int]
) -> None:
    named, author = (new_reader(BrowserSettings(language, size=size)) for _ in range(2))
    open_session(named, HANA)
    open_session(author, ALEX)
    member = session_of(named)["member"]
    post_id = create_post(author, "How warm is the water?", language)
    named.open(f"{prefix_of(language)}/about")
    expect(named.page.locator(MARK)).to_have_count(0)

    content = f"🍵 がんばれ、@{member['display_name']} さん"
    request_api(author, "POST", f"/api/posts/{post_id}/comments", {"content": content})

    expect(named.page.locator(MARK)).to_have_text(text(language, "app.nav.unread"))
    named.page.locator(".header-member").focus()
    press(named, "Enter")
    named.page.locator(LINE).first.click()
    expect(named.page.locator(".comment-row-content")).to_have_text([content])
    link = named.page.locator(".comment-row-content a")
    expect(link).to_have_accessible_name(f"@{member['display_name']}")
    assert [*axe_violations(named), *overflowing(named)] == []
    link.focus()
    press(named, "Enter")

    named.page.wait_for_url(f"**{prefix_of(language)}/members/{member['id']}")
    expect(named.page.locator("h1")).to_contain_text(member["display_name"])
    assert errors_without_aborts(named) == []
