"""Tests of scripts that do not load, pages that throw, and pages without a rendered body."""

import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.conftest import NewReader, NewSampleReader
from tests.browser.keyboard import activate, activate_directly
from tests.browser.members import HANA
from tests.browser.reader import HYDRATED, BrowserSettings, Reader, record_events, start_reader
from tests.browser.sample_members import create_post, request_api
from tests.browser.sweeps import alternating_languages
from tests.running_site import RunningSite, running_site

pytestmark = pytest.mark.browser

PREFIX = {"en": "", "ja": "/ja"}

# Title, text and button of the screen that replaces a page that throws.
FALLBACK = {
    "en": (
        "An error occurred",
        "An unexpected error occurred in the application. Please reload the page and try again.",
        "Reload the page",
    ),
    "ja": (
        "エラーが発生しました",
        "アプリケーションで予期しないエラーが発生しました。 "
        "ページを更新してから再度お試しください。",
        "ページを更新",
    ),
}

# Records of each error created by a call whether React creates it to hydrate (#460), and whether
# errors have stacks at that time.
WATCH_ERRORS = """
  globalThis.made = [];
  globalThis.Error = new Proxy(Error, {
    apply(target, self, words) {
      made.push([words[0].includes("#460"), "stackTraceLimit" in target]);
      return Reflect.apply(target, self, words);
    },
  });
"""
HEAD_COUNTS = """() => ["title", "meta[name=description]", "link[rel=canonical]",
  "meta[property='og:title']", "meta[name=robots]", "link[rel=alternate][hreflang]"]
  .map(tag => document.head.querySelectorAll(tag).length)"""
ONE_OF_EACH = [1, 1, 1, 1, 1, 3]
BODY = r'(<div id="root">).*(</div>\s*<script)'
ADDRESSES = ("/ja", "/ja/cultivars?search=midori", "/ja/cultivars/saemidori")


def abort(route: Route) -> None:
    route.abort()


def break_data(route: Route) -> None:
    """Fulfills the request with the page without a field of its data: the component throws."""
    html = route.fetch().text()
    assert '"characteristics":' in html
    route.fulfill(body=html.replace('"characteristics":', '"nothing":'))


def remove_body(route: Route) -> None:
    """Fulfills the request with the page without its server-rendered body."""
    html = route.fetch().text()
    route.fulfill(body=re.sub(BODY, r"\1\2", html, flags=re.S))


def break_data_and_remove_body(route: Route) -> None:
    """Fulfills the request with the page without this field and without its body."""
    html = route.fetch().text().replace('"characteristics":', '"nothing":')
    route.fulfill(body=re.sub(BODY, r"\1\2", html, flags=re.S))


def test_react_alone_loads_without_stacks_of_errors(fresh_reader: NewReader) -> None:
    reader = fresh_reader(BrowserSettings())
    reader.page.add_init_script(WATCH_ERRORS)

    reader.open("/about")

    made = reader.evaluate("() => made")
    assert [has_stacks for is_of_react, has_stacks in made if is_of_react] == [False]
    assert reader.evaluate("() => Error.stackTraceLimit") == 10


@pytest.mark.parametrize(
    ("failing_files", "language"), [("**/assets/CultivarPage-*.js", "en"), ("**/assets/*.js", "ja")]
)
def test_failed_chunk_shows_an_error_and_can_be_retried(
    new_reader: NewReader, failing_files: str, language: Language
) -> None:
    reader = new_reader(BrowserSettings(language))
    page = reader.page
    reader.open(f"{PREFIX[language]}/cultivars")
    page.route(failing_files, abort)

    activate_directly(reader, ".cultivar-card-link")
    panel = page.get_by_role("alert")
    expect(panel).to_contain_text(text(language, "app.loadFailed.title"))
    expect(panel).to_contain_text(text(language, "app.loadFailed.body"))
    expect(page.locator("meta[name=robots]")).to_have_attribute("content", re.compile("noindex"))
    page.unroute(failing_files)
    activate_directly(reader, "main button")

    expect(page.locator(".cultivar-sheet h1")).to_be_visible()
    expect(panel).to_have_count(0)
    expect(page.locator("#main")).to_be_focused()
    assert reader.evaluate(HEAD_COUNTS) == ONE_OF_EACH
    assert reader.evaluate("() => document.querySelector('link[rel=canonical]').href") == page.url
    assert [
        line
        for line in reader.browser_errors
        if not line.startswith(("request failed", "error: Failed"))
    ] == []


def test_navigation_works_after_a_failed_chunk(reader: Reader) -> None:
    page = reader.page
    reader.open("/cultivars?search=midori")
    page.route("**/assets/CultivarPage-*.js", abort)
    activate_directly(reader, ".cultivar-card-link")
    expect(page.get_by_role("alert")).to_be_visible()

    page.go_back()
    expect(page.locator(".cultivar-card")).to_have_count(10)
    expect(page.get_by_role("alert")).to_have_count(0)
    activate_directly(reader, ".header-nav a[href='/community']")

    expect(page.get_by_role("heading", level=1)).to_have_text(text("en", "community.title"))


