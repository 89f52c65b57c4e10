"""A tab that still shows a member who has left shows and sends nothing of theirs afterwards."""

import re

import pytest
from playwright.sync_api import Request, expect

from server.contracts.locales import text
from tests.browser.members import ALEX, HANA, open_signed_in, session_of
from tests.browser.reader import Reader, record_events
from tests.browser.sample_members import create_post, request_api

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

# A tab that hears of no other and is not looked at, as one that the browser had put to sleep.
ASLEEP = """
for (const type of ["storage", "focus", "visibilitychange"]) {
  addEventListener(type, (event) => event.stopImmediatePropagation(), true);
}
"""
SENT = re.compile(r"/api/posts/\d+/comments$")


@pytest.fixture
def other(reader: Reader) -> Reader:
    """A second tab of the same browser."""
    return record_events(Reader(reader.page.context.new_page(), reader.origin))


def sign_out(reader: Reader) -> None:
    reader.open("/ja/profile/edit")
    reader.page.get_by_role("button", name=text("ja", "profileEdit.leave.signOut")).click()
    expect(reader.page.locator(".header-login")).to_be_visible()


def test_a_tab_with_a_fragment_shows_no_member_once_another_signed_out(
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


def test_a_tab_sends_no_comment_in_the_name_of_the_member_after(
    reader: Reader, other: Reader
) -> None:
    open_signed_in(reader, HANA, "/ja/about")
    post = create_post(reader, "二番茶")
    other.page.add_init_script(ASLEEP)
    other.page.route_web_socket(re.compile("."), lambda _silent: None)
    other.open(f"/ja/post/{post}#comments")
    other.page.locator("textarea").fill("はなの言葉")
    sign_out(reader)
    open_signed_in(reader, ALEX, "/ja/about")

    sent: list[Request] = []
    other.page.on("request", lambda one: sent.append(one) if SENT.search(one.url) else None)
    # The tab loads anew as it meets the other session; that may come before the host's refusal.
    with other.page.expect_event("load"):
        other.page.locator("form:has(textarea) button[type=submit]").click()

    alex = session_of(reader)["member"]["id"]
    assert alex not in [one.headers["x-member-id"] for one in sent]
    assert request_api(reader, "GET", f"/api/posts/{post}/comments")["comments"] == []
