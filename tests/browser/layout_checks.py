"""Elements that overflow the window, and sizes of visible elements."""

from typing import Any

from tests.browser.reader import Reader

# The page has `overflow-x: clip`, which hides what sticks out without a scrollbar, so the elements
# are measured, too; those in a box that scrolls by itself are left out.
OVERFLOWING = """() => [
  ...(document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : []),
  ...[...document.querySelectorAll("body *")]
    .filter(element => element.checkVisibility({visibilityProperty: true})
      && !element.parentElement.closest(
        ".pedigree-scroll, .observations-scroll, .overview-scroll, .relation-scroll,"
        + " .category-tabs, .visually-hidden")
      && (({left, right, width, height}) => width > 0 && height > 0
        && (right > innerWidth + 1 || left < -1))(element.getBoundingClientRect()))
    .map(element => element.outerHTML.slice(0, 120)),
]"""

VISIBLE_SIZES = """css => [...document.querySelectorAll(css)]
  .filter(element => element.checkVisibility({visibilityProperty: true}))
  .map(element => [element, element.getBoundingClientRect()])
  .map(([element, {width, height}]) =>
    [element.outerHTML.slice(0, 120), Math.round(width), Math.round(height)])"""


def overflowing(reader: Reader) -> list[str]:
    """Returns the HTML of the elements that reach beyond the sides of the window."""
    found: list[str] = reader.evaluate(OVERFLOWING)
    return found


def visible_sizes(reader: Reader, css: str) -> list[tuple[str, int, int]]:
    """Returns HTML, width and height in px of the visible elements that match."""
    found: list[Any] = reader.evaluate(VISIBLE_SIZES, css)
    return [(html, width, height) for html, width, height in found]
