"""Tests of layout shifts, and of preloaded files that are not used."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import NewReader
from tests.browser.public_pages import MAIN_PAGES, PAGE_CASES, PageCase
from tests.browser.reader import NARROW, WIDE, BrowserSettings, Reader, record_events
from tests.browser.sweeps import alternate_language, for_audit

pytestmark = pytest.mark.browser

SHIFT_MOST = 0.01

NEXT_PAINT = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
LOADED_FONTS = """() => document.fonts.ready.then(
  fonts => [...fonts].filter(({status}) => status === "loaded").length)"""
# Chromium warns of an unused preload about three seconds after the page has loaded.
PRELOAD_WARNING_MS = 4_000


# `make test` opens each page at each width in one language, the audit in the other.
CASES = [
    for_audit(case, size, is_audit_only=case.language != alternate_language(index + turn))
    for turn, size in enumerate((WIDE, NARROW))
    for index, name in enumerate(sorted(MAIN_PAGES))
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
    reader.evaluate(NEXT_PAINT)
    held, is_late = len(fonts), False
    for font in fonts:
        font.continue_()
    loaded = reader.evaluate(LOADED_FONTS)
    for _ in range(8):
        reader.page.mouse.wheel(0, 900)
        reader.evaluate(NEXT_PAINT)

    assert held > 0
    assert loaded >= held
    assert reader.evaluate("() => watched.shift") < SHIFT_MOST, reader.evaluate(
        "() => watched.shiftedElements"
    )


def test_every_preloaded_file_is_used(fresh_reader: NewReader) -> None:
    cases = [case for case in PAGE_CASES if case.name in MAIN_PAGES]
    first = {one: fresh_reader(BrowserSettings(one)) for one in ("en", "ja")}
    readers: list[Reader] = []

    for case in cases:
        tab = record_events(
            Reader(first[case.language].page.context.new_page(), first["en"].origin)
        )
        tab.open(case.path)
        readers.append(tab)
    readers[-1].page.wait_for_timeout(PRELOAD_WARNING_MS)

    warnings = [line for reader in readers for line in reader.browser_errors if "preload" in line]
    assert len(readers) == 2 * len(MAIN_PAGES)
    assert warnings == []


def test_layout_does_not_shift_when_the_list_grows_or_is_filtered(fresh_reader: NewReader) -> None:
    reader = fresh_reader(BrowserSettings(size=NARROW))
    reader.open("/cultivars")

    reader.page.locator(".cultivar-list-more a").click()
    reader.page.locator(".cultivar-card").nth(19).wait_for()
    reader.evaluate(NEXT_PAINT)
    grown = reader.evaluate("() => watched.shift")
    everything = reader.page.inner_text(".cultivar-list-count")
    reader.page.fill("#search", "midori")
    expect(reader.page.locator(".cultivar-list-count")).not_to_have_text(everything)
    reader.evaluate(NEXT_PAINT)
    # The cards that were found are in place: nothing may move from here on.
    reader.evaluate("() => { watched.shift = 0; watched.shiftedElements = []; }")
    reader.page.wait_for_timeout(600)

    assert grown < SHIFT_MOST
    assert reader.evaluate("() => watched.shift") < SHIFT_MOST, reader.evaluate(
        "() => watched.shiftedElements"
    )
