"""Tests of follows: by button, by form without scripts, and the feed of followed subjects."""

import pytest
from playwright.sync_api import Page, Response, expect

from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.members import ALEX, HANA, open_session
from tests.browser.reader import NARROW, WIDE, BrowserSettings, Reader, ReaderPool
from tests.browser.sample_members import errors_without_aborts, prefix_of, request_api
from tests.running_site import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

REVIEW = {
    "content": "さえみどりを京都で",
    "category": "review",
    "tea_variety": "saemidori",
    "prefecture": "kyoto",
    "language": "ja",
    "images": [],
}
OTHER = {"content": "やぶきたのほうじ茶", "category": "question", "language": "ja", "images": []}
POSTS = ".feed article"
PRESSED = ".follow-button[aria-pressed=true]"

LEFT = "one => one.getBoundingClientRect().left"
# The left edge of the element once those before it in its row are removed.
LEFT_WHEN_FIRST_IN_ROW = """one => {
  while (one.previousElementSibling) one.previousElementSibling.remove();
  return one.getBoundingClientRect().left;
}"""


@pytest.fixture(scope="module", autouse=True)
def posts(restored_site: RunningSite, reader_pool: ReaderPool) -> None:
    """Writes a review that the followed subjects match, and a post that they do not."""
    author = reader_pool.acquire(restored_site, BrowserSettings())
    open_session(author, ALEX)
    for post in (REVIEW, OTHER):
        request_api(author, "POST", "/api/posts", post)
    reader_pool.release(author, BrowserSettings())


def is_follow(response: Response) -> bool:
    """Returns whether the response is to a new follow, not to the button's lookup."""
    return response.url.endswith("/follows/cultivar:saemidori") and response.request.method == "PUT"


def expect_review(page: Page) -> None:
    expect(page.locator(POSTS)).to_have_count(1)
    expect(page.locator(POSTS)).to_contain_text(str(REVIEW["content"]))


@pytest.mark.parametrize(
    ("language", "size"), [("en", NARROW), pytest.param("ja", WIDE, marks=pytest.mark.audit)]
)
def test_follow_of_a_record_fills_the_feed_and_is_ended_on_the_account_page(
    new_reader: NewReader, language: Language, size: tuple[int, int]
) -> None:
    reader = new_reader(BrowserSettings(language, size=size))
    page, prefix = reader.page, prefix_of(language)
    open_session(reader, HANA)
    reader.open(f"{prefix}/cultivars/saemidori")
    button = page.locator(".follow-button")
    expect(button).to_have_attribute("aria-pressed", "false")

    button.focus()
    with page.expect_response(is_follow):
        page.keyboard.press("Enter")

    expect(page.locator(PRESSED)).to_be_visible()
    reader.open(f"{prefix}/community")
    page.get_by_role("link", name=text(language, "community.following.tab")).click()
    page.wait_for_url("**/community?following=1")
    expect_review(page)
    assert axe_violations(reader) == []
    reader.open(f"{prefix}/account#following")
    assert axe_violations(reader) == []
    page.locator("button[name=unfollow]").click()
    page.wait_for_url("**/account?follows=saved#following")
    expect(page.locator("button[name=unfollow]")).to_have_count(0)
    assert errors_without_aborts(reader) == []


def test_prefecture_is_followed_without_scripts(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings(has_scripts=False))
    open_session(reader, HANA)
    page = reader.page
    page.goto(f"{reader.origin}/ja/prefectures/kyoto")

    page.get_by_role("link", name=text("ja", "app.follow"), exact=True).click()
    page.get_by_role("button", name=text("ja", "app.follow"), exact=True).click()

    expect(page.locator("#following")).to_contain_text("京都府")
    expect(page.get_by_text(text("ja", "account.follows.saved"))).to_be_visible()
    page.goto(f"{reader.origin}/ja/community?following=1")
    expect_review(page)


def test_follow_link_of_a_visitor_opens_the_login(reader: Reader) -> None:
    page = reader.page
    reader.open("/cultivars/saemidori")

    page.locator(".related-head a").click()

    page.wait_for_url("**/login?return=**")
    expect(page.locator(".login-google")).to_be_visible()


def test_follow_button_that_begins_a_row_is_aligned_with_the_question(
    new_reader: NewReader,
) -> None:
    reader = new_reader(BrowserSettings("ja", size=NARROW))
    page = reader.page
    open_session(reader, HANA)
    feed = page.request.get(f"{reader.origin}/api/posts?category=question").json()["posts"]
    [question] = [post["id"] for post in feed if post["content"] == OTHER["content"]]
    reader.open(f"/ja/post/{question}")
    button = page.locator(".post-page-counts .follow-button")
    expect(button).to_be_visible()

    # Which button begins a row depends on their widths, so the others are removed.
    left = button.evaluate(LEFT_WHEN_FIRST_IN_ROW)

    assert left == page.locator(".post-page-content").evaluate(LEFT)
