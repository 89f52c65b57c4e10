"""Tests of buttons that are pressed before the scripts of the page are loaded."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewSampleReader
from tests.browser.members import HANA
from tests.browser.reader import HYDRATED, BrowserSettings
from tests.browser.sample_members import create_post, request_api

pytestmark = pytest.mark.browser


class HeldScripts:
    """Scripts of a tab, which are held back until they are released."""

    def __init__(self, tab: Page) -> None:
        self.tab = tab
        self.held: list[Route] = []
        self.is_open = False
        tab.route("**/assets/*.js", self.hold)

    def hold(self, route: Route) -> None:
        if self.is_open:
            route.continue_()
        else:
            self.held.append(route)

    def release(self) -> None:
        """Lets the scripts load, and waits for hydration."""
        self.is_open = True
        for route in self.held:
            route.continue_()
        self.tab.evaluate(HYDRATED)


def test_last_button_pressed_before_hydration_is_pressed_once_afterwards(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    post = create_post(reader, "Pressed on a slow connection")
    tab = reader.page.context.new_page()
    scripts = HeldScripts(tab)
    tab.goto(f"{reader.origin}/post/{post}", wait_until="commit")
    like = tab.locator(".post-page-counts .post-like")

    tab.locator(".theme-switch").click()
    like.click()
    expect(like).to_have_attribute("aria-busy", "true")
    scripts.release()

    expect(like).to_have_attribute("aria-pressed", "true")
    expect(like.locator(".post-button-count")).to_have_text("1")
    expect(tab.locator("[aria-busy=true]")).to_have_count(0)
    # Only the last press is repeated, and a later one is not remembered.
    assert tab.evaluate("() => document.documentElement.dataset.theme") is None
    like.click()
    expect(like).to_have_attribute("aria-pressed", "false")
    expect(tab.locator("[aria-busy=true]")).to_have_count(0)
    request_api(reader, "DELETE", f"/api/posts/{post}")


def test_theme_switch_pressed_before_hydration_changes_the_stored_theme(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings())
    reader.open("/about")
    reader.evaluate("() => localStorage.setItem('theme', 'dark')")
    tab = reader.page.context.new_page()
    scripts = HeldScripts(tab)
    tab.goto(f"{reader.origin}/about", wait_until="commit")

    tab.locator(".theme-switch").click()
    scripts.release()

    expect(tab.locator(".theme-switch[data-shown=light]")).to_be_visible()
