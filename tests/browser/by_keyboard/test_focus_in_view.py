"""Tests that the focused element is in view, and that the page behind a dialog does not scroll."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewReader, NewSampleReader
from tests.browser.keyboard import press
from tests.browser.reader import NARROW, WIDE, BrowserSettings

pytestmark = pytest.mark.browser

# The backgrounds of the window, which shows in place of a hidden scrollbar, and of the page.
BACKGROUNDS = """() => {
  const ground = getComputedStyle(document.documentElement);
  const probe = Object.assign(document.createElement("i"), {style: "color: var(--paper)"});
  document.documentElement.append(probe);
  const paper = getComputedStyle(probe).color;
  probe.remove();
  return [ground.backgroundColor, paper];
}"""

# Whether the middle of the focused element is covered by another one, or outside the window.
IS_FOCUSED_COVERED = """() => {
  const {left, top, width, height} = document.activeElement.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there === null || !document.activeElement.contains(there);
}"""


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_links_of_a_table_are_not_below_its_head(
    new_reader: NewReader, size: tuple[int, int]
) -> None:
    reader = new_reader(BrowserSettings("ja", size=size))
    reader.open("/ja/cultivars?view=table&page=4")
    links = reader.page.locator(".result-table tbody th a")
    links.last.focus()
    covered = []

    for _ in range(30):
        press(reader, "Shift+Tab")
        if reader.evaluate(IS_FOCUSED_COVERED):
            covered.append(reader.evaluate("() => document.activeElement.textContent"))

    assert covered == []


def test_links_below_the_diagram_of_a_lineage_are_in_view(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings("ja", size=(1280, 720)))
    reader.open("/ja/lineages/0")

    for link in reader.page.locator(".lineage-links a").all():
        link.focus()
        assert not reader.evaluate(IS_FOCUSED_COVERED), link.text_content()


def test_page_behind_a_dialog_does_not_scroll(new_sample_reader: NewSampleReader) -> None:
    reader = new_sample_reader(BrowserSettings("ja"))
    page = reader.page
    reader.open("/ja/community")
    page.locator("article .card-images a, article .card-images button").first.click()
    expect(page.locator("dialog:modal")).to_be_visible()
    before = reader.evaluate("() => scrollY")
    background, paper = reader.evaluate(BACKGROUNDS)

    page.mouse.move(5, 300)
    page.mouse.wheel(0, 600)
    press(reader, "Escape")
    expect(page.locator("dialog:modal")).to_have_count(0)

    assert reader.evaluate("() => scrollY") == before
    assert background != paper
    assert reader.evaluate(BACKGROUNDS)[0] == paper
