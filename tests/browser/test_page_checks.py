"""Tests that the helpers of the browser tests detect broken pages and empty used readers."""

import pytest
from playwright.sync_api import Route

from tests.browser.axe import COLOUR_RULES, axe_violations
from tests.browser.layout_checks import overflowing, visible_sizes
from tests.browser.members import HANA, session_of
from tests.browser.reader import BrowserSettings, Reader, ReaderPool
from tests.browser.sample_members import SampleMembers
from tests.browser.test_public_pages import ADDED_BY_CLIENT
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser

NEXT_PAINT = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def test_axe_violations_are_detected(reader: Reader) -> None:
    reader.open("/about")

    reader.evaluate(
        """() => {
          document.querySelector("main").insertAdjacentHTML(
            "beforeend", "<img src='/icon-192.png'><p id='faint'>Faint words</p>");
          document.getElementById("faint").style.color = "#c8c8b8";
        }"""
    )

    found = axe_violations(reader)
    assert [line for line in found if line.startswith("critical image-alt")]
    assert [line for line in axe_violations(reader, COLOUR_RULES) if "#faint" in line]


def test_overflow_is_detected(reader: Reader) -> None:
    reader.open("/about")
    reader.resize((320, 640))

    reader.evaluate("() => { document.querySelector('main p').style.width = '400px'; }")

    assert len(overflowing(reader)) == 1


def test_layout_shift_is_detected(reader: Reader) -> None:
    reader.open("/")
    reader.evaluate(NEXT_PAINT)

    reader.evaluate("() => { document.querySelector('main').style.paddingTop = '300px'; }")

    reader.wait_until("() => watched.shift > 0.01")


def test_hydration_mismatch_is_detected(reader: Reader) -> None:
    def change_heading(route: Route) -> None:
        html = route.fetch().text()
        route.fulfill(body=html.replace("<h1", "<h1 title='Other'><b>Another</b></h1><h1", 1))

    reader.page.route("**/about", change_heading)

    reader.open("/about")

    reader.wait_until(f"() => ({ADDED_BY_CLIENT})().length > 0")
    assert reader.evaluate("() => document.head.querySelectorAll('title').length") == 1


def test_console_errors_and_foreign_requests_are_recorded(reader: Reader) -> None:
    reader.open("/about")

    reader.evaluate(
        "() => { console.warn('Careful'); setTimeout(() => { throw Error('Broken'); }); }"
    )
    reader.evaluate("() => fetch('https://elsewhere.example/').catch(() => undefined)")

    for word in ("warning: Careful", "Broken", "elsewhere.example"):
        reader.wait_for_error(word)


def test_until_waits_for_a_promise_to_resolve(reader: Reader) -> None:
    reader.open("/about")
    reader.evaluate("() => { setTimeout(() => { document.body.id = 'late'; }, 400); }")

    reader.wait_until("async () => document.body.id === 'late'")

    assert reader.evaluate("() => document.body.id") == "late"


def test_small_targets_are_detected(reader: Reader) -> None:
    reader.open("/about")

    reader.evaluate("() => { document.querySelector('.theme-switch').style.height = '20px'; }")

    assert [one for one in visible_sizes(reader, "button") if one[2] < 44]


STORE_EVERYWHERE = """() => {
  localStorage.setItem("left", "1");
  sessionStorage.setItem("left", "1");
  document.cookie = "left=1";
  history.pushState(null, "", "?left=1");
}"""
STORED = """() => [
  localStorage.getItem("left"), sessionStorage.getItem("left"), document.cookie.includes("left"),
  history.length]"""


def test_released_reader_has_no_data_of_the_test_before(
    reader_pool: ReaderPool, site: RunningSite
) -> None:
    settings = BrowserSettings()
    first = reader_pool.acquire(site, settings)
    first.open("/about")
    first.evaluate(STORE_EVERYWHERE)
    first.page.context.new_page()
    first.page.route("**/*", lambda route: route.abort())

    reader_pool.release(first, settings)
    second = reader_pool.acquire(site, settings)

    second.open("/about")
    assert second is first
    assert second.evaluate(STORED) == [None, None, False, 2]
    assert second.page.context.pages == [second.page]
    assert second.browser_errors == []
    reader_pool.release(second, settings)


def test_acquired_reader_is_a_visitor_or_the_member_of_its_state(
    reader_pool: ReaderPool, sample_site: RunningSite, sample_members: SampleMembers
) -> None:
    settings, hana = BrowserSettings(), sample_members.members[HANA]
    seen = []

    for state in (hana.state, None, hana.state):
        reader = reader_pool.acquire(sample_site, settings, state)
        seen.append((session_of(reader)["member"] or {}).get("id"))
        reader_pool.release(reader, settings)

    assert seen == [hana.id, None, hana.id]
