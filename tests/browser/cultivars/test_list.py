"""Tests of the layout of the list, and of its filters, which are in a sheet on a phone."""

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from tests.browser.axe import COLOUR_RULES, axe_violations
from tests.browser.conftest import NewReader
from tests.browser.keyboard import activate, focused_html, press, tab_to, wait_for_focus
from tests.browser.reader import NARROW, WIDE, BrowserSettings, Reader

pytestmark = pytest.mark.browser

PHONE = (390, 740)
# In px from the top; an earlier layout had it at 654.
FIRST_CARD_MOST = 480
SEARCH_BOX = "() => document.querySelector('#search').getBoundingClientRect().toJSON()"
# Free width, in px, beside the last element of the list.
FREE_WIDTH = """() => {
  const grid = document.querySelector(".cultivar-list .cultivar-grid");
  const last = grid.lastElementChild.getBoundingClientRect();
  return Math.round(grid.getBoundingClientRect().right - last.right);
}"""
ORIGIN_SUMMARY = ".facet:has(input[name=origin]) summary"
# The first characters of the lines of the button below the cards, without the first line.
LINE_STARTS = """() => {
  const [text] = document.querySelector(".cultivar-list-more a").childNodes;
  const range = document.createRange();
  const top = index => {
    range.setStart(text, index);
    range.setEnd(text, index + 1);
    return range.getBoundingClientRect().top;
  };
  return [...text.data].filter((_, index) => index > 0 && top(index) > top(index - 1) + 10);
}"""
IS_SHEET_OPEN = "() => document.querySelector('[popover]').matches(':popover-open')"


@pytest.fixture
def phone(new_reader: NewReader) -> Reader:
    return new_reader(BrowserSettings("ja", size=PHONE))


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "360"])
def test_search_box_keeps_its_position_while_searching(
    new_reader: NewReader, size: tuple[int, int]
) -> None:
    reader = new_reader(BrowserSettings(size=size))
    reader.open("/cultivars")
    before = reader.evaluate(SEARCH_BOX)
    positions = []

    for search, count in (("mi", None), ("qqqqqqqq", 0)):
        reader.page.fill("#search", search)
        if count is None:
            expect(reader.page.locator(".cultivar-list-reset")).to_be_visible()
        else:
            expect(reader.page.locator(".cultivar-card")).to_have_count(count)
        positions.append(reader.evaluate(SEARCH_BOX))

    assert positions == [before, before]
    expect(reader.page.locator(".cultivar-list-reset")).to_have_text(
        text("en", "cultivars.search.clear")
    )


@pytest.mark.parametrize(
    "query", ["", "?page=2", "?page=3", "?search=saemidori", "?lineage=4&page=2"]
)
def test_last_row_of_the_list_is_full(new_reader: NewReader, query: str) -> None:
    reader = new_reader(BrowserSettings())

    reader.open(f"/cultivars{query}")

    for width in (360, 768, 1280):
        reader.resize((width, 900))
        assert reader.evaluate(FREE_WIDTH) in {0, 1}, width


@pytest.mark.parametrize("language", ["en", "ja"])
def test_first_card_is_within_480_pixels_on_a_phone(new_reader: NewReader, language: str) -> None:
    reader = new_reader(BrowserSettings(language, size=PHONE, is_touch=True))

    reader.open(("/ja" if language == "ja" else "") + "/cultivars")

    for size in (PHONE, NARROW):
        reader.resize(size)
        card = reader.page.locator(".cultivar-card").first.bounding_box()
        assert card is not None
        assert card["y"] <= FIRST_CARD_MOST, size


def test_button_for_more_cards_breaks_only_before_its_bracket(phone: Reader) -> None:
    phone.open("/ja/cultivars")

    assert phone.evaluate(LINE_STARTS) == ["（"]


def test_filter_sheet_works_by_keyboard_and_returns_the_focus(phone: Reader) -> None:
    phone.open("/ja/cultivars")
    expect(phone.page.locator(ORIGIN_SUMMARY)).to_be_hidden()

    activate(phone, ".filter-open")
    tab_to(phone, ORIGIN_SUMMARY)
    press(phone, "Enter")
    press(phone, "Tab")
    press(phone, "Space")
    phone.page.wait_for_url("**/ja/cultivars?origin=*")

    assert phone.evaluate(IS_SHEET_OPEN)
    press(phone, "Escape")
    wait_for_focus(phone, ".filter-open")
    expect(phone.page.locator(ORIGIN_SUMMARY)).to_be_hidden()
    expect(phone.page.locator(".filter-badge [aria-hidden]")).to_have_text("1")


