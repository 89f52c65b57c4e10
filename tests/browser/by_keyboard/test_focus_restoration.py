"""Tests of the focus after the focused element is removed or disabled."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.conftest import NewSampleReader
from tests.browser.keyboard import has_focus, press, wait_for_focus
from tests.browser.members import HANA
from tests.browser.reader import BrowserSettings, Reader, start_reader
from tests.browser.sample_members import SampleMembers, create_post, request_api
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser

OpenState = Callable[[Reader], None]

IS_FOCUSED = "css => document.activeElement.matches(css)"

# The code that restores the focus is loaded with the member's session, after hydration.
IS_SESSION_CODE_LOADED = """async () => {
  const parts = performance.getEntriesByType("resource").map(({name}) => name);
  const session = parts.find(name => name.includes("/assets/openSession-"));
  if (session) await import(session);
  return Boolean(session);
}"""


def open_page(reader: Reader, path: str) -> None:
    """Opens the page and waits for the code that restores the focus."""
    reader.open(path)
    reader.wait_until(IS_SESSION_CODE_LOADED)


def press_on(reader: Reader, css: str) -> None:
    reader.page.locator(css).first.focus()
    reader.page.keyboard.press("Enter")


def give_rating(reader: Reader) -> None:
    open_page(reader, "/create")
    reader.page.locator("input[name=rating][value='4']").check(force=True)


def change_category(reader: Reader) -> None:
    give_rating(reader)
    reader.page.locator("input[name=category][value=culture]").check(force=True)


def restore_draft(reader: Reader) -> None:
    open_page(reader, "/create")
    reader.page.fill("textarea[name=content]", "half a thought")
    reader.reload()
    reader.wait_until(IS_SESSION_CODE_LOADED)
    expect(reader.page.locator(".form-notices .text-button")).to_have_count(2)


def choose_favourite(reader: Reader) -> None:
    open_page(reader, "/profile/edit")
    reader.page.locator(".favourite-cultivar .choice[aria-pressed]").first.click()


def open_missing_post(reader: Reader) -> None:
    open_page(reader, "/post/99999999")


# How to open a state, the button in it that disappears when it is pressed, and its container.
REMOVED_BUTTONS: list[tuple[OpenState, str, str]] = [
    (give_rating, ".rating-field .text-button", ".rating-field"),
    (change_category, ".category-cleared .text-button", ".form-section"),
    (restore_draft, ".form-notices .text-button:last-child", ".post-form"),
    (choose_favourite, ".favourite-cultivar-chosen .button", ".form-section"),
    (open_missing_post, ".missing-post-going .button", ".missing-post-going"),
]


@pytest.mark.parametrize(
    ("open_state", "pressed", "container"),
    REMOVED_BUTTONS,
    ids=[open_state.__name__ for open_state, *_ in REMOVED_BUTTONS],
)
def test_focus_moves_to_the_container_of_a_removed_button(
    new_sample_reader: NewSampleReader, open_state: OpenState, pressed: str, container: str
) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    open_state(reader)

    press_on(reader, pressed)

    expect(reader.page.locator(pressed)).to_have_count(0)
    reader.wait_until(IS_FOCUSED, container)


def test_focus_is_kept_after_another_window_was_in_front(
    browser_with_windows: Browser, sample_site: RunningSite, sample_members: SampleMembers
) -> None:
    reader = start_reader(
        browser_with_windows, sample_site, BrowserSettings(), sample_members.members[HANA].state
    )
    give_rating(reader)
    press_on(reader, ".rating-field .text-button")
    reader.wait_until(IS_FOCUSED, ".rating-field")
    browser = reader.page.context.new_cdp_session(reader.page)
    # Playwright emulates the focus: without this, each page would believe itself to be in front.
    browser.send("Emulation.setFocusEmulationEnabled", {"enabled": False})

    reader.page.context.new_page().bring_to_front()
    reader.wait_until("() => !document.hasFocus()")
    reader.page.bring_to_front()
    reader.wait_until("() => document.hasFocus()")

    assert has_focus(reader, ".rating-field")
    press(reader, "Tab")
    reader.wait_until("() => document.querySelector('.rating-field[tabindex]') === null")


def abort_posts(route: Route) -> None:
    if route.request.method == "POST":
        route.abort()
    else:
        route.continue_()


def test_focus_returns_to_the_submit_button_after_a_failed_post(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    open_page(reader, "/create")
    reader.page.fill("textarea[name=content]", "a thought")
    reader.page.route("**/api/posts", abort_posts)

    press_on(reader, ".form-bar button[type=submit]")

    expect(reader.page.locator(".message")).to_be_visible()
    reader.wait_until(IS_FOCUSED, ".form-bar button[type=submit]")
    assert reader.page.input_value("textarea[name=content]") == "a thought"


# Disables the button until it has lost the focus.
DISABLE_BRIEFLY = """async css => {
  const button = document.querySelector(css);
  const frame = () => new Promise(requestAnimationFrame);
  button.disabled = true;
  while (document.activeElement === button) await frame();
  button.disabled = false;
}"""


def test_focus_returns_to_a_button_that_was_briefly_disabled(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    open_page(reader, "/create")
    reader.page.fill("textarea[name=content]", "a thought")
    button = ".form-bar button[type=submit]"
    reader.page.locator(button).focus()

    reader.page.evaluate(DISABLE_BRIEFLY, button)

    reader.wait_until(IS_FOCUSED, button)


def test_focus_stays_where_the_reader_moved_it_while_a_button_was_disabled(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    open_page(reader, "/create")
    reader.page.fill("textarea[name=content]", "a thought")
    button, text = ".form-bar button[type=submit]", "textarea[name=content]"
    reader.page.locator(button).focus()
    reader.page.evaluate("css => { document.querySelector(css).disabled = true; }", button)
    reader.wait_until("css => !document.activeElement.matches(css + ', body')", button)

    reader.page.locator(text).focus()
    reader.page.evaluate("css => { document.querySelector(css).disabled = false; }", button)

    reader.page.wait_for_timeout(200)
    assert has_focus(reader, text)


def test_focus_moves_to_the_comment_field_after_a_comment_is_sent(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    id = create_post(reader, "a thought to answer to")
    open_page(reader, f"/post/{id}")
    reader.page.fill(".comment-form textarea", "an answer")

    press_on(reader, ".comment-form button[type=submit]")

    expect(reader.page.locator(".comment-row-delete")).to_be_visible()
    reader.wait_until(IS_FOCUSED, ".comment-form textarea")
    request_api(reader, "DELETE", f"/api/posts/{id}")


def test_focus_returns_to_the_menu_when_deletion_is_cancelled(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    id = create_post(reader, "a thought to keep")
    open_page(reader, f"/post/{id}")
    press_on(reader, ".post-menu summary")

    press_on(reader, ".post-menu button")
    press_on(reader, "dialog .button-quiet")

    expect(reader.page.locator("dialog")).to_have_count(0)
    wait_for_focus(reader, ".post-menu summary")
    request_api(reader, "DELETE", f"/api/posts/{id}")


def test_focus_returns_to_the_button_when_a_message_is_closed(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    open_page(reader, "/create")
    reader.page.fill("textarea[name=content]", "a thought")
    reader.page.route("**/api/posts", abort_posts)
    press_on(reader, ".form-bar button[type=submit]")
    reader.wait_until(IS_FOCUSED, ".form-bar button[type=submit]")

    press_on(reader, ".message button")

    expect(reader.page.locator(".message")).to_have_count(0)
    reader.wait_until(IS_FOCUSED, ".form-bar button[type=submit]")


# Focuses the button of the next message as soon as the message is shown.
FOCUS_MESSAGE_AT_ONCE = """() => new MutationObserver((_, observer) => {
  const button = document.querySelector(".message button");
  if (!button) return;
  observer.disconnect();
  button.focus();
}).observe(document.body, {subtree: true, childList: true})"""


def test_focus_returns_to_the_button_when_a_message_is_closed_at_once(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    open_page(reader, "/create")
    reader.page.fill("textarea[name=content]", "a thought")
    reader.evaluate(FOCUS_MESSAGE_AT_ONCE)
    held: list[Route] = []

    def hold_request(route: Route) -> None:
        held.append(route)

    reader.page.route("**/api/posts", hold_request)
    button = ".form-bar button[type=submit]"
    press_on(reader, button)
    reader.wait_until("css => !document.activeElement.matches(css + ', body')", button)
    while not held:
        reader.page.wait_for_timeout(20)

    held[0].abort()
    reader.wait_until(IS_FOCUSED, ".message button")
    reader.page.keyboard.press("Enter")

    expect(reader.page.locator(".message")).to_have_count(0)
    reader.wait_until(IS_FOCUSED, button)


def test_focus_is_not_restored_after_a_click_on_the_background(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    give_rating(reader)
    reader.page.locator(".rating-field .text-button").focus()

    reader.page.mouse.click(4, 4)
    reader.evaluate("() => document.querySelector('.rating-field').remove()")

    reader.page.wait_for_timeout(200)
    assert reader.evaluate("() => document.activeElement === document.body")
