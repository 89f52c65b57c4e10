"""Tests of the sizes of touch targets on public pages."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import pytest

from server.contracts.routes import LANGUAGES, Language
from tests.browser.conftest import NewReader
from tests.browser.layout_checks import visible_sizes
from tests.browser.reader import NARROW, NARROWEST, BrowserSettings, Reader, ReaderPool
from tests.browser.sweeps import alternate_language, for_audit
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser

TOUCH_TARGET_PX = 44
LINK_PX = 24
PATHS = [
    "", "/cultivars", "/cultivars/saemidori", "/about", "/database-info",
    "/database-info/conflicts", "/database-info/unconfirmed-names", "/login", "/nothing",
    "/compare?ids=saemidori,seimei,yabukita", "/search?q=saemidori", "/relation/seimei/saemidori",
    "/lineages/4", "/calendar", "/map", "/prefectures/kyoto", "/timeline", "/statistics",
    "/breeders/kyoto", "/cultivars?view=table",
]  # fmt: skip

TOUCH_TARGETS = (
    ".header a, .header button, .footer a, .button, button, input, select, summary,"
    " .language-suggestion a, .cultivar-neighbours a, .cultivar-fact a, .cultivar-parents a,"
    " .cultivar-children a, .lineage-entries h3 a, .lineage-descent a, .login-legal a,"
    " .map-switch a, .calendar-years a, .overview :is(th, td) a, .relation-ancestors a,"
    " .result-table a, .lineage-members a, .relation-name a"
)
# Links smaller than 24 px, except those in running text, which are as high as their line.
SMALL_STANDALONE_LINKS = """() => [...document.querySelectorAll("main a[href], aside a[href]")]
  .filter(link => link.checkVisibility({visibilityProperty: true}) && !link.closest("svg"))
  .filter(link => {
    const block = link.closest("p, li, dd, td > div, td, h1, h2, h3, h4");
    return !block || block.textContent.trim() === link.textContent.trim();
  })
  .map(link => [link.outerHTML.slice(0, 120), link.getBoundingClientRect()])
  .filter(([, {width, height}]) => width < 24 || height < 24)
  .map(([shown, {width, height}]) => `${Math.round(width)} × ${Math.round(height)} ${shown}`)"""

SMALL_FIELDS = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter(field => !["checkbox", "radio", "file", "hidden"].includes(field.type))
  .filter(field => parseFloat(getComputedStyle(field).fontSize) < 16)
  .map(field => field.name || field.id)"""

# For each card its name, whether its link covers all of it, its width and its height.
CARD_LINKS = """() => [...document.querySelectorAll(".cultivar-card, .home-door")].map(card => {
  card.scrollIntoView({block: "center", behavior: "instant"});
  const {left, top, width, height} = card.getBoundingClientRect();
  const link = card.querySelector("a");
  const points = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];
  const hit = points.every(([x, y]) =>
    document.elementFromPoint(left + x * width, top + y * height)?.closest("a") === link);
  return [card.id || card.className, hit, Math.round(width), Math.round(height)];
})"""


def is_in_every_run(path: str, language: Language) -> bool:
    if path not in IN_EVERY_RUN:
        return path == "/cultivars"
    return alternate_language(IN_EVERY_RUN.index(path)) == language


class PageCase(NamedTuple):
    """A page, in a language."""

    language: Language
    name: str

    def __str__(self) -> str:
        return f"{self.language}-{self.name}"


# `make test` opens the list in both languages, because it has most of the targets, and the pages
# with most of the others in one language each, alternately; the audit opens the rest.
IN_EVERY_RUN = ["", "/cultivars/saemidori", "/compare?ids=saemidori,seimei,yabukita", "/calendar"]
PAGES = [
    for_audit(PageCase(language, path), is_audit_only=not is_in_every_run(path, language))
    for language, path in product(LANGUAGES, PATHS)
]


@pytest.fixture(scope="module")
def readers(reader_pool: ReaderPool, site: RunningSite) -> Iterator[dict[str, Reader]]:
    """One reader with a touch screen for each language."""
    settings = [BrowserSettings(one, size=NARROW, is_touch=True) for one in LANGUAGES]
    made = [reader_pool.acquire(site, one) for one in settings]
    yield dict(zip(LANGUAGES, made, strict=True))
    for reader, one in zip(made, settings, strict=True):
        reader_pool.release(reader, one)


@pytest.fixture(params=LANGUAGES)
def reader(request: pytest.FixtureRequest, readers: dict[str, Reader]) -> Reader:
    return readers[request.param]


@pytest.fixture(scope="module", params=PAGES, ids=str)
def opened_reader(request: pytest.FixtureRequest, readers: dict[str, Reader]) -> Reader:
    """Reader on a page, which is opened once for all tests that measure it."""
    case: PageCase = request.param
    open_in_language(readers[case.language], case.name)
    return readers[case.language]


def open_in_language(reader: Reader, path: str) -> None:
    reader.resize(NARROW)
    is_japanese = reader.evaluate("() => navigator.language") == "ja-JP"
    reader.open(("/ja" if is_japanese else "") + path or "/")


def test_touch_targets_are_at_least_44_pixels(opened_reader: Reader) -> None:
    for size in (NARROW, NARROWEST):
        opened_reader.resize(size)
        found = visible_sizes(opened_reader, TOUCH_TARGETS)
        small = [one for one in found if one[1] < TOUCH_TARGET_PX or one[2] < TOUCH_TARGET_PX]
        assert len(found) > 4
        assert small == []


def test_standalone_links_are_at_least_24_pixels(opened_reader: Reader) -> None:
    opened_reader.resize(NARROW)

    assert opened_reader.evaluate(SMALL_STANDALONE_LINKS) == []


def test_text_of_fields_is_at_least_16_pixels(opened_reader: Reader) -> None:
    # Safari on phones magnifies the page while a field with smaller text has the focus.
    assert opened_reader.evaluate(SMALL_FIELDS) == []


def test_tabs_of_two_characters_are_at_least_44_pixels_wide(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings("ja", size=NARROWEST, is_touch=True))
    reader.open("/ja/map")

    tabs = visible_sizes(reader, ".tabs a")

    assert len(tabs) == 3
    assert [tab for tab in tabs if tab[1] < TOUCH_TARGET_PX] == []


@pytest.mark.parametrize("path", ["", "/cultivars"])
def test_card_link_covers_the_whole_card(reader: Reader, path: str) -> None:
    open_in_language(reader, path)

    cards = reader.evaluate(CARD_LINKS)

    assert len(cards) >= 4
    assert [card for card in cards if not card[1] or min(card[2:]) < TOUCH_TARGET_PX] == []


def test_links_of_a_diagram_are_at_least_24_pixels(reader: Reader) -> None:
    open_in_language(reader, "/cultivars/saemidori")
    reader.page.locator(".lineage-diagram summary").first.tap()
    reader.page.locator("details[open] svg[role=group]").wait_for()

    names = visible_sizes(reader, ".pedigree svg a:has(rect)")

    assert len(names) > 5
    assert [name for name in names if name[1] < LINK_PX or name[2] < LINK_PX] == []
