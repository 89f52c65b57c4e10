"""Tests of navigation by keyboard only."""

import re

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from tests.browser.conftest import NewReader
from tests.browser.keyboard import (
    activate,
    activate_directly,
    focused_html,
    press,
    tab_to,
    usable_controls,
    wait_for_focus,
)
from tests.browser.reader import NARROW, WIDE, BrowserSettings, Reader

pytestmark = pytest.mark.browser


def assert_arrived(reader: Reader, path: str, heading: str) -> None:
    """Checks URL, heading, announcement, focus, scroll position and head of a page."""
    page = reader.page
    expect(page).to_have_url(reader.origin + path)
    expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
    expect(page.locator("#announcer")).to_contain_text(page.title())
    expect(page.locator("#main")).to_be_focused()
    assert reader.evaluate("() => scrollY") == 0
    assert reader.evaluate("() => document.head.querySelectorAll('title').length") == 1
    assert reader.evaluate("() => document.querySelector('link[rel=canonical]').href") == page.url


def test_skip_link_is_first_and_focuses_the_content(reader: Reader) -> None:
    reader.open("/cultivars/saemidori")

    press(reader, "Tab")
    skip = reader.page.get_by_role("link", name=text("en", "app.skip"))
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport(ratio=1)
    press(reader, "Enter", "Tab")

    assert reader.evaluate("() => document.activeElement.closest('main') !== null")


@pytest.mark.parametrize("path", ["/", "/cultivars", "/ja/cultivars/saemidori", "/contact"])
def test_tab_reaches_every_control_in_document_order(reader: Reader, path: str) -> None:
    reader.open(path)
    expected = usable_controls(reader)

    reached = []
    for _ in expected:
        press(reader, "Tab")
        reached.append(focused_html(reader))

    assert len(expected) > 10
    assert reached == expected


def test_header_links_navigate_without_a_reload(reader: Reader) -> None:
    reader.open("/")
    reader.evaluate("() => { window.isSameDocument = true; }")

    activate(reader, ".header-nav a[href='/cultivars']")
    assert_arrived(reader, "/cultivars", text("en", "cultivars.title"))
    assert reader.page.locator(".header-nav a[aria-current=page]").count() == 1

    activate(reader, "main a[href='/cultivars/benihomare']")
    assert_arrived(reader, "/cultivars/benihomare", "Benihomare")

    press(reader, "Shift+Tab")
    activate(reader, "main a[href='/cultivars']")
    assert_arrived(reader, "/cultivars", text("en", "cultivars.title"))
    assert reader.evaluate("() => window.isSameDocument"), "the page was reloaded"
    assert reader.browser_errors == []


def test_previous_and_next_links_navigate_between_records(reader: Reader) -> None:
    reader.open("/cultivars/saemidori")
    after = reader.page.locator("a[rel=next]").get_attribute("href")
    assert after

    activate_directly(reader, "a[rel=next]")
    expect(reader.page).to_have_url(reader.origin + after)
    expect(reader.page.locator("a[rel=prev]")).to_have_attribute("href", "/cultivars/saemidori")
    expect(reader.page.locator("#main")).to_be_focused()
    activate_directly(reader, "a[rel=prev]")

    assert_arrived(reader, "/cultivars/saemidori", "Saemidori")


def test_back_restores_the_list_and_its_scroll_position(reader: Reader) -> None:
    page = reader.page
    cards = page.locator("main .cultivar-card")
    reader.open("/cultivars?search=midori")
    activate(reader, ".cultivar-list-more a")
    expect(cards).to_have_count(20)
    tab_to(reader, "main article:nth-of-type(15) a")
    left = (page.url, reader.evaluate("() => scrollY"), cards.all_inner_texts())
    assert left[1] > 300

    press(reader, "Enter")
    expect(cards).to_have_count(0)
    reader.wait_until("() => scrollY === 0")
    page.go_back()
    expect(cards).to_have_count(20)
    reader.wait_until("before => scrollY === before", left[1])

    assert (page.url, reader.evaluate("() => scrollY"), cards.all_inner_texts()) == left
    expect(page.locator("#search")).to_have_value("midori")
    page.go_forward()
    expect(cards).to_have_count(0)


@pytest.mark.parametrize(
    "size", [WIDE, pytest.param(NARROW, marks=pytest.mark.audit)], ids=["1280", "360"]
)
def test_lineage_diagram_opens_and_its_links_navigate(
    new_reader: NewReader, size: tuple[int, int]
) -> None:
    reader = new_reader(BrowserSettings("ja", size=size))
    page = reader.page
    reader.open("/ja/cultivars/saemidori")

    activate_directly(reader, ".lineage-diagram summary")
    drawing = page.locator("details[open] .pedigree svg[role=group]").first
    expect(drawing).to_be_visible()
    expect(drawing).to_have_attribute("aria-label", re.compile(r"\S"))
    activate(reader, "details[open] svg a[href='/ja/cultivars/yabukita']")

    assert_arrived(reader, "/ja/cultivars/yabukita", "やぶきた")
    assert reader.browser_errors == []


def test_lineage_closes_by_enter_and_keeps_the_focus(reader: Reader) -> None:
    reader.open("/cultivars/saemidori")
    activate_directly(reader, ".lineage-diagram summary")
    expect(reader.page.locator("details[open]")).to_have_count(1)

    press(reader, "Enter")

    expect(reader.page.locator("details[open]")).to_have_count(0)
    wait_for_focus(reader, ".lineage-diagram summary")


def test_wide_diagram_scrolls_by_arrow_keys(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings(size=NARROW))
    reader.open("/cultivars/saeakari")
    tab_to(reader, ".pedigree-scroll")
    before = reader.evaluate("() => document.activeElement.scrollLeft")

    press(reader, *["ArrowLeft" if before else "ArrowRight"] * 3)

    reader.wait_until("before => document.activeElement.scrollLeft !== before", before)


@pytest.mark.parametrize("path", ["/nothing", "/ja/cultivars/nothing", "/post/1"])
def test_missing_page_has_a_link_that_navigates(reader: Reader, path: str) -> None:
    reader.open(path)

    tab_to(reader, "main a.button")
    target = reader.evaluate("() => document.activeElement.getAttribute('href')")
    press(reader, "Enter")

    expect(reader.page).to_have_url(reader.origin + target)
    expect(reader.page.locator("#main")).to_be_focused()
