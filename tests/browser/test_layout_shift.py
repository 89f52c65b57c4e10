"""Pages arrive painted: nothing jumps when the fonts come late, and nothing is fetched in vain."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import StartReading
from tests.browser.places import SIGHTS, Sight
from tests.browser.reading import NARROW, WIDE, Reader, Taste, new_tab

pytestmark = pytest.mark.browser

SHIFT_MOST = 0.01
MAIN_PAGES = {"home", "cultivars", "cultivar"}

PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
FONTS_IN = """() => document.fonts.ready.then(
  fonts => [...fonts].filter(({status}) => status === "loaded").length)"""
# Chromium tells of a preload that nobody used some three seconds after the page has loaded.
TOLD_AFTER_MS = 4_000


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "360"])
@pytest.mark.parametrize("sight", [one for one in SIGHTS if one.name in MAIN_PAGES], ids=str)
def test_layout_does_not_shift_when_fonts_load_late(
    reading: StartReading, sight: Sight, size: tuple[int, int]
) -> None:
    reader = reading(Taste(sight.language, size=size, is_touch=size == NARROW, has_motion=True))
    fonts: list[Route] = []

    is_late = True

    def hold(font: Route) -> None:
        if is_late:
            fonts.append(font)
        else:
            font.continue_()

    reader.page.route("**/*.woff2", hold)

    reader.open(sight.path)
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


def test_every_preloaded_file_is_used(reading: StartReading) -> None:
    sights = [sight for sight in SIGHTS if sight.name in MAIN_PAGES]
    first = {one: reading(Taste(one)) for one in ("en", "ja")}
    readers: list[Reader] = []

    for sight in sights:
        tab = new_tab(Reader(first[sight.language].page.context.new_page(), first["en"].origin))
        tab.open(sight.path)
        readers.append(tab)
    readers[-1].page.wait_for_timeout(TOLD_AFTER_MS)

    told = [line for reader in readers for line in reader.complaints if "preload" in line]
    assert len(readers) == 2 * len(MAIN_PAGES)
    assert told == []


def test_layout_does_not_shift_when_the_list_grows_or_is_filtered(reading: StartReading) -> None:
    reader = reading(Taste(size=NARROW))
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
