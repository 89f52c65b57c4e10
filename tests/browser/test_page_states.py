"""Tests of accessibility and overflow of pages in states that input or failures cause."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import pytest
from playwright.sync_api import Route, expect

from server.contracts.routes import LANGUAGES, Language
from tests.browser.axe import expect_no_violation, expect_no_violation_in_other_views
from tests.browser.layout_checks import overflowing
from tests.browser.reader import NARROW, NARROWEST, WIDE, BrowserSettings, Reader, ReaderPool
from tests.browser.sweeps import one_language_each
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser

OpenState = Callable[[Reader, str], None]


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
    def break_data(route: Route) -> None:
        html = route.fetch().text()
        route.fulfill(body=html.replace('"characteristics":', '"nothing":'))

    reader.page.route("**/cultivars/saemidori", break_data)
    reader.open(f"{prefix}/cultivars/saemidori")
    expect(reader.page.locator(".fallback-screen")).to_be_visible()


STATES: dict[str, OpenState] = {
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


class StateCase(NamedTuple):
    """One of the states, in a language."""

    name: str
    language: Language

    def __str__(self) -> str:
        return f"{self.name}-{self.language}"


CASES = one_language_each(StateCase(*one) for one in product(STATES, LANGUAGES))


@dataclass(frozen=True)
class PageState:
    """Reader with a page in one of the states."""

    reader: Reader
    case: StateCase


@pytest.fixture(scope="module", params=CASES, ids=str)
def page_state(
    request: pytest.FixtureRequest, reader_pool: ReaderPool, site: RunningSite
) -> Iterator[PageState]:
    case: StateCase = request.param
    settings = BrowserSettings(case.language)
    reader = reader_pool.acquire(site, settings)
    STATES[case.name](reader, "/ja" if case.language == "ja" else "")
    yield PageState(reader, case)
    reader_pool.release(reader, settings)


def test_page_state_has_no_axe_violation(page_state: PageState) -> None:
    expect_no_violation(page_state.reader, page_state.case.language)


@pytest.mark.audit
def test_page_state_has_no_axe_violation_in_the_other_views(page_state: PageState) -> None:
    expect_no_violation_in_other_views(page_state.reader, page_state.case.language)


def test_page_state_does_not_overflow(page_state: PageState) -> None:
    for size in (WIDE, NARROW, NARROWEST):
        page_state.reader.resize(size)
        assert overflowing(page_state.reader) == [], size
