"""Asks axe-core what keeps people from using a page."""

from functools import cache

from tests.browser.reading import Reader
from tests.running_site import ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

# The theme changes colours and nothing else: these rules are all that dark adds to light.
COLOUR_RULES = ("color-contrast", "link-in-text-block")

RUN = """rules => axe.run(document, {
  ...(rules.length ? {runOnly: {type: "rule", values: rules}} : {}),
  resultTypes: ["violations"],
}).then(({violations}) => violations.flatMap(({id, impact, nodes}) =>
  nodes.map(({target, failureSummary}) => `${impact} ${id}: ${target.join(" ")} ${failureSummary}`)
))"""


@cache
def source() -> str:
    return AXE.read_text(encoding="utf-8")


def barriers(reader: Reader, rules: tuple[str, ...] = ()) -> list[str]:
    """All that axe finds, whatever its weight; only these rules where some are named."""
    if not reader.ask("() => 'axe' in window"):
        # The debugger's door: the page's own policy would stop a script element.
        reader.ask(source())
    found: list[str] = reader.ask(RUN, list(rules))
    return found
