"""Tests of the list as a table and as a ruler of days."""

from itertools import product

import pytest
from playwright.sync_api import expect

from server.contracts.catalogue import CULTIVAR_COUNT
from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.keyboard import press
from tests.browser.reader import NARROWEST, WIDE, BrowserSettings

pytestmark = pytest.mark.browser

VIEWS = ["?view=table", "?origin=kagoshima&view=table", "?view=bud", "?view=pluck"]
IS_TOO_WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
ORDER = "() => [...document.querySelectorAll('.result-table tbody th a')].map(a => a.textContent)"


# Table and ruler each in both languages and at both widths; the audit opens the other views.
IN_EVERY_RUN = {
    ("?view=table", "en", WIDE),
    ("?origin=kagoshima&view=table", "ja", NARROWEST),
    ("?view=bud", "ja", NARROWEST),
    ("?view=pluck", "en", WIDE),
}
CASES = [
    pytest.param(*case, marks=() if case in IN_EVERY_RUN else pytest.mark.audit)
    for case in product(VIEWS, ("en", "ja"), (WIDE, NARROWEST))
]


@pytest.mark.parametrize(("query", "language", "size"), CASES)
def test_views_have_no_violations_and_fit_the_page(
    new_reader: NewReader, query: str, language: str, size: tuple[int, int]
) -> None:
    reader = new_reader(BrowserSettings(language, "dark" if size == WIDE else "light", size))
    reader.open(("/ja" if language == "ja" else "") + "/cultivars" + query)

    assert axe_violations(reader) == []
    assert reader.evaluate(IS_TOO_WIDE) is False
    assert reader.browser_errors == []


def test_table_opens_by_a_link_and_is_sorted_by_its_head(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings())
    reader.open("/cultivars")

    reader.page.get_by_role("link", name="Table", exact=True).click()
    expect(reader.page.locator(".result-table tbody tr")).to_have_count(CULTIVAR_COUNT)
    reader.page.get_by_role("link", name="Days from Yabukita").click()
    expect(reader.page.locator("th[aria-sort=ascending]")).to_have_text("Days from Yabukita ▲")
    earliest = reader.evaluate(ORDER)
    reader.page.get_by_role("link", name="Days from Yabukita").click()
    expect(reader.page.locator("th[aria-sort=descending]")).to_be_visible()

    assert earliest[0] == "Kuritawase"
    assert reader.evaluate(ORDER)[0] != earliest[0]
    assert reader.path == "/cultivars?sort=latest&view=table"
    reader.page.go_back()
    expect(reader.page.locator("th[aria-sort=ascending]")).to_be_visible()


def test_page_without_scripts_links_the_data_of_its_results(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings())
    answer = reader.page.request.get(f"{reader.origin}/cultivars?origin=miyazaki&view=bud")

    assert 'href="/data/v1/cultivars.csv?ids=' in answer.text()


@pytest.mark.parametrize("prefix", ["", "/ja"])
def test_days_of_the_ruler_fit_their_column_on_a_narrow_phone(
    new_reader: NewReader, prefix: str
) -> None:
    reader = new_reader(BrowserSettings(size=NARROWEST))
    reader.open(f"{prefix}/cultivars?view=bud")

    days = reader.page.locator(".result-day")

    assert days.count() > 10
    script = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
    assert days.evaluate_all(script) == []


def test_first_sort_of_the_table_keeps_the_focus_on_the_head(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings())
    reader.open("/cultivars?view=table")
    reader.page.locator("#sort-days").focus()

    press(reader, "Enter")

    expect(reader.page.locator("th[aria-sort=ascending] #sort-days")).to_be_focused()
