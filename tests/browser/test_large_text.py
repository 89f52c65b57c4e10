"""Pages with the browser's font size at 32 px."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewReader, NewSampleReader
from tests.browser.layout_checks import overflowing
from tests.browser.members import HANA
from tests.browser.reader import BrowserSettings, Reader

pytestmark = pytest.mark.browser

Sizes = tuple[tuple[int, int], ...]

PHONE, TABLET, DESK = (390, 844), (768, 1024), (1280, 900)
LETTERS_PX = 32

OPEN_PATHS = [
    "", "/cultivars?search=midori&lineage=0", "/cultivars/saemidori",
    "/cultivars/cha-chukanbohon-no-6", "/community?category=review", "/login", "/about",
    "/legal", "/database-info", "/database-info/conflicts", "/database-info/unconfirmed-names",
    "/contact", "/nothing", "/cultivars?view=table", "/cultivars?view=bud",
    "/compare?ids=saemidori,okumidori,seimei,z1", "/relation/seimei/saemidori", "/lineages",
    "/lineages/0", "/statistics", "/timeline", "/calendar?ids=yabukita,saemidori", "/pedigree",
    "/search?q=kagoshima",
]  # fmt: skip
# At each width in one language and at the narrowest in both; the audit looks at what is left.
WIDTHS = [
    ("en", (PHONE, DESK)),
    ("ja", (PHONE, TABLET)),
    pytest.param("en", (TABLET,), marks=pytest.mark.audit),
    pytest.param("ja", (DESK,), marks=pytest.mark.audit),
]
# Words that would be printed over their neighbours.
CLIPPED = """() => [...document.querySelectorAll(
    ".header-nav a, .result-day, .explorer-controls button")]
  .filter(element => element.checkVisibility({visibilityProperty: true}))
  .filter(element => element.scrollWidth > element.clientWidth + 1)
  .map(element => element.outerHTML.slice(0, 120))"""
MEMBERS_PATHS = ["/create", "/profile", "/profile/edit", "/account"]

# How many lines the words of each button stand on that is not told to wrap anywhere else.
BROKEN_WORDS = """() => [...document.querySelectorAll(".form-bar .button")].flatMap(button => {
  const range = document.createRange();
  return button.textContent.trim().split(/\\s+/).filter(word => {
    const node = [...button.childNodes].find(one => one.textContent.includes(word));
    const start = node.textContent.indexOf(word);
    range.setStart(node, start);
    range.setEnd(node, start + word.length);
    return new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size > 1;
  });
})"""


def enlarge_text(reader: Reader) -> None:
    """Sets the font size as the browser's settings do."""
    session = reader.page.context.new_cdp_session(reader.page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": LETTERS_PX}})


def overflowing_pages(reader: Reader, paths: list[str], sizes: Sizes) -> dict[str, list[str]]:
    found = {}
    for path in paths:
        reader.open(path or "/")
        for size in sizes:
            reader.resize(size)
            found[f"{path} {size[0]}"] = overflowing(reader)
    return {where: what for where, what in found.items() if what}


def prefixed(language: str, paths: list[str]) -> list[str]:
    return [("/ja" if language == "ja" else "") + path for path in paths]


def test_text_follows_the_browser_font_size(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings())
    enlarge_text(reader)
    reader.open("/about")

    size = reader.ask("() => getComputedStyle(document.querySelector('main p')).fontSize")

    assert float(size.removesuffix("px")) >= LETTERS_PX


@pytest.mark.parametrize(("language", "sizes"), WIDTHS)
def test_public_pages_do_not_overflow_with_large_text(
    new_sample_reader: NewSampleReader, language: str, sizes: Sizes
) -> None:
    reader = new_sample_reader(BrowserSettings(language, size=PHONE))
    enlarge_text(reader)

    assert overflowing_pages(reader, prefixed(language, OPEN_PATHS), sizes) == {}


@pytest.mark.parametrize("path", ["/cultivars?view=bud", "/cultivars?view=pluck", "/pedigree"])
def test_words_stay_in_their_boxes_with_large_text(
    new_sample_reader: NewSampleReader, path: str
) -> None:
    reader = new_sample_reader(BrowserSettings(size=PHONE))
    enlarge_text(reader)

    reader.open(path)

    assert reader.ask(CLIPPED) == []


@pytest.mark.parametrize(("language", "sizes"), WIDTHS)
def test_members_pages_do_not_overflow_with_large_text(
    new_sample_reader: NewSampleReader, language: str, sizes: Sizes
) -> None:
    reader = new_sample_reader(BrowserSettings(language, size=PHONE), HANA)
    enlarge_text(reader)

    assert overflowing_pages(reader, prefixed(language, MEMBERS_PATHS), sizes) == {}


def test_words_in_form_buttons_do_not_break_with_large_text(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(size=PHONE), HANA)
    enlarge_text(reader)
    found = {}

    for path in ("/ja/create", "/create", "/ja/profile/edit", "/profile/edit"):
        reader.open(path)
        expect(reader.page.locator(".form-bar .button")).to_have_count(2)
        for width in (390, 320):
            reader.resize((width, 844))
            found[f"{path} {width}"] = [*reader.ask(BROKEN_WORDS), *overflowing(reader)]

    assert {where: what for where, what in found.items() if what} == {}
