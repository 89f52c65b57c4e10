"""Tests that a comment is stored once if two tabs show it or its response is lost."""

import re

import pytest
from playwright.sync_api import Route, expect

from server.contracts.locales import text
from tests.browser.conftest import NewReader
from tests.browser.members import HANA, open_session
from tests.browser.reader import BrowserSettings, Reader, record_events
from tests.browser.sample_members import create_post, request_api

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

COMMENTS = re.compile(r"/api/posts/\d+/comments$")
TEXT_BOX = ".comment-list > .comment-form textarea"
SEND = ".comment-list > .comment-form [type=submit]"
ADVICE = "湯を冷ましてから注ぎます。"


def lose_response(route: Route) -> None:
    """Sends a POST to the host, and reports to the page that it failed."""
    if route.request.method == "POST":
        route.fetch()
        route.abort()
    else:
        route.continue_()


def stored_comments(reader: Reader, post: int) -> list[str]:
    found = request_api(reader, "GET", f"/api/posts/{post}/comments")["comments"]
    return [one["content"] for one in found]


def test_comment_whose_response_was_lost_is_stored_once_after_a_reload(
    new_reader: NewReader,
) -> None:
    reader = new_reader(BrowserSettings("ja"))
    open_session(reader, HANA)
    post = create_post(reader, "一番茶")
    reader.open(f"/ja/post/{post}")
    reader.page.route(COMMENTS, lose_response)
    reader.page.locator(TEXT_BOX).fill(ADVICE)
    reader.page.locator(SEND).click()
    expect(reader.page.locator(".message")).to_contain_text(text("ja", "postDetail.commentFailed"))
    reader.page.unroute(COMMENTS)

    reader.open(f"/ja/post/{post}")
    expect(reader.page.locator(TEXT_BOX)).to_have_value(ADVICE)
    reader.page.locator(SEND).click()

    expect(reader.page.locator(TEXT_BOX)).to_have_value("")
    expect(reader.page.locator(".comment-row-content")).to_have_text([ADVICE])
    assert stored_comments(reader, post) == [ADVICE]


def test_second_tab_follows_the_first_until_its_own_text_is_changed(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings("ja"))
    open_session(reader, HANA)
    post = create_post(reader, "二番茶")
    reader.open(f"/ja/post/{post}")
    other = record_events(Reader(reader.page.context.new_page(), reader.origin))
    other.open(f"/ja/post/{post}")
    first, second = (tab.page.locator(TEXT_BOX) for tab in (reader, other))

    first.fill(ADVICE)
    expect(second).to_have_value(ADVICE)
    reader.page.locator(SEND).click()
    expect(first).to_have_value("")
    expect(second).to_have_value("")

    first.fill("茶碗も温めます。")
    expect(second).to_have_value("茶碗も温めます。")
    second.fill("別の話です。")
    expect(first).to_have_value("茶碗も温めます。")
    reader.page.locator(SEND).click()
    expect(reader.page.locator(".comment-row-content")).to_have_count(2)
    expect(reader.page.locator(".comment-row-sending")).to_have_count(0)

    expect(second).to_have_value("別の話です。")
    assert stored_comments(reader, post) == [ADVICE, "茶碗も温めます。"]
