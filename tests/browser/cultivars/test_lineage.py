"""Tests of the diagram of a lineage: moved, scaled, opened at a name, scrolled without scripts."""

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.reader import NARROW, WIDE, BrowserSettings, Reader

pytestmark = pytest.mark.browser

BOX = ".explorer .pedigree-scroll"
# The width of the diagram in px, which changes with its scale.
SCALE = "() => document.querySelector('.explorer svg.pedigree-rows').getBoundingClientRect().width"
TOP = "() => document.querySelector('.explorer svg.pedigree-rows').getBoundingClientRect().top"
# Whether a name lies inside the box.
IS_SHOWN = """(id) => {
  const inner = document.getElementById(id).getBoundingClientRect();
  const outer = document.querySelector('.explorer .pedigree-scroll').getBoundingClientRect();
  return inner.top >= outer.top && inner.bottom <= outer.bottom && inner.left >= outer.left;
}"""


def open_diagram(reader: Reader, path: str = "/ja/lineages/0") -> Reader:
    reader.open(path)
    expect(reader.page.locator(f"{BOX}[data-moved]")).to_be_visible()
    return reader


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "360"])
def test_diagram_opens_at_the_name_of_the_address(
    new_reader: NewReader, size: tuple[int, int]
) -> None:
    path = "/ja/lineages/0#sayamaakari"
    reader = open_diagram(new_reader(BrowserSettings("ja", size=size)), path)

    assert reader.page.evaluate(IS_SHOWN, "sayamaakari")
    expect(reader.page.locator("#sayamaakari")).to_have_attribute("data-marked", "")


def test_list_shows_a_name_in_the_diagram(new_reader: NewReader) -> None:
    reader = open_diagram(new_reader(BrowserSettings("ja", size=WIDE)))
    assert not reader.page.evaluate(IS_SHOWN, "seimei")

    name = text("ja", "lineage.members.inPicture", name="せいめい")
    reader.page.get_by_role("link", name=name, exact=True).click()

    assert reader.page.evaluate(IS_SHOWN, "seimei")
    assert reader.page.url.endswith("#seimei")
    expect(reader.page.locator("#seimei")).to_be_focused()


def test_buttons_and_keys_scale_and_move(new_reader: NewReader) -> None:
    reader = open_diagram(new_reader(BrowserSettings("en", size=WIDE)), "/lineages/0")
    page = reader.page
    width = page.evaluate(SCALE)

    page.get_by_role("button", name=text("en", "lineage.picture.zoomIn")).click()
    wider = page.evaluate(SCALE)
    page.keyboard.press("-")
    page.keyboard.press("-")
    narrower = page.evaluate(SCALE)
    top = page.evaluate(TOP)
    page.keyboard.press("ArrowDown")
    moved = page.evaluate(TOP)
    page.keyboard.press("0")

    assert narrower < width < wider
    assert moved < top
    assert page.evaluate(SCALE) < narrower


def test_drag_moves_the_diagram_and_follows_no_link(new_reader: NewReader) -> None:
    reader = open_diagram(new_reader(BrowserSettings("en", size=WIDE)), "/lineages/0")
    page = reader.page
    page.locator(BOX).scroll_into_view_if_needed()
    name = page.locator("#yamakai").bounding_box()
    assert name is not None
    x, y = name["x"] + 40, name["y"] + 10
    top = page.evaluate(TOP)

    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 30, steps=3)
    page.mouse.up()

    assert page.evaluate(TOP) == pytest.approx(top - 30, abs=1)
    assert page.url.endswith("/lineages/0")


def test_plain_wheel_scrolls_the_page(new_reader: NewReader) -> None:
    reader = open_diagram(new_reader(BrowserSettings("en", size=WIDE)), "/lineages/4")
    page = reader.page
    width = page.evaluate(SCALE)
    page.locator(BOX).hover()

    page.mouse.wheel(0, 200)
    page.wait_for_function("() => scrollY > 0")
    scrolled = page.evaluate(SCALE)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")

    assert scrolled == width
    page.wait_for_function(f"({SCALE})() > {width}")


def test_focused_name_comes_into_view(new_reader: NewReader) -> None:
    reader = open_diagram(new_reader(BrowserSettings("en", size=WIDE)), "/lineages/0")
    page = reader.page
    page.locator(BOX).focus()

    for _ in range(40):
        page.keyboard.press("Tab")
        focused = page.evaluate("() => document.activeElement.id")
        assert not focused or page.evaluate(IS_SHOWN, focused)


def test_page_without_scripts_scrolls_to_the_name(new_reader: NewReader) -> None:
    page = new_reader(BrowserSettings(has_scripts=False)).page
    page.goto("/ja/lineages/0#seimei")

    expect(page.locator("#seimei")).to_be_in_viewport()
    expect(page.locator(".explorer-controls")).to_be_hidden()


@pytest.mark.parametrize("path", ["/lineages/13", "/ja/lineages"])
def test_lineages_have_no_axe_violations(new_reader: NewReader, path: str) -> None:
    reader = new_reader(BrowserSettings("ja" if path.startswith("/ja") else "en"))
    reader.open(path)

    assert axe_violations(reader) == []
