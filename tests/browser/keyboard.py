"""Operates a page by keyboard only."""

from tests.browser.reader import Reader

TABS_MOST = 250

IS_FOCUSED = (
    "css => document.activeElement !== document.body && document.activeElement.matches(css)"
)

# What Tab should reach, in the order of the page: everything that can be used and seen.
CONTROLS = """[...document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [tabindex='0']")]
  .filter(element => element.checkVisibility({visibilityProperty: true}) && !element.disabled)"""
USABLE = f"() => {CONTROLS}.map(element => element.outerHTML.slice(0, 160))"

# Focuses the last control that begins before the first element that matches.
TO_THE_ONE_BEFORE = f"""css => {{
  const target = document.querySelector(css);
  const isBefore = one => !one.contains(target)
    && one.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (target) {CONTROLS}.filter(isBefore).at(-1)?.focus({{preventScroll: true}});
}}"""

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


def tab_into(reader: Reader, css: str) -> None:
    """Begins at the control before: `test_tab_reaches_every_control` comes from the page's top."""
    reader.ask(TO_THE_ONE_BEFORE, css)
    press(reader, "Tab")
    tab_to(reader, css)


def follow_near(reader: Reader, css: str) -> None:
    tab_into(reader, css)
    press(reader, "Enter")


def follow(reader: Reader, css: str) -> None:
    tab_to(reader, css)
    press(reader, "Enter")


def focused(reader: Reader) -> str:
    shown: str = reader.ask(FOCUSED)
    return shown


def usable(reader: Reader) -> list[str]:
    found: list[str] = reader.ask(USABLE)
    return found
