"""Tests of a hidden tab, which receives no events and is updated when it is shown."""

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from tests.browser.conftest import NewReader
from tests.browser.members import ALEX, HANA, open_session
from tests.browser.reader import BrowserSettings, Reader, record_events
from tests.browser.sample_members import create_post, errors_without_aborts, request_api

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

# Lets a test set the visibility: all tabs of a Chromium without a screen are visible.
HIDEABLE = """
window.visibility = "hidden";
Object.defineProperty(document, "visibilityState", {
  configurable: true,
  get: () => window.visibility,
});
window.setVisibility = (state) => {
  window.visibility = state;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""


def open_in_background(reader: Reader, path: str) -> Reader:
    """Opens a further tab in the reader's browser, whose page is hidden at first."""
    tab = record_events(Reader(reader.page.context.new_page(), reader.origin))
    tab.page.add_init_script(HIDEABLE)
    tab.open(path)
    return tab


def set_visibility(reader: Reader, state: str) -> None:
    reader.page.evaluate("(state) => window.setVisibility(state)", state)


def test_shown_tab_has_the_changes_of_a_post_made_while_it_was_hidden(
    new_reader: NewReader,
) -> None:
    author, other = (new_reader(BrowserSettings("ja")) for _ in range(2))
    open_session(author, HANA)
    open_session(other, ALEX)
    post_id = create_post(author, "一番茶の香り")
    tab = open_in_background(author, f"/ja/post/{post_id}")
    likes = tab.page.locator(".post-page-counts .post-like")
    expect(likes).to_contain_text("0")

    # Opened in the background, and shown for the first time.
    request_api(other, "POST", f"/api/posts/{post_id}/comments", {"content": "新茶の香りです"})
    request_api(other, "PUT", f"/api/posts/{post_id}/like")
    set_visibility(tab, "visible")
    expect(tab.page.locator(".comment-row-content")).to_have_text(["新茶の香りです"])
    expect(likes).to_contain_text("1")
    assert errors_without_aborts(tab) == []

    # Put in the background, and shown again.
    set_visibility(tab, "hidden")
    request_api(author, "DELETE", f"/api/posts/{post_id}")
    set_visibility(tab, "visible")
    expect(tab.page.locator(".post-page-gone")).to_have_text(text("ja", "postDetail.removed"))


def test_shown_feed_counts_posts_written_while_it_was_hidden(
    new_reader: NewReader,
) -> None:
    author, visitor = (new_reader(BrowserSettings("ja")) for _ in range(2))
    open_session(author, HANA)
    create_post(author, "一番茶の香り")
    tab = open_in_background(visitor, "/ja/community")
    set_visibility(tab, "visible")
    expect(tab.page.locator("article").first).to_be_visible()

    set_visibility(tab, "hidden")
    create_post(author, "二番茶の香り")
    set_visibility(tab, "visible")

    arrived = tab.page.get_by_role("button", name=text("ja", "community.arrived", count=1))
    expect(arrived).to_be_visible()
    assert errors_without_aborts(tab) == []
