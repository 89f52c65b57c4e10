"""Test of links on dense pages by two axe rules that are not enabled by default."""

import pytest

from server.contracts.routes import Language
from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.reader import NARROW, WIDE, BrowserSettings
from tests.browser.sweeps import for_audit

pytestmark = pytest.mark.browser

# WCAG 2.2 requires targets of 24 by 24 pixels, or as much space around them.
RULES = ("target-size", "scrollable-region-focusable")
# The narrowest page with the ruler as an axis beside the filters.
BESIDE_FILTERS = (992, 768)
EVERY_SIZE = (NARROW, BESIDE_FILTERS, WIDE)
DENSE = [
    "/cultivars?view=bud",
    "/cultivars?view=pluck",
    "/cultivars/yabukita",
    "/cultivars/saemidori",
    "/cultivars/yutakamidori",
    "/compare?ids=saemidori,okumidori,seimei",
    "/calendar",
]


@pytest.mark.parametrize(
    ("language", "is_touch", "pages", "sizes"),
    [
        ("en", False, DENSE[0::2], (BESIDE_FILTERS, WIDE)),
        ("ja", True, DENSE[1::2], (NARROW,)),
        for_audit("en", False, DENSE[1::2], (BESIDE_FILTERS, WIDE)),
        for_audit("ja", True, DENSE[0::2], (NARROW,)),
        for_audit("en", False, DENSE, (NARROW,)),
        for_audit("ja", True, DENSE, (BESIDE_FILTERS, WIDE)),
        for_audit("en", True, DENSE, EVERY_SIZE),
        for_audit("ja", False, DENSE, EVERY_SIZE),
    ],
)
def test_links_of_dense_pages_are_large_enough_or_apart(
    new_reader: NewReader,
    language: Language,
    pages: list[str],
    sizes: tuple[tuple[int, int], ...],
    *,
    is_touch: bool,
) -> None:
    reader = new_reader(BrowserSettings(language, size=WIDE, is_touch=is_touch))
    found = {}

    for path in pages:
        reader.open(("/ja" if language == "ja" else "") + path)
        for size in sizes:
            reader.resize(size)
            found[f"{path} {size[0]}"] = axe_violations(reader, RULES)

    assert {where: what for where, what in found.items() if what} == {}
