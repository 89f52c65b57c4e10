"""Finds elements that overflow the window, and sizes of touch targets."""

from typing import Any

from tests.browser.reader import Reader

# The page itself may be cut at the window's edge, so that nothing is seen of what sticks out: the
# elements are asked, too. What lies in a box that scrolls is reached by scrolling.
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
    found: list[str] = reader.evaluate(OVERFLOWING)
    return found


def visible_sizes(reader: Reader, css: str) -> list[tuple[str, int, int]]:
    """Returns the visible elements with width and height."""
    found: list[Any] = reader.evaluate(VISIBLE_SIZES, css)
    return [(shown, width, height) for shown, width, height in found]
