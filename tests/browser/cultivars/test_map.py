"""Tests of the map of prefectures: size of its squares, their texts and links."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewReader
from tests.browser.reader import NARROW, NARROWEST, BrowserSettings, Reader

pytestmark = pytest.mark.browser

SQUARE_PX = 24
SMALL_SQUARES = f"""() => [...document.querySelectorAll(".map-tiles a")]
  .map(link => link.getBoundingClientRect())
  .filter(({{width, height}}) => width < {SQUARE_PX} || height < {SQUARE_PX}).length"""
# Texts that are wider than their square.
WIDE_TEXTS = """() => [...document.querySelectorAll(".map-tiles rect:first-of-type")]
  .flatMap(rect => {
    const square = rect.getBoundingClientRect();
    return [...rect.parentElement.querySelectorAll("text")]
      .filter(text => text.checkVisibility())
      .filter(text => text.getBoundingClientRect().width > square.width + 1)
      .map(text => text.textContent);
  })"""


@pytest.fixture
def reader(new_reader: NewReader) -> Reader:
    return new_reader(BrowserSettings())


@pytest.mark.parametrize("size", [NARROWEST, NARROW])
@pytest.mark.parametrize("path", ["/map", "/ja/map?show=area"])
def test_squares_can_be_pressed_and_hold_their_texts_on_a_phone(
    reader: Reader, size: tuple[int, int], path: str
) -> None:
    reader.resize(size)
    reader.open(path)

    assert reader.evaluate(SMALL_SQUARES) == 0
    assert reader.evaluate(WIDE_TEXTS) == []


def test_square_is_a_link_to_its_prefecture_named_in_full(reader: Reader) -> None:
    reader.resize(NARROW)
    reader.open("/map")
    page = reader.page

    page.get_by_role("link", name="Tea area", exact=True).click()
    page.get_by_role("link", name="Kagoshima: 8,250 ha", exact=True).click()

    expect(page.get_by_role("heading", level=1)).to_contain_text("Kagoshima")
    expect(page.get_by_role("region", name="Cultivars bred here")).to_be_visible()
