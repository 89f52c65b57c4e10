"""A member edits a comment by keyboard, and another member's open page shows the new text."""

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.members import ALEX, HANA, open_session
from tests.browser.reader import NARROW, WIDE, BrowserSettings
from tests.browser.sample_members import ask_host, complaints_of, prefix_of, write_post

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
    post_id = write_post(author, "How warm is the water?", language)
    comments = f"/api/posts/{post_id}/comments"
    ask_host(author, "POST", comments, {"content": "Eighty degrees"})
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
        assert complaints_of(reader) == []
