"""Test that the unsent text of a member is not shown to the next member in the same browser."""

import pytest
from playwright.sync_api import Dialog, expect

from tests.browser.conftest import NewSampleReader
from tests.browser.members import ALEX, HANA, open_signed_in, session_of
from tests.browser.reader import BrowserSettings

pytestmark = pytest.mark.browser

SECRET = "まだ誰にも見せません"
FIELDS = {
    "/ja/create": ["textarea[name=content]", "input[name=shop_name]"],
    "/ja/account": ["textarea[name=words]"],
    "/ja/post/1": ["textarea[name=comment]"],
    "/ja/profile/edit": ["textarea[name=bio]", "input[name=display_name]"],
}
OPEN_DETAILS = "all => all.forEach(one => { one.open = true; })"
STORED_KEYS = "() => [localStorage, sessionStorage].flatMap(storage => Object.keys(storage))"


def accept(dialog: Dialog) -> None:
    dialog.accept()


@pytest.mark.parametrize("path", FIELDS)
def test_back_shows_the_next_member_nothing_that_the_last_one_typed(
    fresh_sample_reader: NewSampleReader, path: str
) -> None:
    reader = fresh_sample_reader(BrowserSettings("ja"))
    page = reader.page
    page.on("dialog", accept)
    open_signed_in(reader, HANA, path)
    for field in FIELDS[path]:
        page.locator("details", has=page.locator(field)).evaluate_all(OPEN_DETAILS)
        page.fill(field, SECRET)
    reader.open("/ja/about")
    open_signed_in(reader, ALEX, "/ja/about")

    page.go_back()
    expect(page).to_have_url(reader.origin + path)
    expect(page.locator(".header-member")).to_be_visible()

    shown = {field: page.input_value(field) for field in FIELDS[path]}
    assert SECRET not in shown.values(), shown
    alex = session_of(reader)["member"]["id"]
    assert [key for key in page.evaluate(STORED_KEYS) if f"draft:{alex}" in key] == []
