"""Test of a reply written by keyboard, which another member's open page shows below its comment."""

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.axe import COLOUR_RULES, axe_violations
from tests.browser.conftest import NewReader
from tests.browser.keyboard import press
from tests.browser.layout_checks import overflowing, visible_sizes
from tests.browser.members import ALEX, HANA, open_session
from tests.browser.reader import NARROWEST, WIDE, BrowserSettings, Reader
from tests.browser.sample_members import create_post, errors_without_aborts, prefix_of, request_api

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

TOUCH_TARGET_PX = 44


def defects(reader: Reader) -> list[str]:
    buttons = visible_sizes(reader, ".comment-row button")
    small = [one for one in buttons if min(one[1:]) < TOUCH_TARGET_PX]
    found = [*axe_violations(reader), *overflowing(reader), *map(str, small)]
    reader.set_color_scheme("dark")
    found += axe_violations(reader, COLOUR_RULES)
    reader.set_color_scheme("light")
    return found


@pytest.mark.parametrize(
    ("language", "size"), [("ja", NARROWEST), pytest.param("en", WIDE, marks=pytest.mark.audit)]
)
def test_reply_is_written_by_keyboard_and_seen_live(
    new_reader: NewReader, language: Language, size: tuple[int, int]
) -> None:
    author, other = (new_reader(BrowserSettings(language, size=size)) for _ in range(2))
    open_session(author, HANA)
    open_session(other, ALEX)
    post_id = create_post(author, "How warm is the water?", language)
    comments = f"/api/posts/{post_id}/comments"
    first = request_api(other, "POST", comments, {"content": "Eighty degrees"})["id"]
    request_api(other, "POST", comments, {"content": "Or ask the shop"})
    for reader in (author, other):
        reader.open(f"{prefix_of(language)}/post/{post_id}")
    button = author.page.locator(f"#comment-{first}").get_by_role(
        "button", name=text(language, "postDetail.replies.reply")
    )

    button.focus()
    press(author, "Enter")
    expect(author.page.locator(".comment-row textarea")).to_be_focused()
    author.page.keyboard.type("For how long?")
    assert defects(author) == []
    press(author, "Control+Enter")

    expect(button).to_be_focused()
    contents = ["Eighty degrees", "For how long?", "Or ask the shop"]
    for reader in (author, other):
        expect(reader.page.locator(".comment-row-content")).to_have_text(contents)
        expect(reader.page.locator(".comment-row-below")).to_contain_text("For how long?")
    request_api(other, "DELETE", f"/api/comments/{first}")
    absent = text(language, "postDetail.replies.absent")
    for reader in (author, other):
        reader.open(f"{prefix_of(language)}/post/{post_id}")
        expect(reader.page.locator(".comment-row-absent")).to_have_text(absent)
        assert defects(reader) == []
        assert errors_without_aborts(reader) == []