def test_filter_sheet_button_shows_the_count_and_closes_the_sheet(phone: Reader) -> None:
    phone.open("/ja/cultivars?origin=kyoto")
    phone.page.click(".filter-open")
    # The middle of the label, beside its box.
    phone.page.click("label:has([value=gyokuro])")
    phone.page.wait_for_url("**suitableFor=gyokuro*")
    count = phone.page.locator("#results").inner_text().removesuffix("品種")

    shown = text("ja", "cultivars.filters.show", count=int(count))
    expect(phone.page.locator(".filter-close")).to_have_text(shown)
    phone.page.click(".filter-close")

    expect(phone.page.locator(ORIGIN_SUMMARY)).to_be_hidden()
    wait_for_focus(phone, ".filter-open")


def test_filter_sheet_closes_when_focus_leaves_it(phone: Reader) -> None:
    phone.open("/ja/cultivars")
    activate(phone, ".filter-open")

    tab_to(phone, ".cultivar-card-link")

    assert not phone.evaluate(IS_SHEET_OPEN), focused_html(phone)


def test_open_filter_sheet_has_no_axe_violation(phone: Reader) -> None:
    phone.open("/ja/cultivars?lineage=0")

    phone.page.click(".filter-open")

    expect(phone.page.locator(ORIGIN_SUMMARY)).to_be_visible()
    assert axe_violations(phone) == []
    phone.set_color_scheme("dark")
    assert axe_violations(phone, COLOUR_RULES) == []


def test_filter_sheet_closes_after_the_viewport_is_rotated(phone: Reader) -> None:
    phone.open("/ja/cultivars")
    phone.page.click(".filter-open")

    phone.resize((1000, 390))
    expect(phone.page.locator(ORIGIN_SUMMARY)).to_be_visible()
    press(phone, "Escape")

    assert not phone.evaluate(IS_SHEET_OPEN)
    expect(phone.page.locator(ORIGIN_SUMMARY)).to_be_visible()


IS_FORM_BESIDE_RESULTS = """() => {
  const [form, results] = ["search form", "#results"].map(
    one => document.querySelector(one).getBoundingClientRect());
  return form.right < results.left && form.top < results.bottom;
}"""
VISIBLE_CHOICES = """name => [...document.querySelectorAll(`.facet input[name=${name}]`)]
  .filter(one => one.checkVisibility({contentVisibilityAuto: true})).length"""


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.audit), "ja"])
def test_facets_stand_beside_the_results_on_a_wide_screen(
    new_reader: NewReader, language: str
) -> None:
    reader = new_reader(BrowserSettings(language, size=(1280, 900)))
    reader.open(("/ja" if language == "ja" else "") + "/cultivars")

    assert reader.evaluate(IS_FORM_BESIDE_RESULTS) is True
    assert reader.page.evaluate(VISIBLE_CHOICES, "suitableFor") > 5
    assert reader.page.evaluate(VISIBLE_CHOICES, "origin") == 0
    reader.page.locator(ORIGIN_SUMMARY).click()
    assert reader.page.evaluate(VISIBLE_CHOICES, "origin") > 5
    assert reader.page.evaluate(VISIBLE_CHOICES, "suitableFor") > 5
    expect(reader.page.locator(".facet-bar").first).to_have_css("border-radius", "0px")
    assert axe_violations(reader) == []


def test_chosen_filter_is_listed_and_its_choices_stay_open(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings(size=(1280, 900)))
    reader.open("/cultivars")

    reader.page.locator(".facet label", has_text="gyokuro").click()
    reader.page.wait_for_url("**suitableFor=gyokuro*")

    assert reader.page.evaluate(VISIBLE_CHOICES, "suitableFor") > 5
    expect(reader.page.locator(".cultivar-list-chosen a")).to_have_count(1)
