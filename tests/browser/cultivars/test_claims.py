"""Tests of the source marks on a cultivar's page and of their notes, also without scripts."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.layout_checks import overflowing, visible_sizes
from tests.browser.reader import NARROW, NARROWEST, BrowserSettings, Reader

pytestmark = pytest.mark.browser

MARK_PX = 24
MARKS = ".cultivar-facts .claim summary"


def test_a_mark_is_at_least_24_pixels_for_a_mouse(reader: Reader) -> None:
    reader.open("/cultivars/yabukita")

    marks = visible_sizes(reader, ".claim > summary")

    assert len(marks) > 8
    assert [mark for mark in marks if mark[1] < MARK_PX or mark[2] < MARK_PX] == []


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        (NARROWEST, "light"),
        pytest.param(NARROW, "dark", marks=pytest.mark.audit),
        pytest.param(NARROWEST, "dark", marks=pytest.mark.audit),
        pytest.param(NARROW, "light", marks=pytest.mark.audit),
    ],
)
def test_an_open_note_fits_a_phone_and_passes_axe(
    new_reader: NewReader, scheme: str, size: tuple[int, int]
) -> None:
    reader = new_reader(BrowserSettings("ja", scheme=scheme, size=size, is_touch=True))
    reader.open("/ja/cultivars/yabukita")

    reader.page.locator(MARKS).first.tap()

    expect(reader.page.locator(".claim[open] a").first).to_be_visible()
    assert overflowing(reader) == []
    assert axe_violations(reader) == []


def test_one_note_is_open_at_a_time_and_escape_closes_it(reader: Reader) -> None:
    reader.open("/cultivars/yabukita")
    marks, note = reader.page.locator(MARKS), reader.page.locator(".claim[open]")

    marks.nth(0).press("Enter")
    marks.nth(1).press("Enter")
    expect(note).to_have_count(1)
    reader.page.keyboard.press("Escape")

    expect(note).to_have_count(0)
    expect(marks.nth(1)).to_be_focused()


def test_a_note_opens_without_scripts(new_reader: NewReader) -> None:
    page = new_reader(BrowserSettings(has_scripts=False)).page
    page.goto("/cultivars/yabukita")

    page.locator(MARKS).first.click()

    expect(page.locator(".claim[open] a").first).to_be_visible()


# The number of a mark, and the text after it in the same line that begins before the number ends.
OVERLAPPED = """() => [...document.querySelectorAll(".claim > summary > span")].flatMap(number => {
  const box = number.getBoundingClientRect();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  texts.currentNode = number.closest(".claim");
  let next = texts.nextSibling();
  while (next && !next.data.trim()) next = texts.nextNode();
  if (!next || !box.width) return [];
  const range = document.createRange();
  range.setStart(next, next.data.search(/\\S/));
  range.setEnd(next, next.data.search(/\\S/) + 1);
  const {left, top, bottom} = range.getBoundingClientRect();
  const isBeside = top < box.bottom && bottom > box.top && left >= box.left;
  return isBeside && left < box.right ? [number.textContent + next.data.slice(0, 9)] : [];
})"""


@pytest.mark.parametrize(
    "path", ["/ja/compare?ids=yabukita,saemidori,okumidori", "/ja/cultivars/okumidori"]
)
def test_no_text_covers_the_number_of_a_mark_on_a_phone(new_reader: NewReader, path: str) -> None:
    reader = new_reader(BrowserSettings("ja", size=NARROW, is_touch=True))
    reader.open(path)

    assert reader.page.locator(".claim > summary").count() > 8
    assert reader.evaluate(OVERLAPPED) == []
