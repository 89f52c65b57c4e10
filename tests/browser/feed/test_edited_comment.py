"""Tests of an edited comment: shown live to another member, and unsaved text restored."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.members import ALEX, HANA, open_session, open_signed_in
from tests.browser.reader import NARROW, WIDE, BrowserSettings, Reader, record_events
from tests.browser.sample_members import create_post, errors_without_aborts, prefix_of, request_api
from tests.running_site import RunningSite

HIDE_COMMENT = """INSERT INTO withheld_comments (comment_id, state, user_id, at, was_answer)
  SELECT id, 'hidden', user_id, created_at, false FROM comments WHERE id = :id"""

RECORD_SOCKETS = """
  window.sockets = [];
  window.WebSocket = class extends WebSocket {
    constructor(url) { super(url); sockets.push(this); }
  };
"""

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]


@pytest.mark.parametrize(
    ("language", "size"), [("ja", NARROW), pytest.param("en", WIDE, marks=pytest.mark.audit)]
)
def test_comment_is_edited_by_keyboard_and_seen_live(
    new_reader: NewReader, language: Language, size: tuple[int, int]
) -> None:
    author, other = (new_reader(BrowserSettings(language, size=size)) for _ in range(2))
    open_session(author, HANA)
    open_session(other, ALEX)
    post_id = create_post(author, "How warm is the water?", language)
    comments = f"/api/posts/{post_id}/comments"
    request_api(author, "POST", comments, {"content": "Eighty degrees"})
    path = f"{prefix_of(language)}/post/{post_id}"
    other.open(path)
    author.open(path)
    edit = author.page.get_by_role("button", name=text(language, "postDetail.comments.edit"))

    edit.focus()
    author.page.keyboard.press("Enter")
    field = author.page.locator(".comment-row textarea")
    expect(field).to_be_focused()
    assert axe_violations(author) == []
    author.page.keyboard.type(", or less")
    author.page.keyboard.press("Control+Enter")

    for reader in (author, other):
        row = reader.page.locator(".comment-row")
        expect(row).to_contain_text("Eighty degrees, or less")
        expect(row).to_contain_text(text(language, "post.edited"))
        assert errors_without_aborts(reader) == []


def test_edit_of_a_hidden_comment_is_seen_live_in_another_tab_of_its_author(
    new_reader: NewReader, restored_site: RunningSite
) -> None:
    author = new_reader(BrowserSettings("ja", size=NARROW))
    open_session(author, HANA)
    post_id = create_post(author, "湯の温度は", "ja")
    comment = {"content": "80度です"}
    comment_id = request_api(author, "POST", f"/api/posts/{post_id}/comments", comment)["id"]
    with closing(sqlite3.connect(restored_site.log.with_name("chanoki.sqlite3"))) as rows, rows:
        rows.execute(HIDE_COMMENT, {"id": comment_id})
    tab = record_events(Reader(author.page.context.new_page(), author.origin))
    tab.page.add_init_script(RECORD_SOCKETS)
    tab.open(f"/ja/post/{post_id}")
    tab.wait_until("() => sockets.some(({readyState}) => readyState === WebSocket.OPEN)")
    row = tab.page.locator(".comment-row")
    expect(row).to_contain_text(text("ja", "post.withheld.hidden"))

    edited = {"content": "80度より少し低めです"}
    request_api(author, "PUT", f"/api/comments/{comment_id}", edited)

    expect(row).to_contain_text(edited["content"])
    expect(row).to_contain_text(text("ja", "post.withheld.hidden"))


def test_unsaved_edit_is_restored_after_a_navigation_and_a_logout_in_another_tab(
    new_reader: NewReader,
) -> None:
    author = new_reader(BrowserSettings("ja"))
    open_signed_in(author, HANA, "/ja/about")
    post = create_post(author, "湯の温度は")
    request_api(author, "POST", f"/api/posts/{post}/comments", {"content": "80度"})
    author.open(f"/ja/post/{post}")
    author.page.get_by_role("button", name=text("ja", "postDetail.comments.edit")).click()
    field = author.page.locator(".comment-row textarea")
    field.fill("80度より少し低め")

    author.page.locator(".header a[href='/ja/cultivars']").first.click()
    expect(author.page).to_have_url(f"{author.origin}/ja/cultivars")
    author.page.go_back()
    expect(field).to_have_value("80度より少し低め")
    other = record_events(Reader(author.page.context.new_page(), author.origin))
    other.open("/ja/profile/edit")
    other.page.get_by_role("button", name=text("ja", "profileEdit.leave.signOut")).click()

    message = author.page.locator(".message")
    expect(message).to_contain_text(text("ja", "postDetail.comments.editKept"))
    expect(field).to_have_count(0)
    open_signed_in(author, HANA, f"/ja/post/{post}")
    expect(field).to_have_value("80度より少し低め")
    expect(field).not_to_be_focused()
    field.press("Control+Enter")
    expect(author.page.locator(".comment-row-content")).to_have_text(["80度より少し低め"])
    author.open(f"/ja/post/{post}")
    expect(field).to_have_count(0)
