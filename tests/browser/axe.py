"""Accessibility violations of a page, found by axe-core."""

from functools import cache

from tests.browser.reader import NARROW, WIDE, Reader
from tests.running_site import ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

# The theme changes colours and nothing else: these rules are all that dark adds to light.
COLOUR_RULES = ("color-contrast", "link-in-text-block")

# axe looks at each page in each language, and at each width in one language; the audit looks at
# what is left.
SIZES = {"en": WIDE, "ja": NARROW}
OTHER_SIZES = {"en": NARROW, "ja": WIDE}

RUN = """rules => axe.run(document, {
  ...(rules.length ? {runOnly: {type: "rule", values: rules}} : {}),
  resultTypes: ["violations"],
}).then(({violations}) => violations.flatMap(({id, impact, nodes}) =>
  nodes.map(({target, failureSummary}) => `${impact} ${id}: ${target.join(" ")} ${failureSummary}`)
))"""


@cache
def source() -> str:
    return AXE.read_text(encoding="utf-8")


def axe_violations(reader: Reader, rules: tuple[str, ...] = ()) -> list[str]:
    """Returns all violations, or those of the given rules."""
    if not reader.ask("() => 'axe' in window"):
        # The debugger's door: the page's own policy would stop a script element.
        reader.ask(source())
    found: list[str] = reader.ask(RUN, list(rules))
    return found


def expect_no_violation(reader: Reader, size: tuple[int, int]) -> None:
    """Looks at all rules in the light theme, and at those of colours in the dark one."""
    reader.resize(size)
    reader.light("light")
    assert axe_violations(reader) == [], size
    reader.light("dark")
    assert axe_violations(reader, COLOUR_RULES) == [], size
