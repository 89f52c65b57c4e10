"""Buttons that are pressed before the scripts of the page have arrived."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import NewSampleReader
from tests.browser.members import HANA
from tests.browser.reader import HYDRATED, BrowserSettings
from tests.browser.sample_members import ask_host, write_post

pytestmark = pytest.mark.browser


def test_last_button_pressed_before_hydration_is_pressed_once_afterwards(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    post = write_post(reader, "Pressed on a slow connection")
    tab = reader.page.context.new_page()
    held: list[Route] = []
    is_open = False

    def hold(route: Route) -> None:
        if is_open:
            route.continue_()
        else:
            held.append(route)

    tab.route("**/assets/*.js", hold)
    tab.goto(f"{reader.origin}/post/{post}", wait_until="commit")
    like = tab.locator(".post-page-counts .post-like")

    tab.locator(".theme-switch").click()
    like.click()
    expect(like).to_have_attribute("aria-busy", "true")
    is_open = True
    for route in held:
        route.continue_()
    tab.evaluate(HYDRATED)

    expect(like).to_have_attribute("aria-pressed", "true")
    expect(like.locator(".post-button-count")).to_have_text("1")
    expect(tab.locator("[aria-busy=true]")).to_have_count(0)
    # Only the last press is repeated.
    assert tab.evaluate("() => document.documentElement.dataset.theme") is None
    ask_host(reader, "DELETE", f"/api/posts/{post}")
