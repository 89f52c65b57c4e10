"""Tests of a tab of a member after another tab signed out: it shows and sends nothing of theirs."""

import re

import pytest
from playwright.sync_api import Request, expect

from server.contracts.locales import text
from tests.browser.members import ALEX, HANA, open_signed_in, session_of
from tests.browser.reader import Reader, record_events
from tests.browser.sample_members import create_post, request_api

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

# Keeps a tab from noticing other tabs and being shown, like one that the browser has suspended.
IGNORE_OTHER_TABS = """
for (const type of ["storage", "focus", "visibilitychange"]) {
  addEventListener(type, (event) => event.stopImmediatePropagation(), true);
}
"""
COMMENT_URL = re.compile(r"/api/posts/\d+/comments$")


@pytest.fixture
def other(reader: Reader) -> Reader:
    """A second tab of the same browser."""
    return record_events(Reader(reader.page.context.new_page(), reader.origin))


def sign_out(reader: Reader) -> None:
    reader.open("/ja/profile/edit")
    reader.page.get_by_role("button", name=text("ja", "profileEdit.leave.signOut")).click()
    expect(reader.page.locator(".header-login")).to_be_visible()


def test_tab_with_a_fragment_shows_no_member_after_another_tab_signed_out(
    reader: Reader, other: Reader
) -> None:
    open_signed_in(reader, HANA, "/ja/about")
    post = create_post(reader, "一番茶")
    other.open(f"/ja/post/{post}#comments")
    expect(other.page.locator("textarea")).to_be_enabled()

    sign_out(reader)

    expect(other.page.locator(".header-login")).to_be_visible()
    expect(other.page.locator("textarea")).to_be_disabled()
    assert other.path == f"/ja/post/{post}#comments"


def test_tab_sends_no_comment_in_the_name_of_the_next_member(reader: Reader, other: Reader) -> None:
    open_signed_in(reader, HANA, "/ja/about")
    post = create_post(reader, "二番茶")
    other.page.add_init_script(IGNORE_OTHER_TABS)
    other.page.route_web_socket(re.compile("."), lambda _silent: None)
    other.open(f"/ja/post/{post}#comments")
    other.page.locator("textarea").fill("はなの言葉")
    sign_out(reader)
    open_signed_in(reader, ALEX, "/ja/about")

    sent: list[Request] = []
    other.page.on("request", lambda one: sent.append(one) if COMMENT_URL.search(one.url) else None)
    # The tab reloads when it finds the other session, perhaps before the host refuses the comment.
    with other.page.expect_event("load"):
        other.page.locator("form:has(textarea) button[type=submit]").click()

    alex = session_of(reader)["member"]["id"]
    assert alex not in [one.headers["x-member-id"] for one in sent]
    assert request_api(reader, "GET", f"/api/posts/{post}/comments")["comments"] == []
