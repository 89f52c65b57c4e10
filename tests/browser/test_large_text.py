"""Tests of pages in a browser whose font size is set to 32 px."""

from itertools import product

import pytest
from playwright.sync_api import expect

from server.contracts.routes import LANGUAGES, Language
from tests.browser.conftest import NewReader, NewSampleReader
from tests.browser.layout_checks import overflowing
from tests.browser.members import HANA
from tests.browser.reader import BrowserSettings, Reader
from tests.browser.sample_members import prefix_of
from tests.browser.sweeps import alternate_language, for_audit

pytestmark = pytest.mark.browser

PHONE, TABLET, DESK = (390, 844), (768, 1024), (1280, 900)
WIDTHS = (PHONE, TABLET, DESK)
FONT_PX = 32

OPEN_PATHS = [
    "", "/cultivars?search=midori&lineage=0", "/cultivars/saemidori",
    "/cultivars/cha-chukanbohon-no-6", "/community?category=review", "/login", "/about",
    "/legal", "/database-info", "/database-info/conflicts", "/database-info/unconfirmed-names",
    "/contact", "/nothing", "/cultivars?view=table", "/cultivars?view=bud",
    "/compare?ids=saemidori,okumidori,seimei,z1", "/relation/seimei/saemidori", "/lineages",
    "/lineages/0", "/statistics", "/timeline", "/calendar?ids=yabukita,saemidori", "/pedigree",
    "/search?q=kagoshima",
]  # fmt: skip
# Pages with the widest content: `make test` opens them in one language each, alternately; the audit
# opens all others, and these in their other language.
IN_EVERY_RUN = {
    "", "/cultivars/saemidori", "/community?category=review", "/cultivars?view=table",
    "/cultivars?view=bud", "/compare?ids=saemidori,okumidori,seimei,z1", "/statistics",
    "/calendar?ids=yabukita,saemidori", "/pedigree", "/search?q=kagoshima", "/create",
    "/profile", "/profile/edit", "/account",
}  # fmt: skip
HALVES = [
    for_audit(language, is_other_half, is_audit_only=is_other_half)
    for language, is_other_half in product(LANGUAGES, (False, True))
]
# Elements whose text is wider than their box, so that it would cover the next element.
CLIPPED_ELEMENTS = """() => [...document.querySelectorAll(
    ".header-nav a, .result-day, .explorer-controls button")]
  .filter(element => element.checkVisibility({visibilityProperty: true}))
  .filter(element => element.scrollWidth > element.clientWidth + 1)
  .map(element => element.outerHTML.slice(0, 120))"""
MEMBERS_PATHS = ["/create", "/profile", "/profile/edit", "/account"]

# Words of the form buttons that are broken into several lines.
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
    """Sets the default font size, like the reader in the browser's settings."""
    session = reader.page.context.new_cdp_session(reader.page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": FONT_PX}})


def overflowing_pages(reader: Reader, paths: list[str]) -> dict[str, list[str]]:
    found = {}
    for path in paths:
        reader.open(path or "/")
        for size in WIDTHS:
            reader.resize(size)
            found[f"{path} {size[0]}"] = overflowing(reader)
    return {where: what for where, what in found.items() if what}


def paths_of_half(paths: list[str], language: Language, *, is_other_half: bool) -> list[str]:
    """Returns the paths that `make test` opens in this language, or all others."""
    usual = [path for path in paths if path in IN_EVERY_RUN]
    opened_by_test = {
        path for index, path in enumerate(usual) if alternate_language(index) == language
    }
    return [
        prefix_of(language) + path
        for path in paths
        if (path not in opened_by_test) == is_other_half
    ]


def test_text_follows_the_browser_font_size(fresh_reader: NewReader) -> None:
    reader = fresh_reader(BrowserSettings())
    enlarge_text(reader)
    reader.open("/about")

    size = reader.evaluate("() => getComputedStyle(document.querySelector('main p')).fontSize")

    assert float(size.removesuffix("px")) >= FONT_PX


@pytest.mark.parametrize(("language", "is_other_half"), HALVES)
def test_public_pages_do_not_overflow_with_large_text(
    fresh_sample_reader: NewSampleReader, language: Language, *, is_other_half: bool
) -> None:
    reader = fresh_sample_reader(BrowserSettings(language, size=PHONE))
    enlarge_text(reader)

    paths = paths_of_half(OPEN_PATHS, language, is_other_half=is_other_half)
    assert overflowing_pages(reader, paths) == {}


@pytest.mark.parametrize("path", ["/cultivars?view=bud", "/cultivars?view=pluck", "/pedigree"])
def test_words_stay_in_their_boxes_with_large_text(
    fresh_sample_reader: NewSampleReader, path: str
) -> None:
    reader = fresh_sample_reader(BrowserSettings(size=PHONE))
    enlarge_text(reader)

    reader.open(path)

    assert reader.evaluate(CLIPPED_ELEMENTS) == []


@pytest.mark.parametrize(("language", "is_other_half"), HALVES)
def test_members_pages_do_not_overflow_with_large_text(
    fresh_sample_reader: NewSampleReader, language: Language, *, is_other_half: bool
) -> None:
    reader = fresh_sample_reader(BrowserSettings(language, size=PHONE), HANA)
    enlarge_text(reader)

    paths = paths_of_half(MEMBERS_PATHS, language, is_other_half=is_other_half)
    assert overflowing_pages(reader, paths) == {}


def test_words_in_form_buttons_do_not_break_with_large_text(
    fresh_sample_reader: NewSampleReader,
) -> None:
    reader = fresh_sample_reader(BrowserSettings(size=PHONE), HANA)
    enlarge_text(reader)
    found = {}

    for path in ("/ja/create", "/create", "/ja/profile/edit", "/profile/edit"):
        reader.open(path)
        expect(reader.page.locator(".form-bar .button")).to_have_count(2)
        for width in (390, 320):
            reader.resize((width, 844))
            found[f"{path} {width}"] = [*reader.evaluate(BROKEN_WORDS), *overflowing(reader)]

    assert {where: what for where, what in found.items() if what} == {}
