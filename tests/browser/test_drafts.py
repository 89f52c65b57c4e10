"""Tests of post drafts: restored after a reload, left, refused and submitted once."""

import pytest
from playwright.sync_api import FilePayload, expect

from server.contracts.limits import LIMITS
from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.conftest import NewSampleReader
from tests.browser.members import HANA
from tests.browser.reader import NARROW, BrowserSettings, Reader
from tests.browser.sample_members import errors_without_aborts, photo_files, prefix_of

pytestmark = pytest.mark.browser

CONTENT = {"en": "A note that is not ready", "ja": "まだ書きかけの覚え書き"}


def add_pictures(reader: Reader, count: int) -> None:
    reader.page.locator("input[type=file]").set_input_files(photo_files(count))


@pytest.mark.parametrize("language", ["ja", pytest.param("en", marks=pytest.mark.audit)])
def test_draft_and_pictures_are_restored_after_a_reload(
    new_sample_reader: NewSampleReader, language: Language
) -> None:
    reader = new_sample_reader(BrowserSettings(language, size=NARROW), HANA)
    page = reader.page
    reader.open(f"{prefix_of(language)}/create?category=teaware")
    page.fill("textarea[name=content]", CONTENT[language])
    add_pictures(reader, 1)
    expect(page.locator(".picture-row img")).to_be_visible()
    expect(page.locator(".picture-progress")).to_have_count(0)

    reader.reload()

    expect(page.locator("textarea[name=content]")).to_have_value(CONTENT[language])
    expect(page.locator("input[name=category]:checked")).to_have_value("teaware")
    expect(page.locator(".picture-row")).to_have_count(1)
    page.get_by_role("button", name=text(language, "createPost.draft.startAnew")).click()
    expect(page.locator("textarea[name=content]")).to_have_value("")
    expect(page.locator(".picture-row")).to_have_count(0)
    assert errors_without_aborts(reader) == []


@pytest.mark.parametrize("language", ["ja", pytest.param("en", marks=pytest.mark.audit)])
def test_cancel_of_a_draft_asks_before_it_opens_the_community(
    new_sample_reader: NewSampleReader, language: Language
) -> None:
    reader = new_sample_reader(BrowserSettings(language), HANA)
    page = reader.page
    reader.open(f"{prefix_of(language)}/create")
    page.fill("textarea[name=content]", CONTENT[language])

    page.get_by_role("button", name=text(language, "createPost.bar.cancel")).click()

    dialog = page.get_by_role("alertdialog")
    expect(dialog).to_contain_text(text(language, "createPost.leave.title"))
    page.keyboard.press("Escape")
    expect(page.locator("textarea[name=content]")).to_have_value(CONTENT[language])
    page.get_by_role("button", name=text(language, "createPost.bar.cancel")).click()
    dialog.get_by_role("button", name=text(language, "createPost.leave.discard")).click()
    expect(page).to_have_url(f"{reader.origin}{prefix_of(language)}/community")


@pytest.mark.parametrize("language", ["ja", pytest.param("en", marks=pytest.mark.audit)])
def test_form_errors_are_shown_and_the_invalid_field_is_focused(
    new_sample_reader: NewSampleReader, language: Language
) -> None:
    reader = new_sample_reader(BrowserSettings(language), HANA)
    page = reader.page
    reader.open(f"{prefix_of(language)}/create")
    submit = page.locator("form.post-form [type=submit]")
    expect(submit).to_be_disabled()

    most = LIMITS.post_content_characters
    page.fill("textarea[name=content]", "🍵" * (most + 1))
    expect(page.get_by_text(f"{most + 1} / {most}")).to_be_visible()
    submit.click()

    too_long = text(language, "createPost.errors.contentTooLong", most=most)
    expect(page.get_by_role("alert").filter(has_text=too_long)).to_be_visible()
    expect(page.locator("textarea[name=content]")).to_be_focused()
    # A character that only the host refuses.
    page.fill("textarea[name=content]", "新\u202e茶")
    submit.click()
    expect(page.locator("textarea[name=content][aria-invalid=true]")).to_be_focused()
    add_pictures(reader, LIMITS.post_images + 1)
    too_many = text(language, "createPost.errors.imageCountError", most=LIMITS.post_images)
    expect(page.get_by_role("alert").filter(has_text=too_many)).to_be_visible()
    expect(page.locator(".picture-row")).to_have_count(LIMITS.post_images)
    expect(page.locator(".picture-progress")).to_have_count(0)
    page.evaluate("() => localStorage.clear()")


def test_double_click_on_submit_creates_one_post(new_sample_reader: NewSampleReader) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    page = reader.page
    reader.open("/create?category=culture")
    page.fill("textarea[name=content]", "Pressed twice, posted once")

    page.locator("form.post-form [type=submit]").dblclick()

    expect(page.locator(".post-card[data-new]")).to_be_visible()
    reader.open("/community?search=Pressed+twice")
    expect(page.locator(".post-card")).to_have_count(1)


def test_error_message_does_not_cover_the_submit_button(new_sample_reader: NewSampleReader) -> None:
    reader = new_sample_reader(BrowserSettings(size=NARROW), HANA)
    page = reader.page
    reader.open("/create")
    page.fill("textarea[name=content]", "A cup, and a file that is no picture")
    no_picture: FilePayload = {"name": "a.txt", "mimeType": "text/plain", "buffer": b"tea"}

    page.locator("input[type=file]").set_input_files(no_picture)

    refused = text("en", "createPost.errors.imageTypeError")
    expect(page.get_by_role("alert").filter(has_text=refused)).to_be_visible()
    for top in (0, 100_000):
        reader.evaluate("top => scrollTo({top, behavior: 'instant'})", top)
        page.locator("form.post-form [type=submit]").click(trial=True)
    page.evaluate("() => localStorage.clear()")
