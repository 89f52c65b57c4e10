"""Where the keyboard goes on once what had it is gone, or can't be pressed for a while."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.club import Club, ask_host, write_post
from tests.browser.conftest import Coming
from tests.browser.keyboard import is_on, press, wait_on
from tests.browser.members import HANA
from tests.browser.reading import Reader, Taste, start_reading
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser

Enter = Callable[[Reader], None]

IS_HELD = "css => document.activeElement.matches(css)"

# Who watches over a member's keyboard comes along with the session, a moment after the page lives.
IS_WATCHED_OVER = """async () => {
  const parts = performance.getEntriesByType("resource").map(({name}) => name);
  const session = parts.find(name => name.includes("/assets/openSession-"));
  if (session) await import(session);
  return Boolean(session);
}"""


def begin(reader: Reader, path: str) -> None:
    reader.open(path)
    reader.until(IS_WATCHED_OVER)


def press_on(reader: Reader, css: str) -> None:
    reader.page.locator(css).first.focus()
    reader.page.keyboard.press("Enter")


def rating_given(reader: Reader) -> None:
    begin(reader, "/create")
    reader.page.locator("input[name=rating][value='4']").check(force=True)


def category_changed(reader: Reader) -> None:
    rating_given(reader)
    reader.page.locator("input[name=category][value=culture]").check(force=True)


def draft_brought_back(reader: Reader) -> None:
    begin(reader, "/create")
    reader.page.fill("textarea[name=content]", "half a thought")
    reader.reload()
    reader.until(IS_WATCHED_OVER)
    expect(reader.page.locator(".form-notices .text-button")).to_have_count(2)


def favourite_chosen(reader: Reader) -> None:
    begin(reader, "/profile/edit")
    reader.page.locator(".favourite-cultivar .choice[aria-pressed]").first.click()


def post_missing(reader: Reader) -> None:
    begin(reader, "/post/99999999")


AFTERWARDS: list[tuple[Enter, str, str]] = [
    (rating_given, ".rating-field .text-button", ".rating-field"),
    (category_changed, ".category-cleared .text-button", ".form-section"),
    (draft_brought_back, ".form-notices .text-button:last-child", ".post-form"),
    (favourite_chosen, ".favourite-cultivar-chosen .button", ".form-section"),
    (post_missing, ".missing-post-going .button", ".missing-post-going"),
]


@pytest.mark.parametrize(
    ("enter", "pressed", "home"), AFTERWARDS, ids=[enter.__name__ for enter, *_ in AFTERWARDS]
)
def test_the_keyboard_stays_where_a_button_was(
    coming: Coming, enter: Enter, pressed: str, home: str
) -> None:
    reader = coming(Taste(), HANA)
    enter(reader)

    press_on(reader, pressed)

    expect(reader.page.locator(pressed)).to_have_count(0)
    reader.until(IS_HELD, home)


def test_who_looks_into_another_window_comes_back_to_where_they_were(
    browser_with_windows: Browser, sample_site: RunningSite, club: Club
) -> None:
    reader = start_reading(browser_with_windows, sample_site, Taste(), club.members[HANA].state)
    rating_given(reader)
    press_on(reader, ".rating-field .text-button")
    reader.until(IS_HELD, ".rating-field")
    browser = reader.page.context.new_cdp_session(reader.page)
    # Otherwise each of a test's pages believes itself to be in front.
    browser.send("Emulation.setFocusEmulationEnabled", {"enabled": False})

    reader.page.context.new_page().bring_to_front()
    reader.until("() => !document.hasFocus()")
    reader.page.bring_to_front()
    reader.until("() => document.hasFocus()")

    assert is_on(reader, ".rating-field")
    press(reader, "Tab")
    reader.until("() => document.querySelector('.rating-field[tabindex]') === null")


def break_off(route: Route) -> None:
    if route.request.method == "POST":
        route.abort()
    else:
        route.continue_()


def test_a_post_that_could_not_be_sent_is_sent_again_by_the_same_key(coming: Coming) -> None:
    reader = coming(Taste(), HANA)
    begin(reader, "/create")
    reader.page.fill("textarea[name=content]", "a thought")
    reader.page.route("**/api/posts", break_off)

    press_on(reader, ".form-bar button[type=submit]")

    expect(reader.page.locator(".message")).to_be_visible()
    reader.until(IS_HELD, ".form-bar button[type=submit]")
    assert reader.page.input_value("textarea[name=content]") == "a thought"


BLINK = """async css => {
  const button = document.querySelector(css);
  const frame = () => new Promise(requestAnimationFrame);
  button.disabled = true;
  while (document.activeElement === button) await frame();
  button.disabled = false;
}"""


def test_a_button_that_cannot_be_pressed_for_a_moment_keeps_the_keyboard(coming: Coming) -> None:
    reader = coming(Taste(), HANA)
    begin(reader, "/create")
    reader.page.fill("textarea[name=content]", "a thought")
    button = ".form-bar button[type=submit]"
    reader.page.locator(button).focus()

    reader.page.evaluate(BLINK, button)

    reader.until(IS_HELD, button)


def test_who_goes_on_while_something_is_sent_is_not_called_back(coming: Coming) -> None:
    reader = coming(Taste(), HANA)
    begin(reader, "/create")
    reader.page.fill("textarea[name=content]", "a thought")
    button, text = ".form-bar button[type=submit]", "textarea[name=content]"
    reader.page.locator(button).focus()
    reader.page.evaluate("css => { document.querySelector(css).disabled = true; }", button)
    reader.until("css => !document.activeElement.matches(css + ', body')", button)

    reader.page.locator(text).focus()
    reader.page.evaluate("css => { document.querySelector(css).disabled = false; }", button)

    reader.page.wait_for_timeout(200)
    assert is_on(reader, text)


def test_after_a_comment_the_next_one_can_be_written(coming: Coming) -> None:
    reader = coming(Taste(), HANA)
    id = write_post(reader, "a thought to answer to")
    begin(reader, f"/post/{id}")
    reader.page.fill(".comment-form textarea", "an answer")

    press_on(reader, ".comment-form button[type=submit]")

    expect(reader.page.locator(".comment-row-delete")).to_be_visible()
    reader.until(IS_HELD, ".comment-form textarea")
    ask_host(reader, "DELETE", f"/api/posts/{id}")


def test_who_does_not_delete_a_post_is_back_at_its_menu(coming: Coming) -> None:
    reader = coming(Taste(), HANA)
    id = write_post(reader, "a thought to keep")
    begin(reader, f"/post/{id}")
    press_on(reader, ".post-menu summary")

    press_on(reader, ".post-menu button")
    press_on(reader, "dialog .button-quiet")

    expect(reader.page.locator("dialog")).to_have_count(0)
    wait_on(reader, ".post-menu summary")
    ask_host(reader, "DELETE", f"/api/posts/{id}")


def test_who_closes_a_word_is_back_where_they_were(coming: Coming) -> None:
    reader = coming(Taste(), HANA)
    begin(reader, "/create")
    reader.page.fill("textarea[name=content]", "a thought")
    reader.page.route("**/api/posts", break_off)
    press_on(reader, ".form-bar button[type=submit]")
    reader.until(IS_HELD, ".form-bar button[type=submit]")

    press_on(reader, ".message button")

    expect(reader.page.locator(".message")).to_have_count(0)
    reader.until(IS_HELD, ".form-bar button[type=submit]")


TO_THE_WORD_AT_ONCE = """() => new MutationObserver((_, observer) => {
  const button = document.querySelector(".message button");
  if (!button) return;
  observer.disconnect();
  button.focus();
}).observe(document.body, {subtree: true, childList: true})"""


def test_who_was_quick_to_close_a_word_is_back_where_they_were_before_they_waited(
    coming: Coming,
) -> None:
    reader = coming(Taste(), HANA)
    begin(reader, "/create")
    reader.page.fill("textarea[name=content]", "a thought")
    reader.ask(TO_THE_WORD_AT_ONCE)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    reader.page.route("**/api/posts", hold)
    button = ".form-bar button[type=submit]"
    press_on(reader, button)
    reader.until("css => !document.activeElement.matches(css + ', body')", button)
    while not held:
        reader.page.wait_for_timeout(20)

    held[0].abort()
    reader.until(IS_HELD, ".message button")
    reader.page.keyboard.press("Enter")

    expect(reader.page.locator(".message")).to_have_count(0)
    reader.until(IS_HELD, button)


def test_who_presses_beside_everything_holds_nothing(coming: Coming) -> None:
    reader = coming(Taste(), HANA)
    rating_given(reader)
    reader.page.locator(".rating-field .text-button").focus()

    reader.page.mouse.click(4, 4)
    reader.ask("() => document.querySelector('.rating-field').remove()")

    reader.page.wait_for_timeout(200)
    assert reader.ask("() => document.activeElement === document.body")
