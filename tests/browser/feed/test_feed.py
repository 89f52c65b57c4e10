"""Tests of the feed: filters, paging, search, picture viewer and login prompts."""

import pytest
from playwright.sync_api import Route, expect

from server.contracts.limits import LIMITS
from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.conftest import NewSampleReader
from tests.browser.keyboard import activate, press, wait_for_focus
from tests.browser.members import ALEX, HANA
from tests.browser.reader import NARROW, BrowserSettings
from tests.browser.sample_members import create_post, errors_without_aborts, prefix_of

pytestmark = pytest.mark.browser

PICTURED = ".post-card:has(.card-images li:nth-child(3))"
# The distance of an element from the top of the window, in px.
TOP = "css => Math.round(document.querySelector(css).getBoundingClientRect().top)"


@pytest.mark.parametrize("language", ["ja", pytest.param("en", marks=pytest.mark.audit)])
def test_filters_are_in_the_url_and_reset_by_another_category(
    new_sample_reader: NewSampleReader, language: Language
) -> None:
    reader = new_sample_reader(BrowserSettings(language))
    page, feed = reader.page, f"{prefix_of(language)}/community"
    reader.open(feed)
    expect(page.locator(".feed-filters fieldset")).to_have_count(0)

    page.get_by_role("link", name=text(language, "post.category.review"), exact=True).click()
    page.select_option("#rating", "4")
    page.click(".filter-choose")
    page.get_by_role("dialog").get_by_role("searchbox").fill("yabukit")
    expect(page.locator(".cultivar-picker-choices button")).to_have_count(1)
    page.keyboard.press("Enter")

    narrowed = f"{feed}?category=review&rating=4&tea_variety=yabukita"
    expect(page).to_have_url(reader.origin + narrowed)
    expect(page.locator(".feed-reset [aria-hidden]")).to_have_text("2")
    name = {"en": "Yabukita", "ja": "やぶきた"}[language]
    for card in page.locator(".post-card").all():
        expect(card.locator(".post-tags-cultivar")).to_have_text(name)

    page.get_by_role("link", name=text(language, "post.category.shop"), exact=True).click()
    expect(page).to_have_url(f"{reader.origin}{feed}?category=shop")
    expect(page.locator(".filter-badge")).to_have_count(0)
    page.go_back()
    expect(page).to_have_url(reader.origin + narrowed)
    expect(page.locator("#rating")).to_have_value("4")
    page.locator(".feed-reset").click()
    expect(page).to_have_url(f"{reader.origin}{feed}?category=review")
    assert errors_without_aborts(reader) == []


@pytest.mark.parametrize("path", ["/community?search=zzzz", "/cultivars?search=zzzz"])
def test_empty_list_shows_one_reset_link(new_sample_reader: NewSampleReader, path: str) -> None:
    reader = new_sample_reader(BrowserSettings())
    reader.open(path)

    expect(reader.page.locator(".panel .reset")).to_be_visible()
    expect(reader.page.locator(".feed-reset")).to_be_hidden()


def test_cultivar_picker_shows_an_empty_state(new_sample_reader: NewSampleReader) -> None:
    reader = new_sample_reader(BrowserSettings())
    page = reader.page
    reader.open("/community?category=review")

    activate(reader, ".filter-choose")
    page.get_by_role("dialog").get_by_role("searchbox").fill("qqqq")

    expect(page.get_by_text(text("en", "cultivarPicker.empty"))).to_be_visible()
    # The first Escape empties the search field, the second closes the dialog.
    press(reader, "Escape", "Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    wait_for_focus(reader, ".filter-choose")


def test_search_with_two_characters_finds_posts(new_sample_reader: NewSampleReader) -> None:
    reader = new_sample_reader(BrowserSettings("ja"))
    page = reader.page
    reader.open("/ja/community")

    page.fill("#search", "新茶")
    page.press("#search", "Enter")

    expect(page.locator("#results-heading")).to_contain_text("新茶")
    found = page.locator(".post-card")
    expect(found.first).to_contain_text("新茶")
    assert 0 < found.count() < LIMITS.feed_page_size


def test_next_page_is_appended_and_back_restores_the_scroll_position(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(size=NARROW))
    page, ten = reader.page, LIMITS.feed_page_size
    reader.open("/community")
    cards = page.locator(".post-card")
    expect(cards).to_have_count(ten)
    activate(reader, ".feed-more a")
    expect(cards).to_have_count(2 * ten)
    expect(page).to_have_url(f"{reader.origin}/community?page=2")
    first_new = f"#entry-{ten + 1}"
    wait_for_focus(reader, f"{first_new} a")
    left = "#entry-15"
    page.locator(f"{left} .post-card-time").scroll_into_view_if_needed()
    before = reader.evaluate(TOP, left)

    page.locator(f"{left} .post-card-time").click()
    page.locator(".post-page-back a").click()

    expect(cards).to_have_count(2 * ten)
    expect(page).to_have_url(f"{reader.origin}/community?page=2")
    page.wait_for_function(
        "([css, edge]) => Math.abs((" + TOP + ")(css) - edge) < 4", arg=[left, before]
    )


def test_end_of_the_feed_shows_a_message(new_sample_reader: NewSampleReader) -> None:
    reader = new_sample_reader(BrowserSettings())
    reader.open("/community?page=3")

    reader.page.locator(".feed-more a").press("Enter")

    expect(reader.page.locator(".feed-all")).to_have_text(text("en", "community.allShown"))
    assert errors_without_aborts(reader) == []


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.audit)])
def test_picture_viewer_is_operated_by_keyboard(
    new_sample_reader: NewSampleReader, language: Language
) -> None:
    reader = new_sample_reader(BrowserSettings(language))
    viewer = reader.page.get_by_role("dialog")
    reader.open(f"{prefix_of(language)}/community")
    opener = f"{PICTURED} .card-images li:nth-child(2) a"
    count = reader.page.locator(PICTURED).first.locator(".card-images li").count()

    def shows(number: int) -> None:
        label = text(language, "post.viewer.label", number=number, count=count)
        expect(viewer).to_have_attribute("aria-label", label)

    activate(reader, opener)
    shows(2)
    press(reader, "ArrowLeft", "ArrowLeft")
    shows(count)
    press(reader, "ArrowRight")
    shows(1)
    press(reader, "Escape")

    expect(viewer).to_have_count(0)
    wait_for_focus(reader, opener)
    assert errors_without_aborts(reader) == []


