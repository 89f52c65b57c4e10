"""Layout shift, and preloaded files that are not used."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import NewReader
from tests.browser.public_pages import MAIN_PAGES, PAGE_CASES, PageCase
from tests.browser.reader import NARROW, WIDE, BrowserSettings, Reader, new_tab
from tests.browser.sweeps import for_audit, language_in_turn

pytestmark = pytest.mark.browser

SHIFT_MOST = 0.01

PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
FONTS_IN = """() => document.fonts.ready.then(
  fonts => [...fonts].filter(({status}) => status === "loaded").length)"""
# Chromium tells of a preload that nobody used some three seconds after the page has loaded.
TOLD_AFTER_MS = 4_000


# Each page in one language at each width, in turn; the audit opens it in the other.
CASES = [
    for_audit(case, size, is_left=case.language != language_in_turn(place + turn))
    for turn, size in enumerate((WIDE, NARROW))
    for place, name in enumerate(sorted(MAIN_PAGES))
    for case in PAGE_CASES
    if case.name == name
]


@pytest.mark.parametrize(("case", "size"), CASES, ids=str)
def test_layout_does_not_shift_when_fonts_load_late(
    fresh_reader: NewReader, case: PageCase, size: tuple[int, int]
) -> None:
    reader = fresh_reader(
        BrowserSettings(case.language, size=size, is_touch=size == NARROW, has_motion=True)
    )
    fonts: list[Route] = []

    is_late = True

    def hold(font: Route) -> None:
        if is_late:
            fonts.append(font)
        else:
            font.continue_()

    reader.page.route("**/*.woff2", hold)

    reader.open(case.path)
    reader.ask(PAINTED)
    held, is_late = len(fonts), False
    for font in fonts:
        font.continue_()
    loaded = reader.ask(FONTS_IN)
    for _ in range(8):
        reader.page.mouse.wheel(0, 900)
        reader.ask(PAINTED)

    assert held > 0
    assert loaded >= held
    assert reader.ask("() => watched.shift") < SHIFT_MOST, reader.ask("() => watched.shifted")


def test_every_preloaded_file_is_used(fresh_reader: NewReader) -> None:
    cases = [case for case in PAGE_CASES if case.name in MAIN_PAGES]
    first = {one: fresh_reader(BrowserSettings(one)) for one in ("en", "ja")}
    readers: list[Reader] = []

    for case in cases:
        tab = new_tab(Reader(first[case.language].page.context.new_page(), first["en"].origin))
        tab.open(case.path)
        readers.append(tab)
    readers[-1].page.wait_for_timeout(TOLD_AFTER_MS)

    told = [line for reader in readers for line in reader.complaints if "preload" in line]
    assert len(readers) == 2 * len(MAIN_PAGES)
    assert told == []


def test_layout_does_not_shift_when_the_list_grows_or_is_filtered(fresh_reader: NewReader) -> None:
    reader = fresh_reader(BrowserSettings(size=NARROW))
    reader.open("/cultivars")

    reader.page.locator(".cultivar-list-more a").click()
    reader.page.locator(".cultivar-card").nth(19).wait_for()
    reader.ask(PAINTED)
    grown = reader.ask("() => watched.shift")
    everything = reader.page.inner_text(".cultivar-list-count")
    reader.page.fill("#search", "midori")
    expect(reader.page.locator(".cultivar-list-count")).not_to_have_text(everything)
    reader.ask(PAINTED)
    # The cards that were asked for have taken their places: from here on nothing may move.
    reader.ask("() => { watched.shift = 0; watched.shifted = []; }")
    reader.page.wait_for_timeout(600)

    assert grown < SHIFT_MOST
    assert reader.ask("() => watched.shift") < SHIFT_MOST, reader.ask("() => watched.shifted")
