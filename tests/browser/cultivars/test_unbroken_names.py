"""Tests that names of cultivars and institutes do not break within a word, also on phones."""

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
# The words of a heading, each in the lines on which it stands.
LINES_OF_WORDS = """words => {
  const heading = document.querySelector("h1");
  const range = document.createRange();
  const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
  const lines = [];
  while (texts.nextNode()) {
    const {data} = texts.currentNode;
    for (const word of words.filter(one => data.includes(one))) {
      range.setStart(texts.currentNode, data.indexOf(word));
      range.setEnd(texts.currentNode, data.indexOf(word) + word.length);
      lines.push([word, new Set([...range.getClientRects()].map(({top}) => top)).size]);
    }
  }
  return lines;
}"""
INSTITUTES = {
    "shizuoka": ["静岡県", "農林技術研究所", "茶業研究センター"],
    "mie": ["三重県", "農業技術センター", "茶業センター"],
    "miyazaki": ["宮崎県", "総合農業試験場", "茶業支場"],
    "ibaraki": ["茨城県", "真壁地区", "農業改良普及所"],
    "nara": ["奈良県", "農業試験場", "茶業分場"],
    "kyushu": ["農林省", "九州農業試験場"],
}
PAGES = [
    ("ja", "/ja/lineages/0", 320),
    ("en", "/lineages/13", 390),
    ("en", "/cultivars?view=table&page=5", 320),
    ("en", "/cultivars?view=table&sort=newest", 340),
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


@pytest.mark.parametrize("width", [390, 320])
def test_name_of_an_institute_breaks_between_its_words(new_reader: NewReader, width: int) -> None:
    reader = new_reader(BrowserSettings("ja", size=(width, 844)))

    for institute, words in INSTITUTES.items():
        reader.open(f"/ja/breeders/{institute}")

        assert reader.evaluate(LINES_OF_WORDS, words) == [[word, 1] for word in words]
        assert overflowing(reader) == []