@pytest.mark.parametrize("language", ["ja", pytest.param("en", marks=pytest.mark.audit)])
def test_like_and_comment_form_show_a_visitor_a_login_link(
    new_sample_reader: NewSampleReader, language: Language
) -> None:
    reader = new_sample_reader(BrowserSettings(language))
    page, feed = reader.page, f"{prefix_of(language)}/community"
    reader.open(feed)

    activate(reader, ".post-like")

    message = page.get_by_role("alert")
    expect(message).to_contain_text(text(language, "postDetail.loginRequiredForLike"))
    expect(message.get_by_role("link")).to_have_attribute(
        "href", f"{prefix_of(language)}/login?return={feed.replace('/', '%2F')}"
    )
    activate(reader, ".post-comments")
    box = page.locator(".comment-form textarea")
    words = text(language, "postDetail.comments.loginPlaceholder")
    expect(box).to_have_attribute("placeholder", words)
    expect(box).to_be_disabled()
    expect(page.locator(".comment-form [type=submit]")).to_be_disabled()
    expect(page.locator(".comment-form a[href*='/login?return=']")).to_be_visible()


def test_comment_without_a_session_shows_a_login_message(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(), ALEX)
    page = reader.page
    reader.open("/post/30")
    page.context.clear_cookies()
    box = page.locator(".comment-form textarea")
    box.fill("Mine, whatever happens")

    box.press("Control+Enter")

    message = page.get_by_role("alert").filter(
        has_text=text("en", "postDetail.loginRequiredForComment")
    )
    expect(message).to_be_visible()
    expect(page.locator(".comment-row-sending")).to_have_count(0)


def test_failed_feed_request_can_be_retried(new_sample_reader: NewSampleReader) -> None:
    reader = new_sample_reader(BrowserSettings())
    page = reader.page
    reader.open("/community")

    def abort(route: Route) -> None:
        route.abort()

    page.route("**/api/posts?*", abort)
    page.get_by_role("link", name=text("en", "post.category.culture"), exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text(text("en", "community.failed.title"))
    page.unroute("**/api/posts?*", abort)

    page.get_by_role("button", name=text("en", "community.failed.retry")).click()

    expect(page.locator(".post-card").first).to_be_visible()


def test_new_post_is_highlighted_for_five_seconds(fresh_sample_reader: NewSampleReader) -> None:
    reader = fresh_sample_reader(BrowserSettings(), HANA)
    page = reader.page
    number = create_post(reader, "Does a kyusu of glass keep the heat?")
    page.clock.install()
    reader.open(f"/community?new={number}")
    banner = page.locator(f"#post-{number} .post-card-new")
    expect(banner).to_have_text(text("en", "post.new"))
    # In the future, as the clock cannot be set back and a slow machine is late to stop it.
    page.clock.pause_at(reader.evaluate("() => (Date.now() + 1500) / 1000"))

    page.clock.run_for(LIMITS.new_post_highlight_ms - 4_000)
    expect(banner).to_be_visible()
    page.clock.run_for(4_100)

    expect(banner).to_have_count(0)
    expect(page).to_have_url(f"{reader.origin}/community")
