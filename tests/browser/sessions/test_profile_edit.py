"""Tests of unsaved profile changes, the language switch and the avatar cropper."""

import pytest
from playwright.sync_api import Dialog, Route, expect

from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.conftest import NewSampleReader
from tests.browser.members import HANA
from tests.browser.reader import BrowserSettings, Reader
from tests.server.media.imaging.pictures import with_exif

pytestmark = pytest.mark.browser

BIO = "textarea[name=bio]"
NEW_BIO = "Sencha from Uji\nand gyokuro"


# The number of choices with a visible tick. It is hidden by `visibility`, not by a transparent
# colour, which forced colours would paint.
TICK_COUNT = """() => [...document.querySelectorAll(".choice")]
  .filter(choice => getComputedStyle(choice, "::after").visibility === "visible").length"""


def press_button(reader: Reader, name: str) -> None:
    reader.page.get_by_role("button", name=name, exact=True).click()


def accept(dialog: Dialog) -> None:
    dialog.accept()


def abort(route: Route) -> None:
    route.abort()


@pytest.mark.parametrize(("language", "prefix"), [("en", ""), ("ja", "/ja")])
def test_unsaved_profile_is_restored_after_a_reload_until_undone(
    fresh_sample_reader: NewSampleReader, language: Language, prefix: str
) -> None:
    reader = fresh_sample_reader(BrowserSettings(language), HANA)
    page = reader.page
    page.on("dialog", accept)
    reader.open(f"{prefix}/profile/edit")
    before = page.input_value(BIO)
    page.fill(BIO, NEW_BIO)

    reader.reload()
    expect(page.locator(".form-notices")).to_contain_text(
        text(language, "profileEdit.draft.restored")
    )
    assert page.input_value(BIO) == NEW_BIO
    press_button(reader, text(language, "profileEdit.draft.undo"))
    expect(page.locator(BIO)).to_have_value(before)

    reader.reload()
    assert page.input_value(BIO) == before
    expect(page.locator(".form-notices")).to_be_empty()


def switch_language(reader: Reader, language: Language, *, leaves: bool) -> None:
    """Presses the language switch, and answers the browser's question about unsaved changes."""
    reader.page.once("dialog", Dialog.accept if leaves else Dialog.dismiss)
    with reader.page.expect_event("dialog"):
        reader.page.locator(f".language-switch a[lang={language}]").click()


def chosen_languages(reader: Reader) -> tuple[str, str | None]:
    """Returns the language of the profile, and the choice that the browser has stored."""
    profile = reader.page.request.get(f"{reader.origin}/api/profiles/me").json()
    return profile["language"], reader.evaluate("() => localStorage.getItem('language')")


def test_switch_saves_the_language_only_if_the_reader_leaves_unsaved_changes(
    fresh_sample_reader: NewSampleReader,
) -> None:
    reader = fresh_sample_reader(BrowserSettings(), HANA)
    page = reader.page
    reader.open("/profile/edit")
    before = chosen_languages(reader)
    page.fill(BIO, NEW_BIO)

    switch_language(reader, "ja", leaves=False)
    assert (reader.path, chosen_languages(reader)) == ("/profile/edit", before)
    page.locator(BIO).press("End")
    switch_language(reader, "ja", leaves=True)
    page.wait_for_url(f"{reader.origin}/ja/profile/edit")
    assert chosen_languages(reader) == ("ja", "ja")
    expect(page.locator("select[name=language]")).to_have_value("ja")
    expect(page.locator(BIO)).to_have_value(NEW_BIO)
    switch_language(reader, "en", leaves=True)
    page.wait_for_url(f"{reader.origin}/profile/edit")

    assert chosen_languages(reader) == ("en", "en")


def choose_picture(reader: Reader) -> None:
    with reader.page.expect_file_chooser() as choosing:
        press_button(reader, text("en", "profileEdit.avatar.choose"))
    file = {"name": "IMG_0001.JPG", "mimeType": "image/jpeg", "buffer": with_exif(1)}
    choosing.value.set_files(file)


def test_only_chosen_teas_have_a_tick(fresh_sample_reader: NewSampleReader) -> None:
    reader = fresh_sample_reader(BrowserSettings(), HANA)
    reader.open("/profile/edit")
    chosen = reader.page.locator('.choice[aria-pressed="true"]').count()

    assert reader.page.locator(".choice").count() > chosen
    assert reader.evaluate(TICK_COUNT) == chosen


def test_failed_cropper_chunk_shows_an_error_and_is_loaded_again(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    chunk = "**/assets/AvatarCropper-*.js"
    reader.open("/profile/edit")
    reader.page.route(chunk, abort)

    choose_picture(reader)
    expect(reader.page.locator(".message")).to_contain_text(text("en", "app.networkError"))
    reader.page.unroute(chunk)
    choose_picture(reader)

    expect(reader.page.get_by_role("dialog")).to_be_visible()
