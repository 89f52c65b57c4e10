"""Tests of printed pages: number of sheets, shown and hidden parts, and gaps."""

import re

import pytest
from playwright.sync_api import Page, expect

from server.contracts.catalogue import CULTIVAR_COUNT, CULTIVARS
from server.contracts.limits import LIMITS
from server.contracts.locales import text
from server.contracts.routes import LANGUAGES, Language, path_for
from tests.browser.conftest import NewReader, NewSampleReader
from tests.browser.reader import BrowserSettings, Reader
from tests.browser.sweeps import alternating_languages

pytestmark = pytest.mark.browser

# The distances of the elements from the top, in px.
TOPS = """all => all.map(css => document.querySelector(css).getBoundingClientRect().top)"""

SHEETS_MOST = 2
PDF_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
IS_TEXT_COVERED = """() => {
  const [text, pedigree] = [".cultivar-text", ".cultivar-pedigree"].map(
    css => document.querySelector(css).getBoundingClientRect());
  return text.right > pedigree.left;
}"""
# Least width of the text in px, beside the pedigree.
TEXT_WIDTH_LEAST = 150
FRAME_PICTURE = """() => {
  document.querySelector(".lineage-picture").style.setProperty("order", "-1", "important");
  document.querySelector(".pedigree-scroll").style.setProperty("border", "1px solid", "important");
}"""
KEEP_FIGURES_WHOLE = """() => document.querySelectorAll(".overview-figure").forEach(
  figure => figure.style.setProperty("break-inside", "avoid", "important"))"""
# The widest gap in px between the rows of facts that stand below each other in a column.
FACT_GAP = """() => {
  const rows = [...document.querySelectorAll(".cultivar-facts-section .cultivar-fact")]
    .map(row => row.getBoundingClientRect()).filter(({height}) => height > 0)
    .sort((a, b) => a.left - b.left || a.top - b.top);
  return Math.max(...rows.slice(1).map((row, index) =>
    row.left === rows[index].left ? row.top - rows[index].bottom : 0));
}"""
GAP_MOST = 2
# The links of ratings that are underlined, and the heights of their lines in parts of the font's.
RATING_UNDERLINES = """() => [...document.querySelectorAll(".observations td li a")]
  .filter(link => getComputedStyle(link).textDecorationLine !== "none")
  .map(link => link.textContent)
"""
RATING_LINES = """() => [...document.querySelectorAll(".observations td li")]
  .map(item => getComputedStyle(item))
  .map(({lineHeight, fontSize}) => parseFloat(lineHeight) / parseFloat(fontSize))"""
LINE_LEAST = 1.39
TEXT_WIDTH = "() => document.querySelector('.cultivar-text').getBoundingClientRect().width"


def length(id: str) -> int:
    """Estimates the length of a cultivar's page in characters."""
    record = CULTIVARS[id]
    children = [one for one in CULTIVARS.values() if id in {p.cultivar_id for p in one.parents}]
    return len(record.description_en) + 100 * len(record.sources) + 20 * len(children)


# The longest two, and those with the widest, the smallest and no pedigree of named cultivars.
PRINTED = [*sorted(CULTIVARS, key=length)[-2:], "seimei", "okumidori", "cha-chukanbohon-no-6", "z1"]


@pytest.mark.parametrize(("id", "language"), alternating_languages(PRINTED))
def test_a_record_is_printed_on_two_sheets(
    new_sample_reader: NewSampleReader, id: str, language: Language
) -> None:
    reader = new_sample_reader(BrowserSettings(language))
    reader.open(path_for("cultivar", language, params={"id": id}))

    sheets = len(PDF_PAGE.findall(reader.page.pdf(format="A4")))

    assert 1 <= sheets <= SHEETS_MOST


def open_in_print(page: Page, path: str) -> None:
    """Opens the page with the styles of print, as wide as the text of an A4 sheet."""
    page.set_viewport_size({"width": 703, "height": 1054})
    page.goto(path)
    page.emulate_media(media="print")


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "none"])
def test_print_keeps_record_sources_and_citation_alone(
    new_sample_reader: NewSampleReader, has_scripts: bool
) -> None:
    page = new_sample_reader(BrowserSettings(has_scripts=has_scripts)).page

    open_in_print(page, "/ja/cultivars/saemidori")

    for kept in ("h1", ".cultivar-pedigree svg", ".cultivar-registry code", ".sources-list",
                 ".citation", ".observations table"):  # fmt: skip
        expect(page.locator(kept).first).to_be_visible()
    for gone in (".breadcrumb", ".cultivar-actions", ".related-section", ".lineage-diagram",
                 ".citation-forms", ".cultivar-neighbours", ".cultivar-back"):  # fmt: skip
        assert page.locator(f"{gone} >> visible=true").count() == 0, gone
    assert page.evaluate(IS_TEXT_COVERED) is False
    assert page.evaluate(TEXT_WIDTH) > TEXT_WIDTH_LEAST


