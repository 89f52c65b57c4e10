"""Operates a page by keyboard only."""

from tests.browser.reader import Reader

TABS_MOST = 250

IS_FOCUSED = (
    "css => document.activeElement !== document.body && document.activeElement.matches(css)"
)

# What Tab should reach, in the order of the page: everything that can be used and seen.
USABLE = """() => [...document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [tabindex='0']")]
  .filter(element => element.checkVisibility({visibilityProperty: true}) && !element.disabled)
  .map(element => element.outerHTML.slice(0, 160))"""

FOCUSED = "() => document.activeElement.outerHTML.slice(0, 160)"


def press(reader: Reader, *keys: str) -> None:
    for key in keys:
        reader.page.keyboard.press(key)


def is_on(reader: Reader, css: str) -> bool:
    return bool(reader.ask(IS_FOCUSED, css))


def wait_on(reader: Reader, css: str) -> None:
    """Waits until the element has the focus."""
    reader.until(IS_FOCUSED, css)


def tab_to(reader: Reader, css: str) -> None:
    """Presses Tab until the element has the focus; fails after 250 times."""
    for _ in range(TABS_MOST):
        if is_on(reader, css):
            return
        press(reader, "Tab")
    raise AssertionError(f"no number of Tabs leads to {css}")


def follow(reader: Reader, css: str) -> None:
    tab_to(reader, css)
    press(reader, "Enter")


def focused(reader: Reader) -> str:
    shown: str = reader.ask(FOCUSED)
    return shown


def usable(reader: Reader) -> list[str]:
    found: list[str] = reader.ask(USABLE)
    return found
