"""Helpers that move the focus and press controls by keyboard only."""

from tests.browser.reader import Reader

TABS_MOST = 250

IS_FOCUSED = (
    "css => document.activeElement !== document.body && document.activeElement.matches(css)"
)

# The visible and enabled controls in document order, which Tab should reach.
CONTROLS = """[...document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [tabindex='0']")]
  .filter(element => element.checkVisibility({visibilityProperty: true}) && !element.disabled)"""
USABLE_CONTROLS = f"() => {CONTROLS}.map(element => element.outerHTML.slice(0, 160))"

# Focuses the control before the first element that matches the selector.
FOCUS_CONTROL_BEFORE = f"""css => {{
  const target = document.querySelector(css);
  const isBefore = one => !one.contains(target)
    && one.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (target) {CONTROLS}.filter(isBefore).at(-1)?.focus({{preventScroll: true}});
}}"""

FOCUSED_HTML = "() => document.activeElement.outerHTML.slice(0, 160)"


def press(reader: Reader, *keys: str) -> None:
    for key in keys:
        reader.page.keyboard.press(key)


def has_focus(reader: Reader, css: str) -> bool:
    return bool(reader.evaluate(IS_FOCUSED, css))


def wait_for_focus(reader: Reader, css: str) -> None:
    """Waits until the element has the focus."""
    reader.wait_until(IS_FOCUSED, css)


def tab_to(reader: Reader, css: str) -> None:
    """Presses Tab, at most 250 times, until the element has the focus."""
    for _ in range(TABS_MOST):
        if has_focus(reader, css):
            return
        press(reader, "Tab")
    raise AssertionError(f"{TABS_MOST} Tabs do not reach {css}")


def tab_directly_to(reader: Reader, css: str) -> None:
    """Focuses the control before the element, then tabs: faster than from the top of the page."""
    reader.evaluate(FOCUS_CONTROL_BEFORE, css)
    press(reader, "Tab")
    tab_to(reader, css)


def activate_directly(reader: Reader, css: str) -> None:
    """Presses Enter on the element, to which it tabs from the control before."""
    tab_directly_to(reader, css)
    press(reader, "Enter")


def activate(reader: Reader, css: str) -> None:
    """Presses Enter on the element, to which it tabs from the present focus."""
    tab_to(reader, css)
    press(reader, "Enter")


def focused_html(reader: Reader) -> str:
    """Returns the beginning of the focused element's HTML."""
    html: str = reader.evaluate(FOCUSED_HTML)
    return html


def usable_controls(reader: Reader) -> list[str]:
    """Returns the beginning of the HTML of each visible and enabled control."""
    found: list[str] = reader.evaluate(USABLE_CONTROLS)
    return found
