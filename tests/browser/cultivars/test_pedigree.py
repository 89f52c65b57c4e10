"""Tests of the complete pedigree: moved, scaled, opened at a name, read without scripts."""

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.reader import NARROW, WIDE, BrowserSettings, Reader

pytestmark = pytest.mark.browser

BOX = ".explorer .pedigree-scroll"
PICTURE_BOX = """() => {
  const { left, top, width } = document.querySelector('.pedigree-layers').getBoundingClientRect();
  return [left, top, width];
}"""
IS_SHOWN = """(id) => {
  const inner = document.getElementById(id).getBoundingClientRect();
  const outer = document.querySelector('.explorer .pedigree-scroll').getBoundingClientRect();
  return inner.top >= outer.top && inner.bottom <= outer.bottom
    && inner.left >= outer.left && inner.right <= outer.right;
}"""
IN_WINDOW = """() => {
  const { top, bottom } = document.activeElement.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""
# Sends one event per frame, first of a drag, then of a zoom; returns the number of frames that
# moved the picture, and the value of --view that its names inherit.
DRAG_AND_ZOOM = """async () => {
  const box = document.querySelector('.explorer .pedigree-scroll');
  const picture = box.querySelector('svg');
  const { left, top } = box.getBoundingClientRect();
  const send = (name, x, y) => box.dispatchEvent(new PointerEvent(name, {
    pointerId: 1, button: 0, bubbles: true, clientX: left + x, clientY: top + y }));
  box.setPointerCapture = () => {};
  const frame = () => new Promise(requestAnimationFrame);
  let moved = 0, last = picture.style.getPropertyValue('--view');
  send('pointerdown', 200, 200);
  for (let step = 1; step <= 60; step += 1) {
    if (step <= 30) send('pointermove', 200, 200 - 4 * step);
    else box.dispatchEvent(new WheelEvent('wheel', {
      ctrlKey: true, deltaY: -8, clientX: left + 150, clientY: top + 150, cancelable: true }));
    await frame();
    const view = picture.style.getPropertyValue('--view');
    moved += view === last ? 0 : 1;
    last = view;
  }
  send('pointerup', 200, 80);
  const inherited = getComputedStyle(picture.querySelector('a')).getPropertyValue('--view');
  return [moved, inherited];
}"""


def open_pedigree(reader: Reader, path: str = "/ja/pedigree") -> Reader:
    reader.open(path)
    expect(reader.page.locator(f"{BOX}[data-moved]")).to_be_visible()
    return reader


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "360"])
def test_picture_opens_at_the_chosen_name(new_reader: NewReader, size: tuple[int, int]) -> None:
    reader = new_reader(BrowserSettings("ja", size=size))
    open_pedigree(reader, "/ja/pedigree?about=seimei")

    assert reader.page.evaluate(IS_SHOWN, "seimei")


def test_every_frame_of_a_drag_and_a_zoom_moves_the_picture_alone(new_reader: NewReader) -> None:
    reader = open_pedigree(new_reader(BrowserSettings("en", size=NARROW)), "/pedigree")

    moved, inherited = reader.page.evaluate(DRAG_AND_ZOOM)

    # Fewer than 60, as the scale has a limit. The names do not inherit the view, so that a frame
    # does not compute their styles again.
    assert moved > 45
    assert inherited == ""


def test_keys_move_and_scale_and_reach_the_names(new_reader: NewReader) -> None:
    page = open_pedigree(new_reader(BrowserSettings("en", size=WIDE)), "/pedigree").page
    page.locator(BOX).focus()
    _, top, width = page.evaluate(PICTURE_BOX)

    page.keyboard.press("ArrowDown")
    _, lower, _ = page.evaluate(PICTURE_BOX)
    page.keyboard.press("+")
    *_, wider = page.evaluate(PICTURE_BOX)
    page.keyboard.press("0")
    *_, whole = page.evaluate(PICTURE_BOX)
    page.keyboard.press("Tab")
    focused = page.evaluate("() => document.activeElement.id")

    assert lower < top
    assert whole < width < wider
    assert page.evaluate(IS_SHOWN, focused)


def test_every_name_that_gets_the_focus_is_in_the_window_of_a_phone(new_reader: NewReader) -> None:
    page = open_pedigree(new_reader(BrowserSettings("ja", size=NARROW))).page
    page.locator(BOX).focus()
    hidden = []

    for _ in range(page.locator(f"{BOX} a").count()):
        page.keyboard.press("Tab")
        if not page.evaluate(IN_WINDOW):
            hidden.append(page.evaluate("() => document.activeElement.id"))

    assert hidden == []


def test_form_highlights_a_line_and_the_picture_can_still_be_moved(new_reader: NewReader) -> None:
    page = open_pedigree(new_reader(BrowserSettings("ja", size=WIDE))).page

    page.fill("#pedigree-about", "せいめい")
    page.fill("#pedigree-to", "朝露")
    page.get_by_role("button", name=text("ja", "pedigree.choose.submit")).click()

    expect(page.locator("#pedigree-to")).to_have_value("あさつゆ")
    expect(page.locator("g.whole-lit > a")).to_have_count(3)
    expect(page.locator(f"{BOX}[data-moved]")).to_be_visible()


def test_link_of_the_list_highlights_a_name_without_a_reload(new_reader: NewReader) -> None:
    page = open_pedigree(new_reader(BrowserSettings("ja", size=WIDE))).page
    page.evaluate("() => { window.isSame = true; }")

    page.locator(".whole-light[href$='about=saemidori']").click()

    expect(page.locator("[data-marked] > a")).to_have_id("saemidori")
    expect(page.locator(f"{BOX}[data-moved]")).to_be_visible()
    assert page.evaluate("() => window.isSame")
    assert page.evaluate(IS_SHOWN, "saemidori")


def test_switch_hides_doubtful_parents(new_reader: NewReader) -> None:
    page = open_pedigree(new_reader(BrowserSettings("en", size=WIDE)), "/pedigree").page
    doubtful = page.locator(f"{BOX} .whole-doubt").first
    expect(doubtful).not_to_have_css("display", "none")

    page.get_by_label(text("en", "pedigree.doubt")).uncheck()

    expect(doubtful).to_have_css("display", "none")


def test_page_without_scripts_scrolls_its_picture(new_reader: NewReader) -> None:
    page = new_reader(BrowserSettings(has_scripts=False)).page
    page.goto("/ja/pedigree?about=seimei#seimei")

    expect(page.locator("#seimei")).to_be_in_viewport()
    expect(page.locator(".explorer-controls")).to_be_hidden()
    page.fill("#pedigree-about", "Saemidori")
    page.get_by_role("button", name=text("ja", "pedigree.choose.submit")).click()
    expect(page.locator("[data-marked] > a")).to_have_id("saemidori")


def test_only_the_list_is_printed(new_reader: NewReader) -> None:
    page = open_pedigree(new_reader(BrowserSettings("ja", size=WIDE))).page

    page.emulate_media(media="print")

    expect(page.locator(".whole-picture")).to_be_hidden()
    # The lead explains the picture, which is not printed.
    expect(page.locator(".overview-lead")).to_be_hidden()
    expect(page.locator(".whole-generation").first).to_be_visible()


@pytest.mark.parametrize(
    ("path", "scheme"),
    [
        ("/ja/pedigree?about=yabukita", "dark"),
        pytest.param("/ja/pedigree?about=yabukita", "light", marks=pytest.mark.audit),
    ],
)
def test_pedigree_at_a_name_has_no_axe_violations(
    new_reader: NewReader, path: str, scheme: str
) -> None:
    language = "ja" if path.startswith("/ja") else "en"
    reader = new_reader(BrowserSettings(language, scheme=scheme))
    reader.open(path)

    assert axe_violations(reader) == []


VISIBLE_PART = """() => ["y", "height"].map(
  name => Number(document.querySelector(".corner-part").getAttribute(name)))"""


def test_small_map_in_the_corner_shows_and_moves_the_part_in_view(new_reader: NewReader) -> None:
    reader = open_pedigree(new_reader(BrowserSettings(size=WIDE)), "/pedigree")
    map_of_picture = reader.page.locator(".corner-map")
    expect(map_of_picture).to_be_visible()
    box = map_of_picture.bounding_box()
    assert box is not None

    before = reader.evaluate(VISIBLE_PART)
    reader.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.9)
    after = reader.evaluate(VISIBLE_PART)

    assert before[0] < 20
    assert after[0] > before[0] + before[1]
    reader.page.locator("[data-view=whole]").click()
    expect(map_of_picture).to_be_hidden()


def test_small_map_is_left_out_on_a_phone(new_reader: NewReader) -> None:
    reader = open_pedigree(new_reader(BrowserSettings(size=NARROW)), "/pedigree")

    expect(reader.page.locator(".corner-map")).to_have_count(0)
