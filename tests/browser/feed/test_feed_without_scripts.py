"""Tests of community pages in a browser without scripts."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from server.contracts.limits import LIMITS
from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.conftest import NewSampleReader
from tests.browser.members import HANA
from tests.browser.reader import NARROW, BrowserSettings, ReaderPool
from tests.browser.sample_members import prefix_of
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser


WITHOUT_SCRIPTS = BrowserSettings(size=NARROW, has_scripts=False)


@pytest.fixture(scope="module")
def page(reader_pool: ReaderPool, sample_site: RunningSite) -> Iterator[Page]:
    reader = reader_pool.acquire(sample_site, WITHOUT_SCRIPTS)
    yield reader.page
    reader_pool.release(reader, WITHOUT_SCRIPTS)


@pytest.mark.parametrize("language", ["ja", pytest.param("en", marks=pytest.mark.audit)])
def test_tabs_and_form_filter_the_feed(page: Page, language: Language) -> None:
    feed = f"{prefix_of(language)}/community"
    page.goto(feed)

    page.get_by_role("link", name=text(language, "post.category.review"), exact=True).click()
    page.select_option("#rating", "5")
    page.select_option("select[name=tea_variety]", "saemidori")
    page.get_by_role("button", name=text(language, "community.filters.apply")).click()

    expect(page.locator("#rating")).to_have_value("5")
    expect(page.locator(".feed-reset [aria-hidden]")).to_have_text("2")
    assert "category=review" in page.url
    assert page.locator(".post-card").count() > 0
    name = {"en": "Saemidori", "ja": "さえみどり"}[language]
    for card in page.locator(".post-card").all():
        expect(card.locator(".post-tags-cultivar")).to_have_text(name)
    page.locator(".feed-reset").click()
    expect(page).to_have_url(f"{feed}?category=review")


def test_feed_without_filters_has_only_the_search_button(page: Page) -> None:
    page.goto("/community")

    buttons = page.locator("main form").get_by_role("button").all()

    assert [button.inner_text() for button in buttons] == [text("en", "community.search.submit")]


def test_search_form_finds_posts(page: Page) -> None:
    page.goto("/ja/community")

    page.fill("#search", "新茶")
    page.press("#search", "Enter")

    expect(page.locator("#results-heading")).to_contain_text("新茶")
    expect(page.locator(".post-card").first).to_contain_text("新茶")


def test_next_page_link_scrolls_to_the_first_new_post(page: Page) -> None:
    page.goto("/community")

    page.locator(".feed-more a").click()

    expect(page.locator(".post-card")).to_have_count(2 * LIMITS.feed_page_size)
    expect(page.locator(f"#entry-{LIMITS.feed_page_size + 1}")).to_be_in_viewport()


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.audit)])
def test_post_page_shows_comments_and_pictures(page: Page, language: Language) -> None:
    page.goto(f"{prefix_of(language)}/community?category=review&tea_variety=saemidori")
    card = page.locator(".post-card").first
    title = card.locator(".post-card-title").inner_text()
    link = card.locator("noscript a, .post-card-actions a").last
    comment_count = int(link.inner_text().split()[-1])

    card.locator(".post-card-actions a").last.click()

    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.locator("#comments")).to_be_in_viewport()
    expect(page.locator(".comment-row")).to_have_count(comment_count)
    expect(page.locator(".tea-info")).to_be_visible()
    picture = page.locator(".post-images a").first
    address = picture.get_attribute("href")
    assert address is not None
    assert page.request.get(address).headers["content-type"].startswith("image/")


def test_controls_that_need_scripts_are_hidden(page: Page) -> None:
    page.goto("/community")

    expect(page.locator("button.post-comments").first).to_be_hidden()
    expect(page.locator(".filter-choose")).to_have_count(0)
    page.goto("/community?category=review")
    expect(page.locator(".filter-choose")).to_be_hidden()


@pytest.mark.parametrize(
    ("path", "message"),
    [("/profile/edit", "profileEdit.needsScripts"), ("/account", "account.needsScripts")],
)
def test_members_page_says_that_it_needs_scripts(
    new_sample_reader: NewSampleReader, path: str, message: str
) -> None:
    page = new_sample_reader(BrowserSettings(has_scripts=False), HANA).page
    page.goto(f"/ja{path}")

    expect(page.get_by_text(text("ja", message))).to_be_visible()
    for control in page.locator("main :is(button, textarea):not(form[method=post] *)").all():
        expect(control).to_be_hidden()
