"""Accessibility violations of a page, found by axe-core."""

from functools import cache

from server.contracts.routes import Language
from tests.browser.reader import NARROW, WIDE, Reader
from tests.running_site import ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

# The theme changes only colours, so the second theme is checked by these rules alone.
COLOUR_RULES = ("color-contrast", "link-in-text-block")

# `make test` checks each page in one language, in the width and theme of that language; the audit
# checks the other views. Contrast takes axe more time than all other rules together.
VIEWS = {"en": (WIDE, "light"), "ja": (NARROW, "dark")}

RUN = """rules => axe.run(document, {
  ...(rules.length ? {runOnly: {type: "rule", values: rules}} : {}),
  resultTypes: ["violations"],
}).then(({violations}) => violations.flatMap(({id, impact, nodes}) =>
  nodes.map(({target, failureSummary}) => `${impact} ${id}: ${target.join(" ")} ${failureSummary}`)
))"""


@cache
def axe_source() -> str:
    return AXE.read_text(encoding="utf-8")


def axe_violations(reader: Reader, rules: tuple[str, ...] = ()) -> list[str]:
    """Returns the violations of the given rules, or of all rules that axe runs by default."""
    if not reader.evaluate("() => 'axe' in window"):
        # Evaluated by the debugger: the content security policy would block a script element.
        reader.evaluate(axe_source())
    found: list[str] = reader.evaluate(RUN, list(rules))
    return found


def expect_no_violation(reader: Reader, language: Language) -> None:
    """Checks all rules, at the width and in the theme of this language."""
    size, scheme = VIEWS[language]
    reader.resize(size)
    reader.set_color_scheme(scheme)
    assert axe_violations(reader) == [], VIEWS[language]


def expect_no_violation_in_other_views(reader: Reader, language: Language) -> None:
    """Checks the colours of the other theme, then both themes at the other width."""
    own_size, own_scheme = VIEWS[language]
    other_size = NARROW if own_size == WIDE else WIDE
    other_scheme = "dark" if own_scheme == "light" else "light"
    for size, scheme, rules in (
        (own_size, other_scheme, COLOUR_RULES),
        (other_size, "light", ()),
        (other_size, "dark", COLOUR_RULES),
    ):
        reader.resize(size)
        reader.set_color_scheme(scheme)
        assert axe_violations(reader, rules) == [], (size, scheme)
