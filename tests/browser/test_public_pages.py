"""Tests of all public pages: browser errors, hydration, accessibility and overflow."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Response

from tests.browser.axe import expect_no_violation, expect_no_violation_in_other_views
from tests.browser.layout_checks import overflowing
from tests.browser.public_pages import MAIN_PAGES, PAGE_CASES, PageCase
from tests.browser.reader import NARROWEST, WIDE, BrowserSettings, Reader, ReaderPool
from tests.browser.sweeps import one_language_each
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser

# HTML that only the browser can set, because it depends on the width of the window: whether a
# diagram can be scrolled, its position, and its small map.
SET_BY_BROWSER = re.compile(
    r' (?:tabindex="0" role="region" )?aria-label="[^"]*"'
    r'(?=(?: data-moved="")?><svg class="pedigree)'
    r'| data-moved=""'
    r'| style="--view: [^"]*"'
    r'|<svg class="corner-map".*?</svg>'
)

ADDED_BY_CLIENT = """() => [...document.querySelectorAll("#root *")]
  .filter(element => !element.isFromServer && !element.closest(".corner-map"))
  .map(element => element.outerHTML.slice(0, 120))"""


@dataclass(frozen=True)
class Visit:
    """Hydrated page and its response."""

    case: PageCase
    reader: Reader
    response: Response


@pytest.fixture(scope="module")
def readers(reader_pool: ReaderPool, site: RunningSite) -> Iterator[dict[str, Reader]]:
    """One reader for each language, whose HTTP cache makes thirty pages fast."""
    made = {one: reader_pool.acquire(site, BrowserSettings(one)) for one in ("en", "ja")}
    yield made
    for one, reader in made.items():
        reader_pool.release(reader, BrowserSettings(one))


@pytest.fixture(scope="module", params=one_language_each(PAGE_CASES, MAIN_PAGES), ids=str)
def visit(request: pytest.FixtureRequest, readers: dict[str, Reader]) -> Visit:
    case: PageCase = request.param
    reader = readers[case.language]
    reader.browser_errors.clear()
    reader.requested_urls.clear()
    reader.set_color_scheme("light")
    reader.resize(WIDE)
    return Visit(case, reader, reader.open(case.path))


def test_page_logs_no_browser_error(visit: Visit) -> None:
    reader = visit.reader

    # Browsers log a page with the status 404 as an error.
    missing_page = (
        "error: Failed to load resource: the server responded with a status of 404 (Not Found)"
    )
    expected = [missing_page] if visit.case.status == 404 else []
    assert visit.response.status == visit.case.status
    assert reader.browser_errors == expected


def test_hydration_does_not_change_the_server_html(visit: Visit) -> None:
    reader = visit.reader

    shipped = reader.evaluate("() => watched.serverHtml")
    now = reader.evaluate("() => document.getElementById('root').innerHTML")
    assert len(shipped) > 300
    assert reader.evaluate(ADDED_BY_CLIENT) == []
    assert SET_BY_BROWSER.sub("", now) == SET_BY_BROWSER.sub("", shipped)


def test_head_tags_are_not_duplicated_by_hydration(visit: Visit) -> None:
    counts = visit.reader.evaluate(
        """() => ['title', 'meta[name=description]', 'link[rel=canonical]', 'meta[name=robots]']
          .map(tag => document.head.querySelectorAll(tag).length)"""
    )

    assert counts == [1, 1, int(visit.case.status == 200), 1]


def test_page_requests_only_its_own_origin(visit: Visit) -> None:
    urls = visit.reader.requested_urls

    assert urls
    foreign = [url for url in urls if not url.startswith((f"{visit.reader.origin}/", "data:"))]
    assert foreign == []


def test_page_has_no_axe_violation(visit: Visit) -> None:
    expect_no_violation(visit.reader, visit.case.language)


@pytest.mark.audit
def test_page_has_no_axe_violation_in_the_other_views(visit: Visit) -> None:
    expect_no_violation_in_other_views(visit.reader, visit.case.language)


def test_page_does_not_overflow_at_320_pixels(visit: Visit) -> None:
    reader = visit.reader

    reader.resize(NARROWEST)

    assert overflowing(reader) == []
