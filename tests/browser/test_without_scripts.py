"""Tests of catalogue pages in a browser without scripts."""

import pytest
from playwright.sync_api import Page, expect

from server.contracts.locales import text
from tests.browser.conftest import NewReader
from tests.browser.reader import NARROW, BrowserSettings

pytestmark = pytest.mark.browser


@pytest.fixture
def page(new_reader: NewReader) -> Page:
    return new_reader(BrowserSettings(size=NARROW, has_scripts=False)).page


def test_list_form_searches_and_filters(page: Page) -> None:
    page.goto("/ja/cultivars")

    page.fill("#search", "ミドリ")
    page.locator(".facet summary", has_text=text("ja", "cultivars.filters.lineage")).click()
    page.check("input[name=lineage][value='0']")
    page.get_by_role("button", name=text("ja", "cultivars.filters.apply")).click()

    expect(page.locator(".cultivar-card").first).to_be_visible()
    expect(page.locator("#search")).to_have_value("ミドリ")
    expect(page.locator("input[name=lineage][value='0']")).to_be_checked()
    page.locator(".cultivar-list-reset").click()
    expect(page).to_have_url("/ja/cultivars")
    expect(page.locator("#search")).to_have_value("")


def test_enter_submits_the_list_search(page: Page) -> None:
    page.goto("/cultivars")

    page.fill("#search", "saemidori")
    page.press("#search", "Enter")

    expect(page.locator(".cultivar-card").first).to_have_id("c-saemidori")


def test_show_more_link_scrolls_to_the_first_new_card(page: Page) -> None:
    page.goto("/cultivars")

    page.locator(".cultivar-list-more a").click()

    expect(page.locator(".cultivar-card")).to_have_count(20)
    expect(page.locator(".cultivar-card").nth(10)).to_be_in_viewport()


def test_record_shows_its_lineage_as_an_image(page: Page) -> None:
    page.goto("/ja/cultivars")
    page.goto("/ja/cultivars/saemidori")

    page.locator(".lineage-diagram summary").first.click()

    picture = page.locator("details[open] img").first
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("complete", True)
    expect(page.locator(".pedigree svg[role=group]").first).to_be_visible()


def test_language_switch_and_footer_links_work(page: Page) -> None:
    page.goto("/")

    page.locator(".language-switch a[lang=ja]").click()
    expect(page).to_have_url("/ja")
    page.locator(".footer a", has_text=text("ja", "app.footer.terms")).click()

    expect(page.get_by_role("heading", level=1)).to_have_text(text("ja", "terms.title"))


def test_controls_that_need_scripts_are_hidden(page: Page) -> None:
    page.goto("/cultivars")

    expect(page.locator(".theme-switch")).to_be_hidden()
    expect(page.get_by_role("button", name=text("en", "cultivars.filters.apply"))).to_be_visible()


def test_map_and_prefecture_are_complete(page: Page) -> None:
    page.goto("/ja/map")

    page.get_by_role("link", name=text("ja", "map.show.posts"), exact=True).click()
    expect(page).to_have_url("/ja/map?show=posts")
    expect(page.get_by_role("rowheader")).to_have_count(47)
    page.locator(".map-tiles a").first.click()

    neighbours = page.get_by_role("region", name=text("ja", "prefectures.neighbours"))
    expect(neighbours).to_be_visible()