def test_first_page_is_readable_when_its_scripts_fail(reader: Reader) -> None:
    page = reader.page
    page.route("**/assets/CultivarPage-*.js", abort)
    page.goto(f"{reader.origin}/cultivars/saemidori")
    page.wait_for_timeout(300)

    expect(page.locator("h1")).to_contain_text("Saemidori")
    page.locator("main a[href='/cultivars/yabukita']").first.click()

    expect(page).to_have_url(f"{reader.origin}/cultivars/yabukita")
    expect(page.locator("h1")).to_contain_text("Yabukita")


def test_slow_navigation_shows_a_progress_bar(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings())
    page = reader.page
    held: list[Route] = []

    def hold_request(route: Route) -> None:
        held.append(route)

    reader.open("/cultivars")
    page.route("**/assets/CultivarPage-*.js", hold_request)
    activate_directly(reader, ".cultivar-card-link")
    expect(page.get_by_role("progressbar")).to_be_visible()
    while not held:
        page.wait_for_timeout(20)
    for route in held:
        route.continue_()

    expect(page.locator(".cultivar-sheet")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0)


@pytest.mark.parametrize(
    ("change_page", "language"), alternating_languages((break_data, break_data_and_remove_body))
)
def test_page_that_throws_shows_the_fallback_and_can_be_reloaded(
    new_reader: NewReader, language: Language, change_page: Callable[[Route], None]
) -> None:
    reader = new_reader(BrowserSettings(language))
    page = reader.page
    address = f"{PREFIX[language]}/cultivars/saemidori"
    page.route(f"**{address}", change_page)
    reader.open(address)

    title, body, button = FALLBACK[language]
    card = page.get_by_role("alert")
    expect(card.get_by_role("heading", level=1)).to_have_text(title)
    expect(card.locator("p")).to_have_text(body)
    expect(card.locator("svg")).to_be_visible()
    assert reader.evaluate("() => document.head.querySelectorAll('title').length") == 1
    page.unroute(f"**{address}")
    page.get_by_role("button", name=button, exact=True).press("Enter")

    expect(page.locator(".cultivar-sheet h1")).to_contain_text("Saemidori")
    expect(card).to_have_count(0)


@pytest.fixture
def site_without_cache(tmp_path: Path) -> Iterator[RunningSite]:
    """A site of this test alone, whose workers may be stopped; it caches no pages."""
    with running_site(tmp_path, PAGE_CACHE_MB="0") as site:
        yield site


def test_browser_renders_the_same_pages_without_a_rendered_body(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings("ja"))
    page = reader.page
    for address in ADDRESSES:
        reader.open(address)
        expected = (page.title(), page.locator("main").inner_text())
        page.route(f"{reader.origin}{address}", remove_body)

        reader.reload()

        assert not reader.evaluate("() => watched.serverHtml")
        assert (page.title(), page.locator("main").inner_text()) == expected
        assert reader.evaluate(HEAD_COUNTS) == ONE_OF_EACH
    activate(reader, ".header-nav a[href$='/community']")
    expect(page.get_by_role("heading", level=1)).to_have_text(text("ja", "community.title"))
    assert reader.browser_errors == []


@pytest.mark.audit
def test_browser_renders_the_same_pages_without_workers(
    browser: Browser, site_without_cache: RunningSite
) -> None:
    reader = start_reader(browser, site_without_cache, BrowserSettings("ja"))
    expected = {}
    for address in ADDRESSES:
        reader.open(address)
        expected[address] = (reader.page.title(), reader.page.locator("main").inner_text())
    tabs = {
        address: record_events(Reader(reader.page.context.new_page(), reader.origin))
        for address in expected
    }

    for worker in site_without_cache.workers():
        worker.send_signal(signal.SIGSTOP)
    for address, tab in tabs.items():
        start_navigation(tab, address)

    for address, tab in tabs.items():
        tab.page.wait_for_url(reader.origin + address, wait_until="commit")
        tab.evaluate(HYDRATED)
        assert not tab.evaluate("() => watched.serverHtml"), "a worker rendered this page"
        assert (tab.page.title(), tab.page.locator("main").inner_text()) == expected[address]
        assert tab.evaluate(HEAD_COUNTS) == ONE_OF_EACH
        assert tab.browser_errors == []
    activate(tab, ".header-nav a[href$='/community']")
    expect(tab.page.get_by_role("heading", level=1)).to_have_text(text("ja", "community.title"))
    reader.page.context.close()


def start_navigation(tab: Reader, address: str) -> None:
    """Starts a navigation without waiting for it, so that no worker is restarted meanwhile."""
    with tab.page.expect_request(tab.origin + address):
        tab.evaluate(
            "address => { setTimeout(() => location.assign(address)); }", tab.origin + address
        )


def test_failed_session_chunk_is_loaded_again_by_the_next_action(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    id = create_post(reader, "a thought to answer to")
    chunk = "**/assets/openSession-*.js"
    reader.page.route(chunk, abort)
    with reader.page.expect_event("requestfailed", lambda request: "openSession" in request.url):
        reader.open(f"/post/{id}")
    reader.page.unroute(chunk)

    reader.page.fill(".comment-form textarea", "an answer")
    reader.page.click(".comment-form button[type=submit]")

    expect(reader.page.locator(".comment-row-delete")).to_be_visible()
    expect(reader.page.locator(".message")).to_have_count(0)
    request_api(reader, "DELETE", f"/api/posts/{id}")
