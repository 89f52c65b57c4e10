"""Tests that the focus ring is visible in both themes, and the focused element in the window."""

import io

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page

from tests.browser.conftest import NewReader
from tests.browser.keyboard import activate_directly, has_focus, press, tab_directly_to
from tests.browser.reader import BrowserSettings, Reader

pytestmark = pytest.mark.browser

MARGIN = 8
# WCAG 2.2 asks for at least the area of a line of two pixels around the target, in colours that
# differ clearly. One pixel on each side is enough here, as targets may be clipped or rounded.
RING_PIXELS = 2
DIFFERENCE_LEAST = 60

STOPS = {
    "/": [".header-logo", ".header-nav a", ".language-switch a", ".theme-switch", ".header-login",
          "main .button", ".home-door a", ".cultivar-card-link", ".footer a"],
    "/cultivars": ["#search", ".cultivar-filters-shortcuts a", ".facet summary", "#sort",
                   ".cultivar-card-link",
                   ".cultivar-list-more a"],
    "/cultivars/saemidori": [".breadcrumb a", ".cultivar-fact a", ".pedigree svg a:has(rect)",
                             ".lineage-diagram summary", ".sources-list a", "a[rel=next]"],
}  # fmt: skip

CURRENT_NAME = "details[open] svg a[aria-current]"

# The box of the element that shows the ring: the focused link, or its card.
RING_BOX = """() => {
  const focused = document.activeElement;
  const isRinged = getComputedStyle(focused).outlineStyle !== "none";
  const shown = isRinged ? focused : focused.closest(".cultivar-card") ?? focused;
  const {x, y, width, height} = shown.getBoundingClientRect();
  return {x, y, width, height};
}"""


def screenshot(page: Page, box: dict[str, float]) -> Image.Image:
    left, top = max(0, box["x"] - MARGIN), max(0, box["y"] - MARGIN)
    clip = {
        "x": left,
        "y": top,
        "width": box["x"] + box["width"] + MARGIN - left,
        "height": box["y"] + box["height"] + MARGIN - top,
    }
    return Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("L")  # type: ignore[arg-type]


def changed_pixels(reader: Reader) -> tuple[int, float]:
    """Returns the number of pixels that the focus changes, and that of the least ring."""
    page = reader.page
    box = reader.evaluate(RING_BOX)
    focused = screenshot(page, box)
    reader.evaluate("() => { window.left = document.activeElement; left.blur(); }")
    unfocused = screenshot(page, box)
    reader.evaluate("() => left.focus({preventScroll: true, focusVisible: true})")
    difference = ImageChops.difference(focused, unfocused).point(
        lambda v: 255 * (v >= DIFFERENCE_LEAST)
    )
    ring = (box["width"] + box["height"]) * RING_PIXELS
    return sum(difference.histogram()[128:]), ring


@pytest.mark.parametrize(
    ("path", "scheme"),
    [
        ("/", "light"),
        ("/cultivars", "dark"),
        ("/cultivars/saemidori", "light"),
        pytest.param("/", "dark", marks=pytest.mark.audit),
        pytest.param("/cultivars", "light", marks=pytest.mark.audit),
        pytest.param("/cultivars/saemidori", "dark", marks=pytest.mark.audit),
    ],
)
def test_focus_ring_is_visible(new_reader: NewReader, path: str, scheme: str) -> None:
    reader = new_reader(BrowserSettings(scheme=scheme))
    reader.open(path)

    for stop in STOPS[path]:
        tab_directly_to(reader, stop)
        changed, ring = changed_pixels(reader)
        assert has_focus(reader, stop)
        assert changed >= ring, f"{stop}: {changed} pixels of {ring:.0f}"


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.audit), "dark"])
def test_focus_ring_is_visible_on_the_current_name_of_a_diagram(
    new_reader: NewReader, scheme: str
) -> None:
    reader = new_reader(BrowserSettings(scheme=scheme))
    reader.open("/cultivars/saemidori")
    activate_directly(reader, ".lineage-diagram summary")

    reader.page.locator(CURRENT_NAME).wait_for()
    tab_directly_to(reader, CURRENT_NAME)

    changed, ring = changed_pixels(reader)
    assert changed >= ring


@pytest.mark.parametrize("path", STOPS)
def test_focused_element_is_in_the_viewport(new_reader: NewReader, path: str) -> None:
    reader = new_reader(BrowserSettings(language="ja", size=(360, 740)))
    reader.open(path)

    hidden = []
    for _ in range(60):
        press(reader, "Tab")
        if not reader.evaluate(
            """() => {
              const {top, bottom, left, right} = document.activeElement.getBoundingClientRect();
              return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
            }"""
        ):
            hidden.append(reader.evaluate("() => document.activeElement.outerHTML.slice(0, 120)"))

    assert hidden == []
