"""Accessibility and overflow of pages in states that follow user input."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Route, expect

from server.contracts.routes import Language
from tests.browser.axe import expect_no_other_violation, expect_no_violation
from tests.browser.layout_checks import overflowing
from tests.browser.reader import NARROW, NARROWEST, WIDE, BrowserSettings, Reader, start_reader
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser

Enter = Callable[[Reader, str], None]


def open_lineages(reader: Reader, prefix: str) -> None:
    """Opens every lineage diagram of a record with two lineages."""
    reader.open(f"{prefix}/cultivars/saemidori")
    for summary in reader.page.locator(".lineage-diagram summary").all():
        summary.click()
    expect(reader.page.locator("details .pedigree svg[role=group]").first).to_be_visible()


def fill_filters(reader: Reader, prefix: str) -> None:
    reader.open(f"{prefix}/cultivars")
    reader.page.fill("#search", "mi")
    reader.page.locator(".facet:has(input[name=lineage]) summary").click()
    reader.page.check("input[name=lineage][value='0']")
    expect(reader.page.locator(".cultivar-filters-count")).to_be_visible()


def search_without_result(reader: Reader, prefix: str) -> None:
    reader.open(f"{prefix}/cultivars")
    reader.page.fill("#search", "qqqqqqqq")
    expect(reader.page.locator("main .panel")).to_be_visible()


def show_language_suggestion(reader: Reader, prefix: str) -> None:
    reader.open("/ja/about" if not prefix else "/about")
    expect(reader.page.locator(".language-suggestion")).to_be_visible()


def show_skip_link(reader: Reader, prefix: str) -> None:
    reader.open(f"{prefix}/about")
    reader.page.keyboard.press("Tab")
    expect(reader.page.locator(".main-layout-skip")).to_be_in_viewport(ratio=1)


def lose_page_chunk(reader: Reader, prefix: str) -> None:
    reader.open(f"{prefix}/cultivars")
    reader.page.route("**/assets/*.js", lambda route: route.abort())
    reader.page.locator(".cultivar-card-link").first.click()
    expect(reader.page.get_by_role("alert")).to_be_visible()


def show_fallback_screen(reader: Reader, prefix: str) -> None:
    def spoil(route: Route) -> None:
        html = route.fetch().text()
        route.fulfill(body=html.replace('"characteristics":', '"nothing":'))

    reader.page.route("**/cultivars/saemidori", spoil)
    reader.open(f"{prefix}/cultivars/saemidori")
    expect(reader.page.locator(".fallback-screen")).to_be_visible()


STATES: dict[str, Enter] = {
    state.__name__: state
    for state in (
        open_lineages,
        fill_filters,
        search_without_result,
        show_language_suggestion,
        show_skip_link,
        lose_page_chunk,
        show_fallback_screen,
    )
}


@dataclass(frozen=True)
class Entered:
    """Reader with a page in one of the states."""

    reader: Reader
    name: str


@pytest.fixture(scope="module", params=["en", "ja"])
def language(request: pytest.FixtureRequest) -> Language:
    chosen: Language = request.param
    return chosen


@pytest.fixture(scope="module", params=STATES)
def entered(
    request: pytest.FixtureRequest, browser: Browser, site: RunningSite, language: Language
) -> Iterator[Entered]:
    reader = start_reader(browser, site, BrowserSettings(language))
    STATES[request.param](reader, "/ja" if language == "ja" else "")
    yield Entered(reader, request.param)
    reader.page.context.close()


def test_page_state_has_no_axe_violation(entered: Entered, language: Language) -> None:
    expect_no_violation(entered.reader, language)


@pytest.mark.audit
def test_page_state_has_no_axe_violation_in_the_other_views(
    entered: Entered, language: Language
) -> None:
    expect_no_other_violation(entered.reader, language)


def test_page_state_does_not_overflow(entered: Entered) -> None:
    for size in (WIDE, NARROW, NARROWEST):
        entered.reader.resize(size)
        assert overflowing(entered.reader) == [], size
