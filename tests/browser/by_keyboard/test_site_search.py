"""Tests of the site search by keyboard: the key that opens it, results while typing, arrow keys."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewReader
from tests.browser.reader import BrowserSettings, Reader

pytestmark = pytest.mark.browser


# The number of loaded search indexes; a small file of the same name has the search's messages.
INDEXES = """() => performance.getEntriesByType("resource").filter(
  ({name, decodedBodySize}) => name.includes("/findEntries-") && decodedBodySize > 50_000).length"""


@pytest.fixture
def reader(new_reader: NewReader) -> Reader:
    return new_reader(BrowserSettings("ja"))


def results(reader: Reader) -> list[str]:
    return reader.page.locator(
        ".search-results section:first-of-type li > a:not([data-compare])"
    ).all_inner_texts()


def test_slash_opens_the_search_and_results_follow_typing(reader: Reader) -> None:
    reader.open("/ja/cultivars/saemidori")
    reader.page.keyboard.press("/")
    field = reader.page.locator("input[name=q]")

    expect(field).to_be_focused()
    reader.page.keyboard.type("農林40号")
    expect(reader.page).to_have_url(re.compile(r"/ja/search\?q="))
    expect(reader.page.locator(".search-results li > a").first).to_have_text("さえみどり")
    expect(field).to_be_focused()
    expect(field).to_have_value("農林40号")
    assert reader.browser_errors == []


def test_arrow_keys_move_between_field_and_results(reader: Reader) -> None:
    reader.open("/ja/search?q=%E9%B9%BF%E5%85%90%E5%B3%B6")
    reader.page.locator("input[name=q]").focus()
    names = results(reader)

    reader.page.keyboard.press("ArrowDown")
    reader.page.keyboard.press("ArrowDown")
    expect(reader.page.get_by_role("link", name=names[1], exact=True)).to_be_focused()
    reader.page.keyboard.press("ArrowUp")
    reader.page.keyboard.press("ArrowUp")
    expect(reader.page.locator("input[name=q]")).to_be_focused()
    reader.page.keyboard.press("ArrowDown")
    reader.page.keyboard.press("Enter")

    expect(reader.page.locator("h1")).to_contain_text(names[0])


def test_slash_is_typed_in_a_field_and_can_be_turned_off(reader: Reader) -> None:
    reader.open("/ja/cultivars")
    reader.page.locator("#search").focus()
    reader.page.keyboard.type("a/b")
    expect(reader.page.locator("#search")).to_have_value("a/b")

    reader.open("/ja/search")
    reader.page.locator(".search-key input").uncheck()
    reader.open("/ja/about")
    reader.page.keyboard.press("/")
    reader.page.wait_for_timeout(200)

    assert reader.page.url.endswith("/ja/about")


def test_each_search_replaces_the_results_of_the_one_before(reader: Reader) -> None:
    reader.open("/ja/search?q=Misaki")
    expect(reader.page.locator("#search-names")).to_be_visible()

    reader.page.locator("input[name=q]").fill("Kagoshima")
    expect(reader.page.locator("#search-prefectures")).to_be_visible()
    expect(reader.page.locator("#search-names")).to_have_count(0)
    reader.page.locator("input[name=q]").fill("zzzzqqqq")
    expect(reader.page.locator(".search-nothing")).to_be_visible()


def test_opening_the_search_loads_no_index(reader: Reader) -> None:
    reader.open("/ja/about")
    reader.page.keyboard.press("/")
    expect(reader.page.locator(".search-examples")).to_be_visible()
    assert reader.evaluate(INDEXES) == 0

    reader.page.locator("input[name=q]").fill("midori")
    expect(reader.page.locator(".search-results li > a").first).to_be_visible()
    assert reader.evaluate(INDEXES) == 1
