"""Test that names of cultivars in tables do not break within a word, also on phones."""

import pytest

from tests.browser.conftest import NewReader
from tests.browser.layout_checks import overflowing
from tests.browser.reader import BrowserSettings

pytestmark = pytest.mark.browser

NAMES = """.result-table tbody th a, .result-table thead th:nth-child(3) a,
  .lineage-members a:not(.lineage-locate), .comparison-head a > [lang=en]"""
# Names without a space, hyphen, dot or bracket that stand on more than one line.
BROKEN_NAMES = """(names) => [...document.querySelectorAll(names)].filter((name) => {
  if (/[\\s・（(-]/.test(name.textContent.trim())) return false;
  const range = document.createRange();
  range.selectNodeContents(name);
  return new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size > 1;
}).map((name) => name.textContent)"""
PAGES = [
    ("ja", "/ja/lineages/0", 320),
    ("en", "/lineages/13", 390),
    ("en", "/cultivars?view=table&page=5", 320),
    ("ja", "/ja/compare?ids=saemidori,yabukita,okumidori,benifuki", 768),
]


@pytest.mark.parametrize(("language", "path", "width"), PAGES)
def test_name_stands_in_one_line(
    new_reader: NewReader, language: str, path: str, width: int
) -> None:
    reader = new_reader(BrowserSettings(language, size=(width, 844)))

    reader.open(path)

    assert reader.page.locator(NAMES).count() >= 4
    assert reader.evaluate(BROKEN_NAMES, NAMES) == []
    assert overflowing(reader) == []
