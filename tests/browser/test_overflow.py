"""Tests that long names and wide diagrams do not overflow at any size of the window."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from server.contracts.catalogue import CULTIVAR_COUNT, CULTIVARS
from server.contracts.cultivar import Cultivar
from server.contracts.evidence import BREEDERS, INSTITUTES
from tests.browser.conftest import NewReader
from tests.browser.layout_checks import overflowing
from tests.browser.reader import NARROW, NARROWEST, WIDE, BrowserSettings
from tests.browser.sweeps import alternating_languages, for_audit

pytestmark = pytest.mark.browser

EVERY_SIZE = [WIDE, (768, 1024), NARROW, NARROWEST]

# The right edges of the lineage diagrams and of their columns.
RIGHT_EDGES = """() => [...document.querySelectorAll("details .pedigree-scroll")].map(drawing => {
  const column = drawing.closest("aside").getBoundingClientRect();
  return [Math.round(drawing.getBoundingClientRect().right), Math.round(column.right)];
})"""

# The height of each diagram that its box hides.
HIDDEN_HEIGHTS = """() => [...document.querySelectorAll("details .pedigree-scroll")].map(
  drawing => drawing.scrollHeight - drawing.clientHeight)"""

# For each item of the breadcrumb: whether it is in a line below the item before, and the content
# of its ::before and ::after.
BREADCRUMBS = """() => [...document.querySelectorAll(".breadcrumb li")].map((item, index, all) => {
  const sign = side => getComputedStyle(item, side).content;
  const above = all[index - 1]?.getBoundingClientRect().bottom ?? Infinity;
  return [item.getBoundingClientRect().top >= above, sign("::before"), sign("::after")];
})"""

# The smallest gap in px between two labels below the columns of a chart.
LABEL_GAP = """() => Math.min(...[...document.querySelectorAll(".chart-columns")].flatMap(chart => {
  const shown = [...chart.querySelectorAll(".chart-axis")].map(one => one.getBoundingClientRect())
    .filter(({width}) => width > 0);
  return shown.slice(1).map(({left}, index) => left - shown[index].right);
}))"""

MEASURES: tuple[Callable[[Cultivar], int], ...] = (
    lambda record: len(record.name_ja),
    lambda record: len(record.name_en),
    lambda record: max(map(len, record.name_en.split())),
    lambda record: len(record.aliases),
    lambda record: len(record.lineage),
    lambda record: len(record.sources),
    lambda record: len("".join(parent.name_en for parent in record.parents)),
)

LONGEST_RECORDS = sorted(
    {max(CULTIVARS, key=lambda id: measure(CULTIVARS[id])) for measure in MEASURES}
)


@pytest.mark.parametrize("language", [for_audit("en"), "ja"])
def test_cultivar_cards_do_not_overflow(new_reader: NewReader, language: str) -> None:
    reader = new_reader(BrowserSettings(language))
    reader.open(("/ja" if language == "ja" else "") + "/cultivars?page=13")
    expect(reader.page.locator(".cultivar-card")).to_have_count(CULTIVAR_COUNT)

    for size in EVERY_SIZE:
        reader.resize(size)
        assert overflowing(reader) == []


@pytest.mark.parametrize(("id", "language"), alternating_languages(LONGEST_RECORDS))
def test_longest_records_do_not_overflow(new_reader: NewReader, id: str, language: str) -> None:
    reader = new_reader(BrowserSettings(language))

    reader.open(("/ja" if language == "ja" else "") + f"/cultivars/{id}")

    for size in EVERY_SIZE:
        reader.resize(size)
        assert overflowing(reader) == [], size


def test_breadcrumb_that_wraps_keeps_its_slash_on_the_line_above(new_reader: NewReader) -> None:
    longest = max(BREEDERS, key=lambda id: len(INSTITUTES.institutes[id][-1].ja))
    reader = new_reader(BrowserSettings("ja"))
    reader.open(f"/ja/breeders/{longest}")

    reader.resize(NARROW)
    *above, last = reader.evaluate(BREADCRUMBS)

    assert last == [True, "none", "none"]
    assert [one[1:] for one in above] == [["none", '"/"']] * len(above)


def test_lineage_diagram_stays_in_its_column_at_full_height(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings())
    reader.open("/cultivars/saemidori")
    for summary in reader.page.locator(".lineage-diagram summary").all():
        summary.click()
    expect(reader.page.locator("details .pedigree-scroll")).to_have_count(2)

    for size in EVERY_SIZE:
        reader.resize(size)
        assert [one for one in reader.evaluate(RIGHT_EDGES) if one[0] > one[1]] == [], size
        assert reader.evaluate(HIDDEN_HEIGHTS) == [0, 0], size


def test_labels_below_columns_do_not_touch(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings())
    reader.open("/timeline")

    for size in (WIDE, (680, 900), NARROWEST):
        reader.resize(size)
        assert reader.evaluate(LABEL_GAP) > 3, size


def test_home_beside_a_scrollbar_has_one_left_edge_and_one_row_in_its_header(
    new_reader: NewReader,
) -> None:
    reader = new_reader(BrowserSettings(size=(768, 1024)))
    reader.open("/")

    edges = reader.evaluate("""() => {
      document.documentElement.style.paddingRight = "17px";
      const left = name => document.querySelector(name).getBoundingClientRect().left;
      return [left(".home-hero-text"), left(".home-door h2")];
    }""")

    assert edges[0] == edges[1]
    header = reader.page.locator(".header").bounding_box()
    assert header is not None
    assert header["height"] < 80


def test_select_has_padding_for_its_arrow(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings())
    reader.open("/cultivars")

    look = reader.evaluate("""() => [...document.querySelectorAll("select")].map(select => {
      const {appearance, backgroundImage, paddingInlineEnd} = getComputedStyle(select);
      return [appearance, backgroundImage.includes("gradient"), paddingInlineEnd];
    })""")

    assert {tuple(one) for one in look} == {("none", True, "34px")}
