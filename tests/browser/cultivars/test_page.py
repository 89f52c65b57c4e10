"""Tests of a cultivar's page: headline, order and overlap of its parts, and without scripts."""

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from tests.browser.conftest import NewReader
from tests.browser.reader import NARROW, WIDE, BrowserSettings, Reader

pytestmark = pytest.mark.browser

PHONE = (390, 740)
FONT_SIZE = "css => parseFloat(getComputedStyle(document.querySelector(css)).fontSize)"
TOP = "css => document.querySelector(css).getBoundingClientRect().top"
LEFT = "css => document.querySelector(css).getBoundingClientRect().left"
# The pairs of parts of the page that cover each other.
OVERLAPS = """() => {
  const parts = [".cultivar-romaji", ".cultivar-upright", ".cultivar-head", ".cultivar-pedigree",
    ".cultivar-record", ".cultivar-family"].flatMap(css => [...document.querySelectorAll(css)]);
  const boxes = parts.map(part => [part.className, part.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], index) => boxes.slice(index + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
    .map(([other]) => `${one} ${other}`));
}"""


def test_the_latin_name_is_the_headline_of_english_readers(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings())
    reader.open("/cultivars/saemidori")

    mode = "() => getComputedStyle(document.querySelector('.cultivar-romaji')).writingMode"
    for size in (WIDE, PHONE, NARROW):
        reader.resize(size)
        assert reader.evaluate(FONT_SIZE, ".cultivar-romaji") >= 36, size
        assert reader.evaluate(mode) == "horizontal-tb", size
        upright, epithet = (
            reader.evaluate(TOP, f".cultivar-{one}") for one in ("upright", "epithet")
        )
        assert upright < epithet, size


def test_the_japanese_name_stays_the_headline_of_japanese_readers(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings("ja"))
    reader.open("/ja/cultivars/saemidori")

    upright, romaji = (
        reader.evaluate(FONT_SIZE, f".cultivar-{one}") for one in ("upright", "romaji")
    )

    assert upright > 3 * romaji


@pytest.mark.parametrize(
    "path",
    ["/cultivars/seimei", "/ja/cultivars/seimei", "/cultivars/cha-chukanbohon-no-6",
     "/ja/cultivars/yabukita", "/cultivars/z1"],
)  # fmt: skip
def test_no_part_of_the_page_covers_another(new_reader: NewReader, path: str) -> None:
    reader = new_reader(BrowserSettings())

    reader.open(path)

    for width in (320, 768, 1040, 1280):
        reader.resize((width, 900))
        assert reader.evaluate(OVERLAPS) == [], width


@pytest.mark.parametrize("path", ["/cultivars/saemidori", "/ja/cultivars/seimei"])
def test_the_pedigree_follows_the_epithet_on_phones(new_reader: NewReader, path: str) -> None:
    reader = new_reader(BrowserSettings(size=PHONE))
    reader.open(path)

    order = [".cultivar-title", ".cultivar-epithet", ".cultivar-actions", ".cultivar-pedigree",
             ".cultivar-description"]  # fmt: skip
    tops = [reader.evaluate(TOP, css) for css in order]

    assert tops == sorted(tops)
    assert tops[3] < PHONE[1] / 2 + 40


def test_folded_register_data_opens_by_keyboard(reader: Reader) -> None:
    reader.open("/cultivars/saemidori")
    fold = reader.page.locator(".cultivar-registry")
    expect(fold.locator("code")).to_be_hidden()

    fold.locator("summary").first.focus()
    reader.page.keyboard.press("Enter")

    expect(fold.locator("code")).to_have_text("saemidori")


def test_without_scripts_the_citation_begins_at_the_margin(
    new_reader: NewReader,
) -> None:
    page = new_reader(BrowserSettings(has_scripts=False)).page
    page.goto("/cultivars/saemidori")

    left_edges = [page.evaluate(LEFT, css) for css in (".citation", ".citation-forms a")]
    share = page.get_by_text(text("en", "app.share.label"), exact=True)

    assert left_edges[0] == left_edges[1]
    expect(share).to_be_hidden()
    # The hidden share button leaves no empty row above the link to the comparison.
    actions = page.evaluate(TOP, ".cultivar-actions [data-compare]")
    assert page.evaluate(TOP, ".cultivar-description") - actions < 80
    assert actions - page.evaluate(TOP, ".cultivar-head") < 80