def test_facts_and_ratings_of_a_record_are_printed_without_gaps_and_collisions(
    new_reader: NewReader,
) -> None:
    page = new_reader(BrowserSettings()).page

    open_in_print(page, "/ja/cultivars/seimei")

    assert page.evaluate(FACT_GAP) <= GAP_MOST
    # Two ratings of a row stand above each other; an underline would run through the lower one.
    assert page.evaluate(RATING_UNDERLINES) == []
    lines = page.evaluate(RATING_LINES)
    assert lines
    assert min(lines) >= LINE_LEAST


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_post_is_printed_with_its_date_and_without_actions(
    new_sample_reader: NewSampleReader, language: Language
) -> None:
    reader = new_sample_reader(BrowserSettings(language))
    reader.open(path_for("community", language))
    post = reader.page.locator(".post-card a[href*='/post/']").first.get_attribute("href")
    assert post is not None
    reader.open(post)

    reader.page.emulate_media(media="print")

    expect(reader.page.locator(".post-page-content")).to_be_visible()
    date = reader.evaluate(
        "() => getComputedStyle(document.querySelector('time'), '::after').content"
    )
    assert re.search(r"\d{4}", date)
    for gone in (".post-page-back", ".post-page-counts", "main form", "main .button"):
        assert reader.page.locator(f"{gone} >> visible=true").count() == 0, gone


def test_the_list_is_printed_with_the_number_of_the_other_records(reader: Reader) -> None:
    reader.open(path_for("cultivars", "ja"))
    more = reader.page.locator(".cultivar-list-more")
    expect(more.locator("a")).to_be_visible()

    reader.page.emulate_media(media="print")

    expect(more.locator("a")).to_be_hidden()
    printed = more.evaluate("one => getComputedStyle(one, '::before').content")
    rest = CULTIVAR_COUNT - LIMITS.cultivar_page_size
    assert printed == f'"{text("ja", "cultivars.rest", count=rest)}"'
    # The colour of the dot says the lineage: also browsers that print no backgrounds print it.
    expect(reader.page.locator(".lineage-dot").first).to_have_css("print-color-adjust", "exact")


def test_each_printed_sheet_of_the_calendar_has_its_head(reader: Reader) -> None:
    reader.open(path_for("calendar", "ja"))

    reader.page.emulate_media(media="print")

    head = reader.page.locator(".calendar-top").first
    expect(head).to_have_css("display", "table-header-group")


def test_a_long_lineage_is_printed_without_an_empty_sheet(reader: Reader) -> None:
    reader.open(path_for("lineage", "ja", params={"code": "0"}))
    printed = len(PDF_PAGE.findall(reader.page.pdf(format="A4")))

    # A frame around a picture above the list leaves a sheet with only the frame, for comparison.
    reader.page.evaluate(FRAME_PICTURE)

    assert printed < len(PDF_PAGE.findall(reader.page.pdf(format="A4")))


def test_the_list_of_a_lineage_is_printed_before_its_picture(reader: Reader) -> None:
    reader.open(path_for("lineage", "ja", params={"code": "4"}))
    reader.page.emulate_media(media="print")

    tops = reader.evaluate(TOPS, [".lineage-members", ".lineage-picture"])

    assert tops == sorted(tops)


@pytest.mark.parametrize(
    ("path", "whole", "gone"),
    [
        ("/ja/community", ".post-card", ".category-tabs, .feed-sort"),
        ("/ja", ".home-section:has(#featured)", "main .button"),
    ],
)
def test_cards_are_printed_whole_and_without_links_to_other_lists(
    new_sample_reader: NewSampleReader, path: str, whole: str, gone: str
) -> None:
    reader = new_sample_reader(BrowserSettings("ja"))
    reader.open(path)

    reader.page.emulate_media(media="print")

    inside = "css => getComputedStyle(document.querySelector(css)).breakInside"
    assert reader.evaluate(inside, whole) == "avoid"
    assert reader.page.locator(gone).locator("visible=true").count() == 0


@pytest.mark.parametrize("path", ["/timeline", "/ja/statistics"])
def test_figures_begin_where_the_sheet_has_room(reader: Reader, path: str) -> None:
    reader.open(path)
    printed = len(PDF_PAGE.findall(reader.page.pdf(format="A4")))

    # For comparison: figures that are kept whole leave the end of the sheet before them empty.
    reader.page.evaluate(KEEP_FIGURES_WHOLE)

    assert printed < len(PDF_PAGE.findall(reader.page.pdf(format="A4")))
