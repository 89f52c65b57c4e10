"""Tests of the language switch, the stored choice and the language suggestion."""

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from tests.browser.conftest import NewReader
from tests.browser.keyboard import activate, activate_directly, press, tab_to
from tests.browser.reader import BrowserSettings, Reader

pytestmark = pytest.mark.browser

SUGGESTION = ".language-suggestion"


def stored_languages(reader: Reader) -> tuple[str, str | None]:
    """Returns the chosen language as the cookie and as localStorage have it."""
    cookies = {one["name"]: one["value"] for one in reader.page.context.cookies()}
    return cookies.get("language", ""), reader.evaluate("() => localStorage.getItem('language')")


def test_language_switch_keeps_path_query_and_fragment_and_is_stored(reader: Reader) -> None:
    page = reader.page
    reader.open("/cultivars?search=midori&page=2#c-okumidori")
    before = page.locator(".cultivar-card").count()

    activate(reader, ".language-switch a[lang=ja]")

    expect(page).to_have_url(f"{reader.origin}/ja/cultivars?search=midori&page=2#c-okumidori")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.get_by_role("heading", level=1)).to_have_text(text("ja", "cultivars.title"))
    expect(page.locator(".cultivar-card")).to_have_count(before)
    expect(page.locator("#search")).to_have_value("midori")
    assert stored_languages(reader) == ("ja", "ja")
    assert page.title().endswith("茶の木")
    assert reader.browser_errors == []


def test_home_opens_in_the_chosen_language(reader: Reader) -> None:
    reader.open("/about")
    activate(reader, ".language-switch a[lang=ja]")
    expect(reader.page).to_have_url(f"{reader.origin}/ja/about")

    reader.open("/")
    assert reader.path == "/ja"
    activate(reader, ".language-switch a[lang=en]")
    expect(reader.page).to_have_url(f"{reader.origin}/")
    reader.open("/")

    assert reader.path == "/"
    assert stored_languages(reader) == ("en", "en")


def test_language_switch_works_after_client_navigation(reader: Reader) -> None:
    reader.open("/cultivars")
    activate_directly(reader, ".cultivar-card-link")
    expect(reader.page.locator(".cultivar-sheet")).to_be_visible()
    path = reader.path

    activate(reader, ".language-switch a[lang=ja]")

    expect(reader.page).to_have_url(f"{reader.origin}/ja{path}")
    expect(reader.page.locator("html")).to_have_attribute("lang", "ja")
    assert reader.page.locator("link[rel=canonical]").get_attribute("href") == reader.page.url


def test_back_restores_the_language_of_the_previous_page(reader: Reader) -> None:
    reader.open("/about")
    activate(reader, ".language-switch a[lang=ja]")
    expect(reader.page.locator("html")).to_have_attribute("lang", "ja")

    reader.page.go_back()

    expect(reader.page.locator("html")).to_have_attribute("lang", "en")
    expect(reader.page.get_by_role("heading", level=1)).to_have_text(text("en", "about.title"))


@pytest.mark.parametrize(
    ("language", "path"),
    [
        ("ja", "/about"),
        pytest.param("en", "/ja/about", marks=pytest.mark.audit),
    ],
)
def test_language_suggestion_is_shown_until_it_is_dismissed(
    new_reader: NewReader, language: str, path: str
) -> None:
    reader = new_reader(BrowserSettings(language))
    page = reader.page
    reader.open(path)
    offered = "ja" if language == "ja" else "en"
    expect(page.locator(f"{SUGGESTION} p[lang={offered}]")).to_be_visible()
    assert reader.path == path

    tab_to(reader, f"{SUGGESTION} button")
    press(reader, "Enter")

    expect(page.locator(SUGGESTION)).to_have_count(0)
    activate_directly(reader, ".header-nav a")
    expect(page.locator("#search")).to_be_visible()
    expect(page.locator(SUGGESTION)).to_have_count(0)
    reader.open(path)
    expect(page.locator(SUGGESTION)).to_have_count(0)
    assert reader.browser_errors == []


def test_focus_is_kept_when_the_suggestion_is_dismissed(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings("ja"))
    reader.open("/about")

    activate(reader, f"{SUGGESTION} button")

    expect(reader.page.locator(SUGGESTION)).to_have_count(0)
    reader.wait_until("() => document.activeElement !== document.body")


def test_accepted_suggestion_opens_the_page_in_that_language(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings("ja"))
    reader.open("/cultivars?search=midori")

    activate(reader, f"{SUGGESTION} a")

    expect(reader.page).to_have_url(f"{reader.origin}/ja/cultivars?search=midori")
    expect(reader.page.locator("html")).to_have_attribute("lang", "ja")
    expect(reader.page.locator(SUGGESTION)).to_have_count(0)
    assert stored_languages(reader) == ("ja", "ja")


def test_suggestion_is_missing_in_the_browser_language(reader: Reader) -> None:
    reader.open("/")

    expect(reader.page.locator(SUGGESTION)).to_have_count(0)


def test_chosen_language_wins_over_the_browser_language(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings("ja"))
    reader.open("/ja/about")
    activate(reader, ".language-switch a[lang=en]")
    expect(reader.page.locator("html")).to_have_attribute("lang", "en")

    expect(reader.page.locator(SUGGESTION)).to_have_count(0)
    reader.open("/cultivars")

    expect(reader.page.locator(SUGGESTION)).to_have_count(0)
