"""A reader without a mouse: every page can be reached, read and left again."""

import re

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from tests.browser.conftest import StartReading
from tests.browser.keyboard import focused, follow, press, tab_to, usable, wait_on
from tests.browser.reading import NARROW, WIDE, Reader, Taste

pytestmark = pytest.mark.browser


def assert_arrived(reader: Reader, path: str, heading: str) -> None:
    """On another page as after a full load: at its top, its content focused, its title told."""
    page = reader.page
    expect(page).to_have_url(reader.origin + path)
    expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
    expect(page.locator("#announcer")).to_contain_text(page.title())
    expect(page.locator("#main")).to_be_focused()
    assert reader.ask("() => scrollY") == 0
    assert reader.ask("() => document.head.querySelectorAll('title').length") == 1
    assert reader.ask("() => document.querySelector('link[rel=canonical]').href") == page.url


def test_the_skip_link_is_first_shows_itself_and_leads_to_the_content(reader: Reader) -> None:
    reader.open("/cultivars/saemidori")

    press(reader, "Tab")
    skip = reader.page.get_by_role("link", name=text("en", "app.skip"))
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport(ratio=1)
    press(reader, "Enter", "Tab")

    assert reader.ask("() => document.activeElement.closest('main') !== null")


@pytest.mark.parametrize("path", ["/", "/cultivars", "/ja/cultivars/saemidori", "/contact"])
def test_tab_reaches_everything_in_reading_order(reader: Reader, path: str) -> None:
    reader.open(path)
    expected = usable(reader)

    reached = []
    for _ in expected:
        press(reader, "Tab")
        reached.append(focused(reader))

    assert len(expected) > 10
    assert reached == expected


def test_the_header_leads_from_page_to_page(reader: Reader) -> None:
    reader.open("/")
    reader.ask("() => { window.isSameDocument = true; }")

    follow(reader, ".header-nav a[href='/cultivars']")
    assert_arrived(reader, "/cultivars", text("en", "cultivars.title"))
    assert reader.page.locator(".header-nav a[aria-current=page]").count() == 1

    follow(reader, "main a[href='/cultivars/benihomare']")
    assert_arrived(reader, "/cultivars/benihomare", "Benihomare")

    press(reader, "Shift+Tab")
    follow(reader, "main a[href='/cultivars']")
    assert_arrived(reader, "/cultivars", text("en", "cultivars.title"))
    assert reader.ask("() => window.isSameDocument"), "the page was loaded anew"
    assert reader.complaints == []


def test_previous_and_next_lead_along_the_catalogue(reader: Reader) -> None:
    reader.open("/cultivars/saemidori")
    after = reader.page.locator("a[rel=next]").get_attribute("href")
    assert after

    follow(reader, "a[rel=next]")
    expect(reader.page).to_have_url(reader.origin + after)
    expect(reader.page.locator("a[rel=prev]")).to_have_attribute("href", "/cultivars/saemidori")
    expect(reader.page.locator("#main")).to_be_focused()
    follow(reader, "a[rel=prev]")

    assert_arrived(reader, "/cultivars/saemidori", "Saemidori")


def test_back_returns_to_the_same_place_of_the_same_list(reader: Reader) -> None:
    page = reader.page
    cards = page.locator("main .cultivar-card")
    reader.open("/cultivars?search=midori")
    follow(reader, ".cultivar-list-more a")
    expect(cards).to_have_count(20)
    tab_to(reader, "main article:nth-of-type(15) a")
    left = (page.url, reader.ask("() => scrollY"), cards.all_inner_texts())
    assert left[1] > 300

    press(reader, "Enter")
    expect(cards).to_have_count(0)
    reader.until("() => scrollY === 0")
    page.go_back()
    expect(cards).to_have_count(20)
    reader.until("before => scrollY === before", left[1])

    assert (page.url, reader.ask("() => scrollY"), cards.all_inner_texts()) == left
    expect(page.locator("#search")).to_have_value("midori")
    page.go_forward()
    expect(cards).to_have_count(0)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "360"])
def test_a_lineage_opens_and_its_names_lead_on(
    reading: StartReading, size: tuple[int, int]
) -> None:
    reader = reading(Taste("ja", size=size))
    page = reader.page
    reader.open("/ja/cultivars/saemidori")

    follow(reader, ".lineage-diagram summary")
    drawing = page.locator("details[open] .pedigree svg[role=group]").first
    expect(drawing).to_be_visible()
    expect(drawing).to_have_attribute("aria-label", re.compile(r"\S"))
    follow(reader, "details[open] svg a[href='/ja/cultivars/yabukita']")

    assert_arrived(reader, "/ja/cultivars/yabukita", "やぶきた")
    assert reader.complaints == []


def test_a_lineage_can_be_closed_again_and_keeps_its_place(reader: Reader) -> None:
    reader.open("/cultivars/saemidori")
    follow(reader, ".lineage-diagram summary")
    expect(reader.page.locator("details[open]")).to_have_count(1)

    press(reader, "Enter")

    expect(reader.page.locator("details[open]")).to_have_count(0)
    wait_on(reader, ".lineage-diagram summary")


def test_a_wide_drawing_scrolls_by_arrow_keys(reading: StartReading) -> None:
    reader = reading(Taste(size=NARROW))
    reader.open("/cultivars/saeakari")
    tab_to(reader, ".pedigree-scroll")
    before = reader.ask("() => document.activeElement.scrollLeft")

    press(reader, *["ArrowLeft" if before else "ArrowRight"] * 3)

    reader.until("before => document.activeElement.scrollLeft !== before", before)


@pytest.mark.parametrize("path", ["/nothing", "/ja/cultivars/nothing", "/post/1"])
def test_what_is_missing_leads_on(reader: Reader, path: str) -> None:
    reader.open(path)

    tab_to(reader, "main a.button")
    target = reader.ask("() => document.activeElement.getAttribute('href')")
    press(reader, "Enter")

    expect(reader.page).to_have_url(reader.origin + target)
    expect(reader.page.locator("#main")).to_be_focused()
